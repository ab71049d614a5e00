import type { EditorState, Selection, Transaction } from '@tiptap/pm/state'

const lists = new Set(['bulletList', 'orderedList', 'taskList'])

/** The selected list items or blocks of the top level: children `first` to `last` at a depth. Null for a cursor between blocks. */
function selectedBlocks({ $from, $to }: Selection): { depth: number; first: number; last: number } | null {
  let depth = $from.sharedDepth($to.pos)
  while (depth > 0 && !lists.has($from.node(depth).type.name)) depth--
  const [first, last] = [$from.index(depth), $to.indexAfter(depth) - 1]
  return last < first ? null : { depth, first, last }
}

/**
 * Moves the selected block or list item by one place among those beside it: its neighbor is put on its other side, so that the selection
 * and what is marked in it stay. Null at the edge.
 */
export function moveBlock({ selection, tr }: EditorState, by: -1 | 1): Transaction | null {
  const selected = selectedBlocks(selection)
  if (!selected) return null
  const { depth, first, last } = selected
  const { $from } = selection
  const parent = $from.node(depth)
  const neighbor = parent.maybeChild(by === -1 ? first - 1 : last + 1)
  if (!neighbor) return null
  const start = $from.posAtIndex(first, depth)
  const end = $from.posAtIndex(last + 1, depth)
  if (by === -1) tr.insert(end, neighbor).delete(start - neighbor.nodeSize, start)
  else tr.delete(end, end + neighbor.nodeSize).insert(start, neighbor)
  return tr.scrollIntoView()
}
