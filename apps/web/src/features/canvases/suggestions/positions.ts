import type { CanvasPosition, CanvasRange } from '@atrium/contract'
import type { EditorState } from '@tiptap/pm/state'
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import { createRelativePositionFromJSON, relativePositionToJSON } from 'yjs'

/** The selected passage as CRDT positions; null without a selection. */
export function selectedRange(state: EditorState): CanvasRange | null {
  const { from, to, empty } = state.selection
  const binding = bindingOf(state)
  if (empty || !binding) return null
  const positionAt = (position: number) =>
    relativePositionToJSON(
      absolutePositionToRelativePosition(position, binding.type, binding.mapping),
    ) as CanvasPosition
  return { from: positionAt(from), to: positionAt(to) }
}

/** Where a CRDT position is in the editor's document now; null when it is not in it. */
export function positionIn(state: EditorState, position: CanvasPosition): number | null {
  const binding = bindingOf(state)
  if (!binding) return null
  return relativePositionToAbsolutePosition(
    binding.doc,
    binding.type,
    createRelativePositionFromJSON(position),
    binding.mapping,
  )
}

const bindingOf = (state: EditorState): ProsemirrorBinding | null =>
  (ySyncPluginKey.getState(state) as { binding: ProsemirrorBinding | null } | undefined)?.binding ?? null
