import { type HocuspocusProvider, MessageType, type onMessageParameters } from '@hocuspocus/provider'
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Has the editor read the browser's selection. Browsers report a click or a caret key a moment later. A transaction in between would
 * put the caret back to where it was before, and the next text would go there.
 */
export function readSelection(view: EditorView): void {
  // ProseMirror listens for this event, and does nothing when the selection is the one that it has written or read last.
  if (view.hasFocus()) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Reads the selection before others' changes, and before transactions that only change decorations, such as others' cursors. */
export const ReadSelectionFirst = Extension.create<{ provider: HocuspocusProvider | null }>({
  name: 'readSelectionFirst',
  addOptions: () => ({ provider: null }),
  dispatchTransaction({ transaction, next }) {
    const { view, isDestroyed } = this.editor
    const isOfFocus = transaction.getMeta('focus') !== undefined || transaction.getMeta('blur') !== undefined
    const changesMore = transaction.docChanged || transaction.selectionSet || transaction.storedMarksSet
    if (!isDestroyed && !changesMore && !isOfFocus) {
      const { doc, selection } = view.state
      readSelection(view)
      const { state } = view
      if (state.doc === doc && !state.selection.eq(selection)) transaction.setSelection(state.selection)
    }
    next(transaction)
  },
  addProseMirrorPlugins() {
    const { provider } = this.options
    return [
      new Plugin({
        key: new PluginKey('readSelectionFirst'),
        view(view) {
          // Before the message is applied: the binding of Yjs remembers the selection when the change begins.
          const read = ({ message }: onMessageParameters) => {
            message.readVarString()
            // Acknowledgements, one for each key, change nothing in the editor.
            if (message.readVarUint() !== MessageType.SyncStatus) readSelection(view)
          }
          provider?.on('message', read)
          return { destroy: () => void provider?.off('message', read) }
        },
      }),
    ]
  },
})
