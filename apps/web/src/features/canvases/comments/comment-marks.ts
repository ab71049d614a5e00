import type { CanvasRange, ThreadId } from '@atrium/contract'
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { createEvent } from '../../../lib/store.ts'
import { positionIn } from '../suggestions/positions.ts'

/** The passage of an open thread, or of the comment that is being written. */
export type MarkedPassage = { id: ThreadId | 'new'; range: CanvasRange }

type Shown = { passages: readonly MarkedPassage[]; current: MarkedPassage['id'] | null }
type ShownMarks = Shown & { marks: DecorationSet }

type Places = Map<MarkedPassage['id'], { from: number; to: number } | null>

const key = new PluginKey<ShownMarks>('comments')

/** A marked passage was clicked. */
export const passageClicked = createEvent<ThreadId>()

/** Shows which passages have comments. */
export const showComments = (view: EditorView, shown: Shown): void =>
  view.dispatch(view.state.tr.setMeta(key, shown))

/** Where the marked passages are now: null for a deleted one. */
export function passagesIn(state: EditorState): Places {
  const shown = key.getState(state)
  const places: Places = new Map(shown?.passages.map(({ id }) => [id, null]))
  for (const { from, to, spec } of shown?.marks.find() ?? []) {
    const { id } = spec as Pick<MarkedPassage, 'id'>
    const before = places.get(id)
    places.set(id, { from: Math.min(from, before?.from ?? from), to: Math.max(to, before?.to ?? to) })
  }
  return places
}

/** Marks passages with comments. The marks move with local edits, and are located again after changes by others. */
export const CommentMarks = Extension.create({
  name: 'commentMarks',
  addProseMirrorPlugins: () => [
    new Plugin<ShownMarks>({
      key,
      state: {
        init: () => ({ passages: [], current: null, marks: DecorationSet.empty }),
        apply(transaction, shown, _before, state) {
          const change = transaction.getMeta(key) as Shown | undefined
          if (!change && !transaction.docChanged) return shown
          const next = { ...shown, ...change }
          return {
            ...next,
            marks:
              change || isOfOthers(transaction)
                ? marksOf(state, next)
                : shown.marks.map(transaction.mapping, transaction.doc),
          }
        },
      },
      props: {
        decorations: (state) => key.getState(state)?.marks,
        handleClick(view, position) {
          const [found] = key.getState(view.state)?.marks.find(position, position) ?? []
          const id = (found?.spec as Pick<MarkedPassage, 'id'> | undefined)?.id
          if (id !== undefined && id !== 'new') passageClicked.emit(id)
          return false
        },
      },
    }),
  ],
})

/** Others' changes replace whole parts of the document, so marks can't be mapped through them. */
const isOfOthers = (transaction: Transaction): boolean =>
  (transaction.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin === true

function marksOf(state: EditorState, { passages, current }: Shown): DecorationSet {
  return DecorationSet.create(
    state.doc,
    passages.flatMap(({ id, range }) => {
      const [from, to] = [positionIn(state, range.from), positionIn(state, range.to)]
      if (from === null || to === null || from >= to) return []
      const name = id === current ? 'comment-mark comment-current' : 'comment-mark'
      return [Decoration.inline(from, to, { class: name }, { id })]
    }),
  )
}
