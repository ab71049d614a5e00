import { countWords } from '@atrium/canvas'
import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'

const pauseMs = 400

/** The number of words of a canvas, counted when the typing rests. */
export function WordCount({ editor }: { editor: Editor }) {
  const { t } = useTranslation('canvases')
  const [count, setCount] = useState(() => countWords(editor.getText()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setCount(countWords(editor.getText())), pauseMs)
    }
    editor.on('update', later)
    return () => {
      clearTimeout(timer)
      editor.off('update', later)
    }
  }, [editor])
  return <span>{t('words', { count })}</span>
}
