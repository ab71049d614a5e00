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
  /** Lines to be read before the next piece: the head of a table that was cut. */
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

/** A block longer than this is cut: the parser's time grows faster than the text. */
const longestBlock = { characters: 12_000, lines: 300 }

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

/** Reads the next piece of the text, at most a block's greatest length. */
function readOn(text: string, from: number, complete: boolean, carried: string): Step {
  const start = carried ? from : afterBlankLines(text, from)
  const fence = carried ? undefined : readFence(text, start)
  if (fence) {
    const block = toBlock(start, text.slice(start, fence.end), [fence.node])
    return fence.closed
      ? { settled: [block], settledTo: fence.end, open: [], finished: false, carried: '' }
      : { settled: [], settledTo: start, open: [block], finished: true, carried: '' }
  }
  const end = pieceEnd(text, start)
  const piece = carried + tame(text.slice(start, end))
  const blocks = toBlocks(parseMarkdown(piece).children, piece, start - carried.length)
  if (end === text.length) {
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
  const last = blocks.at(-1)
  if (last && blocks.length > 1)
    return { settled: blocks.slice(0, -1), settledTo: last.start, open: [], finished: false, carried: '' }
  return cutBlock(piece, start, carried)
}

/** A block too long to be read whole: what fits is settled, and a table's head goes on above the rest. */
function cutBlock(piece: string, start: number, carried: string): Step {
  const line = piece.lastIndexOf('\n') + 1
  const source = piece.slice(0, line > carried.length ? line : piece.length)
  const nodes = parseMarkdown(source).children
  const head =
    nodes.length === 1 && nodes[0]?.type === 'table' ? (/^(?:[^\n]*\n){2}/u.exec(source)?.[0] ?? '') : ''
  const offset = start - carried.length
  return {
    settled: [toBlock(offset, source, nodes)],
    settledTo: offset + source.length,
    open: [],
    finished: false,
    carried: head,
  }
}

function pieceEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + longestBlock.characters)
  let line = start
  for (let count = 0; count < longestBlock.lines; count++) {
    const next = text.indexOf('\n', line)
    if (next === -1 || next >= end) return end
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
  const source = remend(last.source, {
    linkMode: 'text-only',
    singleTilde: false,
    comparisonOperators: false,
    htmlTags: false,
    katex: false,
  })
  return source === last.source
    ? open
    : [...open.slice(0, -1), toBlock(last.start, source, parseMarkdown(source).children)]
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
