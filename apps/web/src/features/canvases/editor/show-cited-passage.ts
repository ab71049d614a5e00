import type { CanvasId } from '@atrium/contract'
import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import { citedPassage } from '../../../entities/canvases/cited-passage.ts'
import { useStore } from '../../../lib/store.ts'

/** Shortest text, in letters and digits, that identifies a block. */
const minLength = 4

/** Scrolls to the block that a citation is about and selects it, once the canvas has loaded. */
export function useCitedPassage(editor: Editor | null, canvasId: CanvasId): void {
  const cited = useStore(citedPassage)
  useEffect(() => {
    if (!editor || cited?.canvasId !== canvasId) return
    citedPassage.set(null)
    const element = cited.sentences
      .map((sentence) => blockWith(editor, lettersOf(sentence)))
      .find((found) => found !== null)
    if (!element) return
    element.scrollIntoView({ block: 'center' })
    getSelection()?.selectAllChildren(element)
  }, [editor, cited, canvasId])
}

/** The block with a text, ignoring Markdown syntax. */
function blockWith(editor: Editor, letters: string): Element | null {
  if (letters.length < minLength) return null
  let position: number | null = null
  editor.state.doc.descendants((node, at) => {
    if (position !== null || !node.isTextblock) return position === null
    if (lettersOf(node.textContent).includes(letters)) position = at
    return false
  })
  const element = position === null ? null : editor.view.nodeDOM(position)
  return element instanceof Element ? element : null
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
