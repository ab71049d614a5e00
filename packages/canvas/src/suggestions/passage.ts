import type { JSONContent } from '@tiptap/core'
import {
  type AbstractType,
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  type Doc,
  XmlElement,
  type XmlFragment,
  XmlText,
} from 'yjs'
import { documentField } from '../extensions.ts'
import { formulaNode, formulaOf } from '../formulas/formula-node.ts'
import { formulaText } from '../formulas/formula-syntax.ts'
import { schema, serialize } from '../schema.ts'
import { blockAttribute, insertionMark, readBlock } from './attributes.ts'
import { jsonOf, runsToJson } from './json-of.ts'
import { keyOfMarks, type Run } from './diff-words.ts'
import { withoutSuggestions } from './without-suggestions.ts'

/** Two CRDT positions, as JSON of Yjs' relative positions. */
export type PassageRange = { from: unknown; to: unknown }

/** A part of a document: some text within one block, or whole blocks of the top level. */
export type Passage =
  | { kind: 'text'; text: XmlText; from: number; to: number }
  | { kind: 'blocks'; blocks: XmlElement[] }

/** Finds a passage in a document; the whole document for no range. Null when a position is not in it, or nothing is between them. */
export function findPassage(doc: Doc, range: PassageRange | null): Passage | null {
  const fragment = doc.getXmlFragment(documentField)
  const blocks = fragment.toArray().filter((node) => node instanceof XmlElement)
  if (range === null) return blocksOf(blocks)
  const [from, to] = [positionOf(doc, range.from), positionOf(doc, range.to)]
  if (!from || !to) return null
  const text = from.type
  if (text === to.type && text instanceof XmlText && isWithinBlock(text, fragment, from.index, to.index))
    return { kind: 'text', text, from: from.index, to: to.index }
  const [first, last] = [topIndex(fragment, from), topIndex(fragment, to)]
  if (first === null || last === null || first > last) return null
  // A selection that ends before the first character of a block doesn't have it.
  const end = last > first && isAtStart(to) ? last : last + 1
  return blocksOf(
    fragment
      .toArray()
      .slice(first, end)
      .filter((node) => node instanceof XmlElement),
  )
}

/** The text of a passage as Markdown, without suggestions. */
export function passageMarkdown(passage: Passage): string {
  const content: JSONContent[] =
    passage.kind === 'blocks'
      ? passage.blocks.map(jsonOf)
      : [{ type: 'paragraph', content: runsToJson(runsOf(passage.text, passage.from, passage.to)) }]
  const known = withoutSuggestions({ type: 'doc', content })
  return known ? serialize(known) : ''
}

/** The words of a passage as they are read, without suggestions. */
export const passageText = (passage: Passage): string =>
  passage.kind === 'text'
    ? runsOf(passage.text, passage.from, passage.to)
        .map(({ text }) => text)
        .join('')
    : passage.blocks.map(wordsOf).join('\n')

const wordsOf = (node: XmlElement): string => {
  const inline = inlineRuns(node)
  return inline
    ? inline.map(({ text }) => text).join('')
    : node
        .toArray()
        .map((child) =>
          child instanceof XmlText
            ? runsOf(child)
                .map(({ text }) => text)
                .join('')
            : child instanceof XmlElement
              ? wordsOf(child)
              : '',
        )
        .join(' ')
}

type TextRun = Run & { node: XmlText; at: number }

/** A run in the shared document: in a text at an index, or a formula's element. */
export type PlacedRun = TextRun | (Run & { node: XmlElement; at: 0 })

/** The runs of a block that has only text and formulas, without suggested insertions; null for another one. */
export function inlineRuns(block: XmlElement): PlacedRun[] | null {
  const children = block.toArray()
  const runs: PlacedRun[] = []
  for (const child of children)
    if (child instanceof XmlText) runs.push(...runsOf(child))
    else if (child instanceof XmlElement && child.nodeName === formulaNode) {
      const { [blockAttribute]: suggestion, ...attributes } = child.getAttributes() as Record<string, unknown>
      if (readBlock(suggestion)?.kind === 'insert') continue
      const formula = formulaOf(attributes)
      runs.push({ text: formulaText(formula), marks: {}, formula, node: child, at: 0 })
    } else return null
  return withMarksAround(runs)
}

/** A formula has the formatting that the text on both sides of it has, as when all of it is text. */
export const withMarksAround = <One extends Run>(runs: readonly One[]): One[] =>
  runs.map((run, index) => {
    const [previous, next] = [runs[index - 1], runs[index + 1]]
    return run.formula && previous && next && keyOfMarks(previous.marks) === keyOfMarks(next.marks)
      ? { ...run, marks: previous.marks }
      : run
  })

/** The text between two positions with its formatting, without suggested insertions; `at` is where each run is. */
export function runsOf(text: XmlText, from = 0, to = text.length): TextRun[] {
  let at = 0
  return (text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]).flatMap(
    ({ insert, attributes = {} }) => {
      const whole = typeof insert === 'string' ? insert : ' '
      const start = at
      at += typeof insert === 'string' ? insert.length : 1
      if (typeof insert !== 'string' || insertionMark in attributes) return []
      const [begin, end] = [Math.max(start, from), Math.min(at, to)]
      return begin < end
        ? [{ text: whole.slice(begin - start, end - start), marks: attributes, node: text, at: begin }]
        : []
    },
  )
}

type Position = { type: AbstractType<unknown>; index: number }

function positionOf(doc: Doc, json: unknown): Position | null {
  try {
    const found = createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(json), doc)
    return found && { type: found.type, index: found.index }
  } catch {
    return null
  }
}

/** Whether it is some of the text of a block that can have marks. A whole paragraph of the top level is a block. */
function isWithinBlock(text: XmlText, fragment: XmlFragment, from: number, to: number): boolean {
  const block = text.parent
  if (!(block instanceof XmlElement) || from >= to || !takesMarks(block)) return false
  return !(from === 0 && to === text.length && block.parent === fragment && block.length === 1)
}

export const takesMarks = ({ nodeName }: XmlElement): boolean => {
  const type = schema.nodes[nodeName]
  return type !== undefined && type.inlineContent && type.markSet === null
}

/** The index of the block of the top level that a position is in. */
function topIndex(fragment: XmlFragment, { type, index }: Position): number | null {
  if (type === fragment) return fragment.length === 0 ? null : Math.min(index, fragment.length - 1)
  let node: AbstractType<unknown> | null = type
  while (node && node.parent !== fragment) node = node.parent as AbstractType<unknown> | null
  const at = node ? fragment.toArray().indexOf(node as XmlElement) : -1
  return at < 0 ? null : at
}

const isAtStart = ({ type, index }: Position): boolean => {
  if (index > 0) return false
  let node: AbstractType<unknown> | null = type
  while (node?.parent) {
    if (node._item?.left && !node._item.left.deleted) return node.parent.parent === null
    node = node.parent as AbstractType<unknown> | null
  }
  return true
}

/** Empty paragraphs around it are not part of a passage; nor are blocks that are only suggested. */
function blocksOf(found: readonly XmlElement[]): Passage | null {
  const blocks = found.filter((block) => readBlock(block.getAttribute(blockAttribute))?.kind !== 'insert')
  const isEmpty = (block: XmlElement | undefined) =>
    block !== undefined &&
    block.nodeName === 'paragraph' &&
    block.toArray().every((child) => child instanceof XmlText && child.length === 0)
  while (isEmpty(blocks[0])) blocks.shift()
  while (isEmpty(blocks.at(-1))) blocks.pop()
  return blocks.length > 0 ? { kind: 'blocks', blocks } : null
}
