import type { Definition, FootnoteDefinition, RootContent } from 'mdast'
import { definitionKey, linkBlock, toBlock, type Block } from './block.ts'
import { delimiterLimit } from './delimiter-limit.ts'
import { mend, type Mended } from './mend.ts'
import { readFence } from './read-fence.ts'
import { parseMarkdown } from './syntax.ts'
import { limitInput } from './limit-input.ts'

type Definitions = ReadonlyMap<string, Definition | FootnoteDefinition>

/** A text read so far. */
export type MarkdownDocument = {
  text: string
  /** Final: not read again. */
  settled: readonly Block[]
  /** Everything before this offset is in `settled` and is not read again. */
  settledTo: number
  /** The text that the next characters may still change: the last block, sometimes two. */
  open: readonly Block[]
  /** Definitions in settled blocks, the first of each key. */
  settledDefinitions: Definitions
  /** All definitions: of links by identifier, of footnotes by `^identifier`. */
  definitions: Definitions
  /** False when the time was up before the end: the next call continues from here. */
  finished: boolean
  /** Lines to be read before the next piece: the head of a table that was cut. The piece's first block then `continues`. */
  carried: string
  /** Offset of the withheld end, which may become markup; null if everything is shown. */
  heldFrom: number | null
}

export const emptyDocument: MarkdownDocument = {
  text: '',
  settled: [],
  settledTo: 0,
  open: [],
  settledDefinitions: new Map(),
  definitions: new Map(),
  finished: true,
  carried: '',
  heldFrom: null,
}

type Size = { characters: number; lines: number }

/**
 * A text is read in pieces of the first size; a block that fills its piece is tried again with the next size, and one
 * longer than the last is cut, for the parser's time grows faster than the text. Tables are cut at once: their pieces
 * are drawn as one table.
 */
const maxPieceSize: Size = { characters: 12_000, lines: 300 }
const pieceSizes: readonly Size[] = [
  { characters: 2000, lines: 40 },
  { characters: 6000, lines: 120 },
  maxPieceSize,
]

/**
 * Parses `text`, reusing `previous` when it only grew. Parses settled blocks once. For a complete text the result is the same
 * whether it arrived at once or by character. Stops after `budgetMs` milliseconds at the next block. Shows text from the offset
 * `releasedFrom` on that would be withheld.
 */
export function readMarkdown(
  previous: MarkdownDocument,
  text: string,
  complete: boolean,
  budgetMs = Infinity,
  releasedFrom: number | null = null,
): MarkdownDocument {
  const source = text.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\uFFFD')
  // Blocks were settled by the following line, so the whole earlier text must be there.
  const base = source.startsWith(previous.text) ? previous : emptyDocument
  const fresh: Block[] = []
  const until = performance.now() + budgetMs
  let step: Step = {
    settled: [],
    settledTo: base.settledTo,
    open: [],
    finished: false,
    carried: base.carried,
  }
  do {
    step = readOn(source, step.settledTo, step.carried)
    fresh.push(...step.settled)
  } while (!step.finished && performance.now() < until)
  const { open, heldFrom } =
    complete || !step.finished
      ? { open: step.open, heldFrom: null }
      : mendLast(step.open, (offset) => offset === releasedFrom)
  return link(base, source, fresh, { ...step, open, heldFrom, complete })
}

type Step = { settled: Block[]; settledTo: number; open: Block[]; finished: boolean; carried: string }

/** Reads the next piece of the text. */
function readOn(text: string, from: number, carried: string): Step {
  const start = carried ? from : afterBlankLines(text, from)
  const fence = carried ? undefined : readFence(text, start)
  if (fence) {
    const block = toBlock(start, text.slice(start, fence.end), [fence.node])
    return fence.closed
      ? { settled: [block], settledTo: fence.end, open: [], finished: false, carried: '' }
      : { settled: [], settledTo: start, open: [block], finished: true, carried: '' }
  }
  return readPiece(text, start, carried, pieceSizes)
}

/** Reads a piece of the first of `sizes`, or of the next while one block fills it. */
function readPiece(
  text: string,
  start: number,
  carried: string,
  [size = maxPieceSize, ...larger]: readonly Size[],
): Step {
  const end = delimiterLimit(text, start, pieceEnd(text, start, size))
  const piece = carried + limitInput(text.slice(start, end))
  const blocks = toBlocks(parseMarkdown(piece).children, piece, start - carried.length)
  const [first, ...others] = blocks
  if (carried && first) first.continues = true
  if (end === text.length) return lastStep(text, start, blocks, carried)
  if (!first) return { settled: [], settledTo: end, open: [], finished: false, carried }
  const last = others.at(-1)
  if (last)
    return { settled: blocks.slice(0, -1), settledTo: last.start, open: [], finished: false, carried: '' }
  const isWholeLines = text[end - 1] === '\n'
  if (isWholeLines && larger.length > 0 && !isTable(first)) return readPiece(text, start, carried, larger)
  return cutBlock(first, end)
}

/** The end of the text: what may still change stays open. */
function lastStep(text: string, start: number, blocks: Block[], carried: string): Step {
  const count = settledCount(blocks, text)
  const open = blocks.slice(count)
  const settledTo = open[0]?.start ?? start
  const stillCarried = count === 0 ? carried : ''
  return {
    settled: blocks.slice(0, count),
    settledTo: settledTo + stillCarried.length,
    open,
    finished: true,
    carried: stillCarried,
  }
}

/** Cuts a block too long to parse whole: settles what fits, and repeats a table's header above the rest. */
function cutBlock(block: Block, settledTo: number): Step {
  const carried = isTable(block) ? (/^(?:[^\n]*\n){2}/u.exec(block.source)?.[0] ?? '') : ''
  return { settled: [block], settledTo, open: [], finished: false, carried }
}

const isTable = (block: Block): boolean => block.nodes.length === 1 && block.nodes[0]?.type === 'table'

/** The end of a piece of limited size: after its last complete line, or within a longer one. */
function pieceEnd(text: string, start: number, { characters, lines }: Size): number {
  let line = start
  for (let count = 0; count < lines; count++) {
    const next = text.indexOf('\n', line)
    if (next === -1 || next >= start + characters) {
      if (line > start && (next !== -1 || text.length > start + characters)) return line
      return Math.min(text.length, next === -1 ? Infinity : next + 1, start + maxPieceSize.characters)
    }
    line = next + 1
  }
  return line
}

/** One block a node; nodes that share a line stay together. */
function toBlocks(nodes: RootContent[], piece: string, offset: number): Block[] {
  const starts = nodes.map((node) => piece.lastIndexOf('\n', (node.position?.start.offset ?? 0) - 1) + 1)
  const firsts = [...new Set(starts)]
  return firsts.map((first, index) =>
    toBlock(
      offset + first,
      piece.slice(first, firsts[index + 1]),
      nodes.filter((_, at) => starts[at] === first),
    ),
  )
}

/** A block is settled once a complete line of the next is there: half a line may still continue the block. */
function settledCount(blocks: Block[], text: string): number {
  const last = blocks.findLastIndex((block) => text.includes('\n', block.start))
  return Math.max(last, 0)
}

/** The last block as it will probably end. */
function mendLast(
  open: Block[],
  isReleased: (offset: number) => boolean,
): { open: Block[]; heldFrom: number | null } {
  const last = open.at(-1)
  if (!last || last.nodes.some((node) => node.type === 'code' || node.type === 'math'))
    return { open, heldFrom: null }
  const heldAt = ({ heldCount }: Mended) => last.start + last.source.length - heldCount
  const held = mend(last.source, false)
  const mended = held.heldCount > 0 && isReleased(heldAt(held)) ? mend(last.source, true) : held
  const heldFrom = mended.heldCount === 0 ? null : heldAt(mended)
  if (mended.source === last.source) return { open, heldFrom }
  const block = {
    ...toBlock(last.start, mended.source, parseMarkdown(mended.source).children),
    continues: last.continues,
  }
  return { open: [...open.slice(0, -1), block], heldFrom }
}

function afterBlankLines(text: string, from: number): number {
  blankLines.lastIndex = from
  return blankLines.test(text) ? blankLines.lastIndex : from
}

const blankLines = /(?:[ \t]*\n)+/y

function withDefinitions(known: Definitions, blocks: readonly Block[]): Definitions {
  const found = blocks.flatMap((block) => block.definitions)
  if (found.length === 0) return known
  const all = new Map(known)
  for (const node of found) if (!all.has(definitionKey(node))) all.set(definitionKey(node), node)
  return all
}

type Read = Step & Pick<MarkdownDocument, 'heldFrom'> & { complete: boolean }

function link(base: MarkdownDocument, text: string, fresh: Block[], read: Read): MarkdownDocument {
  const settledDefinitions = withDefinitions(base.settledDefinitions, fresh)
  const definitions = withDefinitions(settledDefinitions, read.open)
  const settled = [...base.settled, ...fresh]
  const defined = read.complete ? definitions : withAwaitedNotes(definitions, [...settled, ...read.open])
  const linked = (block: Block): Block => linkBlock(block, defined)
  return {
    text,
    settledDefinitions,
    definitions,
    settledTo: read.settledTo,
    finished: read.finished,
    carried: read.carried,
    heldFrom: read.heldFrom,
    settled: settled.map(linked),
    open: read.open.map(linked),
  }
}

/** Models write footnotes at the end: until then, a mark that looks like one counts as one. */
function withAwaitedNotes(known: Definitions, blocks: readonly Block[]): ReadonlyMap<string, unknown> {
  const awaited = blocks.flatMap(({ labels }) => labels).filter((label) => looksLikeNote.test(label))
  return awaited.every((label) => known.has(label))
    ? known
    : new Map<string, unknown>([...known, ...awaited.map((label): [string, null] => [label, null])])
}

const looksLikeNote = /^\^(?:\d{1,3}|(?:fn|note|ref)[\w-]{0,20})$/u
