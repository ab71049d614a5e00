import { formulaNode, formulaOf, tidySource } from '@atrium/canvas'
import type { Editor } from '@tiptap/core'
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { createEvent } from '../../../lib/store.ts'

/** Requests editing of the selected formula of an editor. */
export const formulaOpened = createEvent<Editor>()

export type SelectedFormula = ReturnType<typeof formulaOf> & { position: number }

/** The formula that is selected as a whole, with its position; null for another selection. */
export function selectedFormula({ selection }: EditorState): SelectedFormula | null {
  return selection instanceof NodeSelection && selection.node.type.name === formulaNode
    ? { ...formulaOf(selection.node.attrs), position: selection.from }
    : null
}

/** Makes a formula of the selected text, or an empty one, and opens it. One on its own line gets a paragraph. */
export function insertFormula(editor: Editor, isDisplay: boolean): void {
  const isInserted = editor
    .chain()
    .focus()
    .command(({ tr }) => insertAtSelection(tr, isDisplay))
    .run()
  if (isInserted) formulaOpened.emit(editor)
}

function insertAtSelection(tr: Transaction, isDisplay: boolean): boolean {
  const { formula, paragraph } = tr.doc.type.schema.nodes
  const { $from, $to, from, to, empty } = tr.selection
  if (!formula || !paragraph || !$from.parent.inlineContent || !$from.sameParent($to)) return false
  const node = formula.create({ source: tidySource(tr.doc.textBetween(from, to), isDisplay), isDisplay })
  const isInPlace = !$from.parent.type.spec.code && (!isDisplay || !empty || $from.parent.content.size === 0)
  const at = isInPlace ? from : $from.after() + 1
  if (isInPlace) tr.replaceWith(from, to, node)
  else tr.insert($from.after(), paragraph.create(null, node))
  tr.setSelection(NodeSelection.create(tr.doc, at))
  return true
}
