import type { Editor } from '@tiptap/core'
import { useEffect, useReducer, useRef } from 'react'

/**
 * Renders the component again when what it shows of the document and the selection has changed: `shown` is compared after every change,
 * several of which come with each key. Without it, each change renders.
 */
export function useEditorState(editor: Editor, shown?: (editor: Editor) => string): void {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const compare = useRef(shown)
  useEffect(() => {
    compare.current = shown
  })
  useEffect(() => {
    let last = compare.current?.(editor)
    const look = () => {
      const now = compare.current?.(editor)
      if (now === undefined || now !== last) render()
      last = now
    }
    // It may have changed since it was rendered.
    render()
    editor.on('transaction', look)
    return () => void editor.off('transaction', look)
  }, [editor])
}
