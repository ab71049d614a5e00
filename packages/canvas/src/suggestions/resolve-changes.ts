import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { diffChars } from 'diff'
import { formulaNode, formulaOf } from '../formulas/formula-node.ts'
import { type Formula, formulasInText, formulaText, readFormula } from '../formulas/formula-syntax.ts'
import {
  blockAttribute,
  deletionMark,
  insertionMark,
  readBlock,
  readText,
  type SuggestedText,
} from './attributes.ts'

type Piece = { kind: 'insert' | 'delete'; isBlock: boolean; from: number; to: number; was: string }

/** A change that is accepted or refused as one: words or blocks to delete, to insert, or both. */
export type SuggestedChange = {
  /** Distinguishes it in the document. */
  key: string
  id: string
  model: string
  from: number
  to: number
  pieces: Piece[]
}

/** Whether there are suggestions in a part of a document. */
export function hasSuggestions(doc: Node, from: number, to: number): boolean {
  let found = false
  if (from < to)
    doc.nodesBetween(from, to, (node) => {
      found ||=
        readBlock(node.attrs[blockAttribute]) !== null ||
        node.marks.some(({ type }) => type.name === insertionMark || type.name === deletionMark)
      return !found
    })
  return found
}

/** The suggested changes of a document, in its order. */
export function suggestedChanges(doc: Node): SuggestedChange[] {
  const changes = new Map<string, SuggestedChange>()
  const add = ({ id, part, model }: SuggestedText, piece: Piece) => {
    const key = `${id} ${part}`
    const change = changes.get(key)
    if (!change) changes.set(key, { key, id, model, from: piece.from, to: piece.to, pieces: [piece] })
    else {
      const last = change.pieces.at(-1)
      // One run of text, in several formattings.
      if (last && !piece.isBlock && !last.isBlock && last.kind === piece.kind && last.to === piece.from)
        last.to = piece.to
      else change.pieces.push(piece)
      change.to = Math.max(change.to, piece.to)
    }
  }
  doc.descendants((node, from) => {
    const to = from + node.nodeSize
    const block = readBlock(node.attrs[blockAttribute])
    if (block) add(block, { kind: block.kind, isBlock: true, from, to, was: block.was })
    for (const { type, attrs } of node.marks) {
      const text = readText(attrs)
      if (!text) continue
      if (type.name === insertionMark) add(text, { kind: 'insert', isBlock: false, from, to, was: '' })
      if (type.name === deletionMark) add(text, { kind: 'delete', isBlock: false, from, to, was: text.was })
    }
    return true
  })
  return [...changes.values()].toSorted((one, other) => one.from - other.from)
}

/**
 * Returns the transaction that accepts or refuses changes, which undo reverts as one. What people wrote into a suggestion stays: of
 * text to delete only the words of that time go, and a block that was edited since stays as a whole.
 */
export function resolveChanges(
  { tr, doc }: Pick<EditorState, 'tr' | 'doc'>,
  changes: readonly SuggestedChange[],
  decision: 'accept' | 'refuse',
): Transaction {
  const pieces = changes
    .flatMap((change) => change.pieces)
    .toSorted((one, other) => other.from - one.from || other.to - one.to)
  // From the end, so that earlier positions stay.
  for (const piece of pieces) {
    const isRemoved = (piece.kind === 'insert') === (decision === 'refuse')
    if (piece.isBlock) resolveBlock(tr, doc, piece, isRemoved)
    else resolveText(tr, doc, piece, isRemoved)
  }
  return tr
}

function resolveText(tr: Transaction, doc: Node, { kind, from, to, was }: Piece, isRemoved: boolean): void {
  const { marks } = doc.type.schema
  const mark = marks[kind === 'insert' ? insertionMark : deletionMark]
  if (mark) tr.removeMark(from, to, mark)
  if (!isRemoved) return kind === 'insert' ? makeFormulas(tr, from, to) : undefined
  const text = doc.textBetween(from, to, undefined, '\uFFFC')
  const kept = kind === 'delete' && was !== '' ? addedTo(was, text) : []
  let end = to
  for (const [begin, length] of kept.toReversed()) {
    if (from + begin + length < end) tr.delete(from + begin + length, end)
    end = from + begin
  }
  if (from < end) tr.delete(from, end)
}

function resolveBlock(tr: Transaction, doc: Node, { from, to, was }: Piece, isRemoved: boolean): void {
  const block = doc.nodeAt(from)
  if (!block) return
  if (isRemoved && writtenIn(block) === was) {
    if (block.isInline) tr.delete(from, to)
    else deleteBlock(tr, from, tr.mapping.map(to, -1))
  } else tr.setNodeAttribute(from, blockAttribute, null)
}

/** The text of a block or a formula, without what is only suggested within it. */
function writtenIn(block: Node): string {
  if (block.type.name === formulaNode) return formulaText(formulaOf(block.attrs))
  let text = ''
  block.descendants((node) => {
    if (readBlock(node.attrs[blockAttribute])?.kind === 'insert') return false
    if (node.isText && !node.marks.some(({ type }) => type.name === insertionMark)) text += node.text ?? ''
    if (node.type.name === formulaNode) text += formulaText(formulaOf(node.attrs))
    return true
  })
  return text
}

/** Makes formulas of accepted text: see `insertRuns`. */
function makeFormulas(tr: Transaction, from: number, to: number): void {
  const type = tr.doc.type.schema.nodes[formulaNode]
  const found: { from: number; to: number; formula: Formula }[] = []
  tr.doc.nodesBetween(from, to, (node, position) => {
    const { text } = node
    if (!type || text === undefined || node.marks.some((mark) => mark.type.name === 'code')) return
    const [begin, end] = [Math.max(from - position, 0), Math.min(to - position, text.length)]
    for (const { 0: written, index } of text.slice(begin, end).matchAll(formulasInText())) {
      const formula = readFormula(written)
      const at = position + begin + index
      if (formula) found.push({ from: at, to: at + written.length, formula })
    }
  })
  for (const one of found.toReversed()) if (type) tr.replaceWith(one.from, one.to, type.create(one.formula))
}

/** Deletes a block, and what is around it if that would be empty. */
function deleteBlock(tr: Transaction, from: number, to: number): void {
  const $from = tr.doc.resolve(from)
  let { depth } = $from
  while (depth > 0 && $from.node(depth).childCount === 1) depth -= 1
  const [begin, end] = depth < $from.depth ? [$from.before(depth + 1), $from.after(depth + 1)] : [from, to]
  const parent = $from.node(depth)
  const index = $from.index(depth)
  const paragraph = tr.doc.type.schema.nodes['paragraph']
  if (parent.canReplace(index, index + 1)) tr.delete(begin, end)
  else if (paragraph) tr.replaceWith(begin, end, paragraph.create())
}

/** Where text was added to a text since: start and length of each addition. */
function addedTo(was: string, now: string): [number, number][] {
  if (was === now) return []
  const added: [number, number][] = []
  let at = 0
  for (const part of diffChars(was, now)) {
    if (part.added) added.push([at, part.value.length])
    if (!part.removed) at += part.value.length
  }
  return added
}
