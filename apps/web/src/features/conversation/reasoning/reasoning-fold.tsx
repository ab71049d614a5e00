import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useConversationLabels } from '../conversation-labels.tsx'
import { MarkdownView } from '../markdown-view.tsx'
import styles from './reasoning-fold.module.css'

type ReasoningFoldProps = {
  text: string
  /** Still thinking. */
  streaming?: boolean
  /** The reasoning time, once known. */
  durationMs?: number | undefined
}

/** A model's reasoning before its answer: one line that expands. */
export function ReasoningFold({ text, streaming = false, durationMs }: ReasoningFoldProps) {
  const labels = useConversationLabels()
  const [opened, setOpened] = useState(false)
  const region = useId()
  const duration =
    durationMs === undefined ? labels.thoughts : labels.thoughtFor(Math.max(1, Math.round(durationMs / 1000)))
  return (
    <div className={styles.fold} data-reasoning>
      <button
        type="button"
        className={styles.head}
        aria-expanded={opened}
        aria-controls={region}
        onClick={() => setOpened(!opened)}
        disabled={text === ''}
      >
        <span className={streaming ? styles.running : undefined}>
          {streaming ? labels.thinking : duration}
        </span>
        {text !== '' && (
          <IconChevronRight className={styles.chevron} size={16} stroke={1.8} aria-hidden="true" />
        )}
      </button>
      <div id={region} className={styles.body} hidden={!opened}>
        {opened && <MarkdownView text={text} streaming={streaming} />}
      </div>
    </div>
  )
}
