import type { Element, ElementContent, Root, RootContent, Text } from 'hast'
import { endOfWord, lettersOf } from '../../../lib/letters.ts'

/** A range of a text: from `start` up to `end`, in UTF-16 units. */
type Range = { start: number; end: number }

/**
 * Marks sentences within a block, whatever is emphasized or linked in them; each is given as its Markdown source. Missing ones
 * stay unmarked. Changes the given tree.
 */
export function markSentences(tree: Root, sentences: readonly string[]): Root {
  if (sentences.length === 0) return tree
  const texts: Text[] = []
  collectTexts(tree, texts)
  const ranges = rangesOf(texts.map(({ value }) => value).join(''), sentences)
  if (ranges.length === 0) return tree
  let end = 0
  const pieces = new Map<Text, ElementContent[]>()
  for (const text of texts) {
    const start = end
    end += text.value.length
    pieces.set(text, cutAt(text, start, ranges))
  }
  tree.children = replaced(tree.children as ElementContent[], pieces) as RootContent[]
  return tree
}

/** The positions of the sentences, in text order, without nested ones. */
function rangesOf(text: string, sentences: readonly string[]): Range[] {
  const { letters, at } = lettersOf(text)
  const found = sentences.flatMap((sentence): Range[] => {
    const wanted = lettersOf(withoutMarks(sentence)).letters
    const first = wanted === '' ? -1 : letters.indexOf(wanted)
    if (first < 0) return []
    const last = at[first + wanted.length - 1] ?? 0
    return [{ start: at[first] ?? 0, end: endOfWord(text, last) }]
  })
  return found
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start }, index, all) => all.slice(0, index).every(({ end }) => end <= start))
}

/** Citations and link targets are not part of a sentence's words. */
const withoutMarks = (sentence: string): string =>
  sentence.replaceAll(/\]\([^)\s]*\)/gu, ']').replaceAll(/\[\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*\]/gu, '')

/** Splits a text, marking the pieces in a range; the first piece of a range is focusable. */
function cutAt({ value }: Text, offset: number, ranges: readonly Range[]): ElementContent[] {
  const pieces: ElementContent[] = []
  let done = 0
  for (const range of ranges) {
    const start = Math.max(range.start - offset, 0)
    const end = Math.min(range.end - offset, value.length)
    if (start >= end) continue
    if (start > done) pieces.push({ type: 'text', value: value.slice(done, start) })
    const properties = range.start >= offset ? { tabIndex: 0 } : {}
    const children: Text[] = [{ type: 'text', value: value.slice(start, end) }]
    pieces.push({ type: 'element', tagName: 'unsupported-part', properties, children })
    done = end
  }
  if (done < value.length) pieces.push({ type: 'text', value: value.slice(done) })
  return pieces
}

function collectTexts(node: Root | ElementContent, into: Text[]): void {
  if (node.type === 'text') into.push(node)
  else if (node.type === 'element' && node.data?.part) {
    if (node.data.part.part === 'table') collectTexts(node.data.part.table, into)
  } else if ('children' in node)
    for (const child of node.children) collectTexts(child as ElementContent, into)
}

const replaced = (nodes: ElementContent[], pieces: ReadonlyMap<Text, ElementContent[]>): ElementContent[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return pieces.get(node) ?? [node]
    if (node.type === 'element') replaceIn(node, pieces)
    return [node]
  })

function replaceIn(element: Element, pieces: ReadonlyMap<Text, ElementContent[]>): void {
  const part = element.data?.part
  const within = part?.part === 'table' ? part.table : element
  within.children = replaced(within.children, pieces)
}
