import { IconClock, IconPencil, IconPaperclip, IconPlayerTrackNext, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { segmentsOf } from '../composing/pasted-text.ts'
import type { QueuedQuestion } from './queued-questions.ts'
import { ToolButton } from './tool-button.tsx'
import styles from './chat.module.css'

type QueuedListProps = {
  queue: readonly QueuedQuestion[]
  onEdit: (question: QueuedQuestion) => void
  onRemove: (id: string) => void
  /** Stops the present answer and sends this one next. */
  onSendNow: (id: string) => void
}

/** The words of a question; of one that has none, what was pasted. */
const wordsOf = (question: string): string => {
  const segments = segmentsOf(question)
  const words = segments.filter(({ kind }) => kind === 'words')
  return (words.length > 0 ? words : segments).map(({ text }) => text).join(' ')
}

/** The further questions that wait for the present answer to end, in the order in which they will be sent. */
export function QueuedList({ queue, onEdit, onRemove, onSendNow }: QueuedListProps) {
  const { t } = useTranslation('chat')
  return (
    <ul className={styles.queue} aria-label={t('queued.list')}>
      {queue.map((question) => (
        <li key={question.id}>
          <div className={styles.queued} role="group" aria-label={t('queued.label')}>
            <IconClock size={17} stroke={1.7} aria-hidden="true" />
            <span className={styles.queuedText}>
              <span className={styles.queuedLabel}>
                {t('queued.label')}
                {question.attachments.length > 0 && (
                  <>
                    {' · '}
                    <IconPaperclip size={13} stroke={1.7} aria-hidden="true" /> {question.attachments.length}
                  </>
                )}
              </span>
              <span className={styles.queuedQuestion} dir="auto">
                {wordsOf(question.text)}
              </span>
            </span>
            <ToolButton
              label={t('queued.now')}
              icon={IconPlayerTrackNext}
              onClick={() => onSendNow(question.id)}
            />
            <ToolButton label={t('queued.edit')} icon={IconPencil} onClick={() => onEdit(question)} />
            <ToolButton label={t('queued.remove')} icon={IconX} onClick={() => onRemove(question.id)} />
          </div>
        </li>
      ))}
    </ul>
  )
}
