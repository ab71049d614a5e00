import type { Node } from '@tiptap/pm/model'
import { prosemirrorJSONToYDoc } from '@tiptap/y-tiptap'
import { type Doc, XmlElement, type XmlFragment, XmlText } from 'yjs'
import { documentField } from '../extensions.ts'
import { parseMarkdown } from '../convert.ts'
import { formulaNode, formulaOf } from '../formulas/formula-node.ts'
import { formulaText } from '../formulas/formula-syntax.ts'
import { schema } from '../schema.ts'
import { alignBlocks, type Comparable } from './align-blocks.ts'
import {
  type Author,
  blockAttribute,
  deletionMark,
  readBlock,
  type SuggestedBlock,
  writeBlock,
} from './attributes.ts'
import { diffWords, keyOfMarks, type Run } from './diff-words.ts'
import { jsonOf } from './json-of.ts'
import { insertRuns, placeAt, type TextPlace } from './insert-runs.ts'
import { inlineRuns, type Passage, type PlacedRun, runsOf, takesMarks, withMarksAround } from './passage.ts'
import { withoutSuggestions } from './without-suggestions.ts'

/**
 * Writes the difference between a passage and its new Markdown text into the document, as a suggestion: words to delete are marked, words
 * and blocks to insert are added with a mark. What is equal stays untouched, so that others can go on typing in it. Returns the number
 * of changes, which are accepted or refused one by one.
 */
export function writeSuggestion(doc: Doc, passage: Passage, text: string, author: Author): number {
  const next = parseMarkdown(text)
  const writer = new Writer(author)
  doc.transact(() => {
    if (passage.kind === 'text') writer.rewriteText(passage, next)
    else {
      const parent = passage.blocks[0]?.parent
      if (parent) writer.rewriteBlocks(parent as XmlFragment, passage.blocks, next)
    }
  })
  return writer.parts
}

class Writer {
  readonly #author: Author
  parts = 0

  constructor(author: Author) {
    this.#author = author
  }

  /** Some of the text of a block; what the model made of it beyond one paragraph follows that block. */
  rewriteText(
    { text, from, to }: Extract<Passage, { kind: 'text' }>,
    [first, ...others]: readonly Node[],
  ): void {
    if (!first) return
    const runs = isPlain(first) ? runsOfNode(first) : [{ text: first.textContent, marks: {} }]
    this.#rewriteRuns(runsOf(text, from, to), runs, () => ({ node: text, at: to }))
    let block: XmlElement | XmlFragment | null = text.parent as XmlElement
    while (block?.parent instanceof XmlElement) block = block.parent
    const fragment = block?.parent
    if (others.length > 0 && block instanceof XmlElement && fragment)
      this.#insertBlocks(fragment as XmlFragment, block, others, this.parts++)
  }

  rewriteBlocks(parent: XmlFragment | XmlElement, old: readonly XmlElement[], next: readonly Node[]): void {
    const pairs = alignBlocks(old.map(comparableOfBlock), next.map(comparableOfNode))
    let last: XmlElement | null = old[0] ? elementBefore(parent, old[0]) : null
    let gapPart: number | null = null
    for (const { before, after } of pairs) {
      const block = before === null ? undefined : old[before]
      const node = after === null ? undefined : next[after]
      if (block && node && this.#rewriteBlock(block, node)) {
        last = block
        gapPart = null
        continue
      }
      const part = (gapPart ??= this.parts++)
      if (block) {
        this.#markBlock(block, 'delete', part)
        last = block
      }
      if (node) last = this.#insertBlocks(parent, last, [node], part)
    }
  }

  /** False when a block must be replaced as a whole. */
  #rewriteBlock(block: XmlElement, node: Node): boolean {
    if (comparableOfBlock(block).key === comparableOfNode(node).key) return true
    if (shapeOf(block.nodeName, block.getAttributes()) !== shapeOf(node.type.name, node.attrs)) return false
    if (node.isTextblock) {
      const runs = inlineRuns(block)
      if (!runs || !takesMarks(block) || !isPlain(node)) return false
      this.#rewriteRuns(runs, runsOfNode(node), () => endOf(block))
      return true
    }
    if (!recursedInto.has(block.nodeName)) return false
    const children = block.toArray().filter((child) => child instanceof XmlElement)
    this.rewriteBlocks(block, children.filter(isWritten), childrenOf(node))
    return true
  }

  /** `end` is where to write when there is no run. */
  #rewriteRuns(runs: readonly PlacedRun[], next: readonly Run[], end: () => TextPlace): void {
    const whole = runs.map((run) => run.text).join('')
    const numbered = diffWords(runs, next).map((change) => ({ ...change, part: this.parts++ }))
    // From the end, so that earlier positions stay.
    for (const change of numbered.toReversed()) {
      const suggested = { ...this.#author, part: change.part }
      insertRuns(placeAt(runs, change.to) ?? end(), change.insert, suggested)
      const was = whole.slice(change.from, change.to)
      let at = 0
      for (const run of runs) {
        const [from, to] = [Math.max(change.from, at), Math.min(change.to, at + run.text.length)]
        if (from < to && run.node instanceof XmlText)
          run.node.format(run.at + from - at, to - from, { [deletionMark]: { ...suggested, was } })
        else if (from < to)
          run.node.setAttribute(blockAttribute, writeBlock({ ...suggested, kind: 'delete', was: run.text }))
        at += run.text.length
      }
    }
  }

  #insertBlocks(
    parent: XmlFragment | XmlElement,
    after: XmlElement | null,
    nodes: readonly Node[],
    part: number,
  ) {
    const made = elementsOf(nodes)
    parent.insertAfter(after, made)
    for (const element of made) this.#markBlock(element, 'insert', part)
    return made.at(-1) ?? after
  }

  #markBlock(block: XmlElement, kind: SuggestedBlock['kind'], part: number): void {
    const was = schema.nodeFromJSON(withoutSuggestions(jsonOf(block)) ?? jsonOf(block)).textContent
    block.setAttribute(blockAttribute, writeBlock({ ...this.#author, part, kind, was }))
  }
}

/** Blocks that are compared child by child. Tables and code are replaced as a whole. */
const recursedInto = new Set(['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem', 'blockquote'])

/** The end of the last text of a block, which gets one when it has none. */
function endOf(block: XmlElement): TextPlace {
  const last = block.toArray().findLast((child) => child instanceof XmlText)
  if (last) return { node: last, at: last.length }
  const made = new XmlText()
  block.insert(block.length, [made])
  return { node: made, at: 0 }
}

const isWritten = (block: XmlElement) => readBlock(block.getAttribute(blockAttribute))?.kind !== 'insert'

function elementBefore(parent: XmlFragment | XmlElement, block: XmlElement): XmlElement | null {
  const siblings = parent.toArray()
  const found = siblings[siblings.indexOf(block) - 1]
  return found instanceof XmlElement ? found : null
}

const childrenOf = (node: Node): Node[] =>
  Array.from({ length: node.childCount }, (_, index) => node.child(index))

/** Whether a block contains text and formulas alone. */
const isPlain = (node: Node) =>
  node.isTextblock && childrenOf(node).every((child) => child.isText || child.type.name === formulaNode)

const runsOfNode = (node: Node): Run[] =>
  withMarksAround(
    childrenOf(node).map((child) => {
      if (child.isText) return { text: child.text ?? '', marks: marksOf(child) }
      const formula = formulaOf(child.attrs)
      return { text: formulaText(formula), marks: {}, formula }
    }),
  )

const marksOf = ({ marks }: Node): Run['marks'] =>
  Object.fromEntries(marks.map(({ type, attrs }) => [type.name, { ...attrs }]))

function elementsOf(nodes: readonly Node[]): XmlElement[] {
  const json = { type: 'doc', content: nodes.map((node) => node.toJSON() as object) }
  const made = prosemirrorJSONToYDoc(schema, json, documentField).getXmlFragment(documentField)
  return made.toArray().flatMap((node) => (node instanceof XmlElement ? [node.clone() as XmlElement] : []))
}

const comparedAttributes = [
  'level',
  'checked',
  'language',
  'start',
  'colspan',
  'rowspan',
  'source',
  'isDisplay',
]

const shapeOf = (name: string, attributes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([
    name,
    ...comparedAttributes.map((attribute) => {
      const value = attributes[attribute]
      return value === undefined || value === null || value === 1 || value === false || value === ''
        ? null
        : JSON.stringify(value)
    }),
  ])

function comparableOfBlock(block: XmlElement): Comparable {
  const json = withoutSuggestions(jsonOf(block)) ?? { type: block.nodeName }
  return comparableOfNode(schema.nodeFromJSON(json))
}

const comparableOfNode = (node: Node): Comparable => ({
  shape: shapeOf(node.type.name, node.attrs),
  key: keyOf(node),
  text: node.textBetween(0, node.content.size, ' '),
})

/** Everything of a block that Markdown has. A formula is the same as its text. */
function keyOf(node: Node): string {
  const shape = shapeOf(node.type.name, node.attrs)
  return isPlain(node)
    ? `${shape}(${textKeys(runsOfNode(node)).join('')})`
    : node.isText
      ? JSON.stringify([node.text, keyOfMarks(marksOf(node))])
      : `${shape}(${childrenOf(node).map(keyOf).join('')})`
}

/** Text and formatting of runs, neighbors with one formatting as one. */
function textKeys(runs: readonly Run[]): string[] {
  const joined: [string, string][] = []
  for (const { text, marks } of runs) {
    const key = keyOfMarks(marks)
    const last = joined.at(-1)
    if (last?.[1] === key) last[0] += text
    else joined.push([text, key])
  }
  return joined.map((one) => JSON.stringify(one))
}
