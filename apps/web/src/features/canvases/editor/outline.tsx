import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './editor.module.css'

type Heading = { position: number; level: number; text: string }

const pauseMs = 300

/** The headings of a canvas; each scrolls to its position. */
export function Outline({ editor }: { editor: Editor }) {
  const { t } = useTranslation('canvases')
  const [headings, setHeadings] = useState<Heading[]>(() => headingsOf(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setHeadings(headingsOf(editor)), pauseMs)
    }
    editor.on('update', later)
    return () => {
      clearTimeout(timer)
      editor.off('update', later)
    }
  }, [editor])
  const goTo = (position: number) => {
    editor.commands.focus(position + 1, { scrollIntoView: false })
    const element = editor.view.nodeDOM(position)
    if (element instanceof HTMLElement) element.scrollIntoView({ block: 'start' })
  }
  return (
    <nav className={styles.outline} aria-label={t('outline.label')}>
      <h2 className={styles.outlineTitle}>{t('outline.label')}</h2>
      {headings.length === 0 ? (
        <p className={styles.outlineEmpty}>{t('outline.empty')}</p>
      ) : (
        <ol className={styles.outlineList}>
          {headings.map(({ position, level, text }) => (
            <li key={position} data-level={level}>
              <button type="button" dir="auto" className={styles.outlineItem} onClick={() => goTo(position)}>
                {text}
              </button>
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}

function headingsOf(editor: Editor): Heading[] {
  const headings: Heading[] = []
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '')
      headings.push({ position, level: Number(node.attrs['level']), text: node.textContent })
    return !node.isTextblock
  })
  return headings
}
