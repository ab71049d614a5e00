import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { readSelection } from '../editor/read-selection.ts'

/**
 * Marks the blocks where the selection begins and ends with `has-caret`, for which the style sheet forces layout at once. Chromium does
 * so only with its next frame, and until then leaves the caret before the letters that are typed.
 */
export const CaretBlock = Extension.create({
  name: 'caretBlock',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('caretBlock'),
      props: {
        decorations({ doc, selection: { $anchor, $head } }) {
          const blocks = new Set([$anchor, $head].flatMap((at) => (at.depth > 0 ? at.before(1) : [])))
          return DecorationSet.create(
            doc,
            [...blocks].map((from) =>
              Decoration.node(from, from + (doc.nodeAt(from)?.nodeSize ?? 0), { class: 'has-caret' }),
            ),
          )
        },
        // The browser's own keys, such as Ctrl+End, move the caret before the editor knows.
        handleDOMEvents: { keydown: readUnlessComposing, beforeinput: readUnlessComposing },
      },
    }),
  ],
})

function readUnlessComposing(view: EditorView, event: KeyboardEvent | InputEvent): false {
  if (!view.composing && !event.isComposing) readSelection(view)
  return false
}
