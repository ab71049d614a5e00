import type { Definition, FootnoteDefinition, RootContent } from 'mdast'
import remend from 'remend'
import { definitionKey, linkBlock, toBlock, type Block } from './block.ts'
import { readFence } from './read-fence.ts'
import { parseMarkdown } from './syntax.ts'

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
}

export const emptyDocument: MarkdownDocument = {
  text: '', settled: [], settledTo: 0, open: [], settledDefinitions: new Map(), definitions: new Map(),
}

/** A block longer than this (characters) is cut: the parser's time grows faster than the text. */
const longestBlock = 20_000

/**
 * Reads `text`, keeping what `previous` knows when it only grew. Settled blocks are parsed once. For a complete text
 * the result is the same whether it came at once or by the character.
 */
export function readMarkdown(previous: MarkdownDocument, text: string, complete: boolean): MarkdownDocument {
  const source = text.replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\uFFFD')
  const base = source.startsWith(previous.text.slice(0, previous.settledTo)) ? previous : emptyDocument
  const fresh: Block[] = []
  let step: Step = { settled: [], settledTo: base.settledTo, open: [], finished: false }
  while (!step.finished) {
    step = readOn(source, step.settledTo, complete)
    fresh.push(...step.settled)
  }
  return link(base, source, fresh, step)
}

type Step = { settled: Block[]; settledTo: number; open: Block[]; finished: boolean }

/** Reads the next piece of the text, at most a block's greatest length. */
function readOn(text: string, from: number, complete: boolean): Step {
  const start = afterBlankLines(text, from)
  const fence = readFence(text, start)
  if (fence) {
    const block = toBlock(start, text.slice(start, fence.end), [fence.node])
    return fence.closed
      ? { settled: [block], settledTo: fence.end, open: [], finished: false }
      : { settled: [], settledTo: start, open: [block], finished: true }
  }
  const isRest = text.length - start <= longestBlock
  const piece = flattenDeepNesting(text.slice(start, start + longestBlock))
  const blocks = toBlocks(parseMarkdown(piece).children, piece, start)
  if (isRest) {
    const count = settledCount(blocks, text)
    const open = blocks.slice(count)
    const settledTo = open[0]?.start ?? start
    return { settled: blocks.slice(0, count), settledTo, open: complete ? open : mendLast(open), finished: true }
  }
  const last = blocks.at(-1)
  if (last && last.start > start) return { settled: blocks.slice(0, -1), settledTo: last.start, open: [], finished: false }
  const cut = piece.slice(0, piece.lastIndexOf('\n') + 1 || piece.length)
  return { settled: [toBlock(start, cut, parseMarkdown(cut).children)], settledTo: start + cut.length, open: [], finished: false }
}

/** One block a node; nodes that share a line stay together. */
function toBlocks(nodes: RootContent[], piece: string, offset: number): Block[] {
  const starts = nodes.map((node) => piece.lastIndexOf('\n', (node.position?.start.offset ?? 0) - 1) + 1)
  const firsts = [...new Set(starts)]
  return firsts.map((first, index) =>
    toBlock(offset + first, piece.slice(first, firsts[index + 1]), nodes.filter((_, at) => starts[at] === first)))
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
  const source = remend(last.source, { linkMode: 'text-only', singleTilde: false, comparisonOperators: false, htmlTags: false, katex: false })
  return source === last.source ? open : [...open.slice(0, -1), toBlock(last.start, source, parseMarkdown(source).children)]
}

function afterBlankLines(text: string, from: number): number {
  blankLines.lastIndex = from
  return blankLines.test(text) ? blankLines.lastIndex : from
}

const blankLines = /(?:[ \t]*\n)+/y

/** More than forty containers opened in one line: nobody means it, and a tree that deep breaks whatever walks it. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40,}/gmu

const flattenDeepNesting = (piece: string): string => piece.replaceAll(deepNesting, (marks) => `\u200B${marks.slice(1)}`)

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
  return { text, settledDefinitions, definitions, settledTo: step.settledTo, settled: settled.map(linked), open: step.open.map(linked) }
}
