import type { Definition, FootnoteDefinition, RootContent } from 'mdast'
import remend from 'remend'
import { definitionKey, linkBlock, toBlock, type Block } from './block.ts'
import { readFence } from './read-fence.ts'
import { parseMarkdown } from './syntax.ts'
import { tame } from './tame.ts'

type Definitions = ReadonlyMap<string, Definition | FootnoteDefinition>

/** A text read so far. */
export type MarkdownDocument = {
  text: string
  /** Read for good. */
  settled: readonly Block[]
  /** Everything before this offset is in `settled` and is not read again. */
  settledTo: number
  /** What may still change with the next characters: the last block, sometimes two. */
  open: readonly Block[]
  /** Definitions in settled blocks, the first of each key. */
  settledDefinitions: Definitions
  /** All definitions: of links by identifier, of footnotes by `^identifier`. */
  definitions: Definitions
  /** False when the time was up before the end: reading again goes on from here. */
  finished: boolean
  /** Lines to be read before the next piece: the head of a table that was cut. The piece's first block then `continues`. */
  carried: string
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
}

type Size = { characters: number; lines: number }

/**
 * A text is read in pieces of the first size; a block that fills its piece is tried again with the next size, and one
 * longer than the last is cut, for the parser's time grows faster than the text. Tables are cut at once: their pieces
 * are drawn as one table.
 */
const longestPiece: Size = { characters: 12_000, lines: 300 }
const pieceSizes: readonly Size[] = [
  { characters: 2000, lines: 40 },
  { characters: 6000, lines: 120 },
  longestPiece,
]

/**
 * Reads `text`, keeping what `previous` knows when it only grew. Settled blocks are parsed once. For a complete text
 * the result is the same whether it came at once or by the character. Stops after `budgetMs` milliseconds at the next
 * block.
 */
export function readMarkdown(
  previous: MarkdownDocument,
  text: string,
  complete: boolean,
  budgetMs = Infinity,
): MarkdownDocument {
  const source = text.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\uFFFD')
  // What is settled was settled by the line after it, so the whole of the earlier text must be there.
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
    step = readOn(source, step.settledTo, complete, step.carried)
    fresh.push(...step.settled)
  } while (!step.finished && performance.now() < until)
  return link(base, source, fresh, step)
}

type Step = { settled: Block[]; settledTo: number; open: Block[]; finished: boolean; carried: string }

/** Reads the next piece of the text. */
function readOn(text: string, from: number, complete: boolean, carried: string): Step {
  const start = carried ? from : afterBlankLines(text, from)
  const fence = carried ? undefined : readFence(text, start)
  if (fence) {
    const block = toBlock(start, text.slice(start, fence.end), [fence.node])
    return fence.closed
      ? { settled: [block], settledTo: fence.end, open: [], finished: false, carried: '' }
      : { settled: [], settledTo: start, open: [block], finished: true, carried: '' }
  }
  return readPiece(text, start, complete, carried, pieceSizes)
}

/** Reads a piece of the first of `sizes`, or of the next while one block fills it. */
function readPiece(
  text: string,
  start: number,
  complete: boolean,
  carried: string,
  [size = longestPiece, ...larger]: readonly Size[],
): Step {
  const end = pieceEnd(text, start, size)
  const piece = carried + tame(text.slice(start, end))
  const blocks = toBlocks(parseMarkdown(piece).children, piece, start - carried.length)
  const [first, ...others] = blocks
  if (carried && first) first.continues = true
  if (end === text.length) return lastStep(text, start, blocks, complete, carried)
  if (!first) return { settled: [], settledTo: end, open: [], finished: false, carried }
  const last = others.at(-1)
  if (last)
    return { settled: blocks.slice(0, -1), settledTo: last.start, open: [], finished: false, carried: '' }
  const isWholeLines = text[end - 1] === '\n'
  if (isWholeLines && larger.length > 0 && !isTable(first))
    return readPiece(text, start, complete, carried, larger)
  return cutBlock(first, end)
}

/** The end of the text is reached: what may still change stays open. */
function lastStep(text: string, start: number, blocks: Block[], complete: boolean, carried: string): Step {
  const count = settledCount(blocks, text)
  const open = blocks.slice(count)
  const settledTo = open[0]?.start ?? start
  const stillCarried = count === 0 ? carried : ''
  return {
    settled: blocks.slice(0, count),
    settledTo: settledTo + stillCarried.length,
    open: complete ? open : mendLast(open),
    finished: true,
    carried: stillCarried,
  }
}

/** A block too long to be read whole: what fits is settled, and a table's head goes on above the rest. */
function cutBlock(block: Block, settledTo: number): Step {
  const carried = isTable(block) ? (/^(?:[^\n]*\n){2}/u.exec(block.source)?.[0] ?? '') : ''
  return { settled: [block], settledTo, open: [], finished: false, carried }
}

const isTable = (block: Block): boolean => block.nodes.length === 1 && block.nodes[0]?.type === 'table'

/** Where a piece of a size ends: after its last whole line, or in the middle of one that is longer than any piece. */
function pieceEnd(text: string, start: number, { characters, lines }: Size): number {
  let line = start
  for (let count = 0; count < lines; count++) {
    const next = text.indexOf('\n', line)
    if (next === -1 || next >= start + characters) {
      if (line > start && (next !== -1 || text.length > start + characters)) return line
      return Math.min(text.length, next === -1 ? Infinity : next + 1, start + longestPiece.characters)
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

/** A block is settled once a whole line of the next is there: half a line may still turn out to continue the block. */
function settledCount(blocks: Block[], text: string): number {
  const last = blocks.findLastIndex((block) => text.includes('\n', block.start))
  return Math.max(last, 0)
}

/** The last block as it will probably end: half-written emphasis, code and links are closed. */
function mendLast(open: Block[]): Block[] {
  const last = open.at(-1)
  if (!last || last.nodes.some((node) => node.type === 'code' || node.type === 'math')) return open
  const source = remend(last.source.replace(halfCitation, ''), {
    linkMode: 'text-only',
    singleTilde: false,
    comparisonOperators: false,
    htmlTags: false,
    katex: false,
  })
  return source === last.source
    ? open
    : [
        ...open.slice(0, -1),
        { ...toBlock(last.start, source, parseMarkdown(source).children), continues: last.continues },
      ]
}

/** Its number is shown when it is whole, and not as a word before. */
const halfCitation = /\[\d{1,3}(?:[,،、，]\s?\d{0,3})*$/u

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

function link(base: MarkdownDocument, text: string, fresh: Block[], step: Step): MarkdownDocument {
  const settledDefinitions = withDefinitions(base.settledDefinitions, fresh)
  const definitions = withDefinitions(settledDefinitions, step.open)
  const linked = (block: Block): Block => linkBlock(block, definitions)
  const settled = [...base.settled, ...fresh]
  return {
    text,
    settledDefinitions,
    definitions,
    settledTo: step.settledTo,
    finished: step.finished,
    carried: step.carried,
    settled: settled.map(linked),
    open: step.open.map(linked),
  }
}
