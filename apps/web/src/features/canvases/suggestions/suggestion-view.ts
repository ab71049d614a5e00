import {
  deletionMark,
  hasSuggestions,
  insertionMark,
  suggestedChanges,
  type SuggestedChange,
} from '@atrium/canvas/suggestions/index.ts'
import type { CanvasWriting } from '@atrium/contract'
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { changedBlocks } from '../editor/changed-blocks.ts'
import { positionIn } from './positions.ts'

type Shown = {
  changes: readonly SuggestedChange[]
  /** Key of the change that the bar is about. */
  current: string | null
  /** The texts that models are writing now. */
  writings: readonly CanvasWriting[]
}
type ShownChange = Partial<Pick<Shown, 'current' | 'writings'>>

const key = new PluginKey<Shown>('suggestions')
const nothing: Shown = { changes: [], current: null, writings: [] }

/** The suggested changes in the document, and what models are writing. */
export const suggestionsIn = (state: EditorState): Shown => key.getState(state) ?? nothing

/** Changes which suggestion is the current one, or which texts models are writing. */
export const showSuggestions = (view: EditorView, change: ShownChange): void =>
  view.dispatch(view.state.tr.setMeta(key, change))

/** Shows suggestions and texts being written. What a person types into a suggestion is not part of it. */
export const SuggestionView = Extension.create({
  name: 'suggestionView',
  addProseMirrorPlugins: () => [
    new Plugin<Shown>({
      key,
      state: {
        init: (_config, { doc }) => ({ ...nothing, changes: suggestedChanges(doc) }),
        apply(transaction, shown, before) {
          const change = transaction.getMeta(key) as ShownChange | undefined
          if (!change && !transaction.docChanged) return shown
          return {
            ...shown,
            ...change,
            changes: transaction.docChanged ? changesIn(transaction.doc, before.doc, shown) : shown.changes,
          }
        },
      },
      appendTransaction(_transactions, _before, { selection, storedMarks, tr }) {
        if (storedMarks) return null
        const { $from, $to, empty } = selection
        const marks = (empty ? $from.marks() : $from.marksAcross($to)) ?? []
        const own = marks.filter(({ type }) => type.name !== insertionMark && type.name !== deletionMark)
        return own.length === marks.length ? null : tr.setStoredMarks(own)
      },
      props: {
        decorations(state) {
          const { changes, current, writings } = suggestionsIn(state)
          const marked = changes.find((change) => change.key === current)
          return DecorationSet.create(state.doc, [
            ...(marked?.pieces ?? []).map(({ from, to, isBlock }) =>
              isBlock
                ? Decoration.node(from, to, { class: 'suggestion-current' })
                : Decoration.inline(from, to, { class: 'suggestion-current' }),
            ),
            ...writings.flatMap((writing) => {
              const at = writing.at === null ? state.doc.content.size : positionIn(state, writing.at)
              return at === null
                ? []
                : [
                    Decoration.widget(at, () => writingOf(writing), {
                      side: 1,
                      key: `${writing.shapingId} ${writing.text.length}`,
                      ignoreSelection: true,
                    }),
                  ]
            }),
          ])
        },
      },
    }),
  ],
})

/** The whole document is read only when there are suggestions: most keys are typed without any. */
const changesIn = (doc: Node, before: Node, { changes }: Shown): readonly SuggestedChange[] => {
  const { from, to } = changedBlocks(before, doc)
  return changes.length === 0 && !hasSuggestions(doc, from, to) ? changes : suggestedChanges(doc)
}

/** A text that a model is writing, with the model's name. */
function writingOf({ modelName, text }: CanvasWriting): HTMLElement {
  const shown = document.createElement('span')
  shown.className = 'model-writing'
  shown.dir = 'auto'
  shown.contentEditable = 'false'
  const name = document.createElement('span')
  name.className = 'model-name'
  name.textContent = modelName
  shown.append(name, text)
  return shown
}
