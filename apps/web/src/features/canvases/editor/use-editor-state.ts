import type { Editor } from '@tiptap/core'
import { useEffect, useReducer } from 'react'

/** Renders the component again with every change of the document or the selection. */
export function useEditorState(editor: Editor): void {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    editor.on('transaction', render)
    return () => void editor.off('transaction', render)
  }, [editor])
}
