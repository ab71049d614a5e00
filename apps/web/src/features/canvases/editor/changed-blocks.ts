import type { Node } from '@tiptap/pm/model'

/**
 * Returns the part of a document, in whole top-level blocks, that a change has touched: a document shares unchanged blocks with
 * the one before.
 */
export function changedBlocks(before: Node, after: Node): { from: number; to: number } {
  const shared = Math.min(before.childCount, after.childCount)
  let from = 0
  let first = 0
  while (first < shared && before.child(first) === after.child(first)) from += after.child(first++).nodeSize
  let to = after.content.size
  for (let last = 1; last <= shared - first; last++) {
    const block = after.child(after.childCount - last)
    if (before.child(before.childCount - last) !== block) break
    to -= block.nodeSize
  }
  return { from, to }
}
