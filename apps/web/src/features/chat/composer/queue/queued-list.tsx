import { Button } from '@mantine/core'
import { IconClock, IconPencil, IconPaperclip, IconPlayerTrackNext, IconX } from '@tabler/icons-react'
import { useTranslation } from '../../../../lib/translate.ts'
import { plainWordsOf } from '../../../../entities/turns/pasted-text.ts'
import type { QueuedQuestion } from './queued-questions.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import styles from '../../../../lib/lists/queue.module.css'

type QueuedListProps = {
  queue: readonly QueuedQuestion[]
  onEdit: (question: QueuedQuestion) => void
  onRemove: (id: string) => void
  /** Stops the present answer and sends this one next. */
  onSendNow: (id: string) => void
  /** The answer was stopped: asks whether to send the next question; null otherwise. */
  ask: { onSend: () => void } | null
}

/** The questions queued behind the running answer, in sending order. */
export function QueuedList({ queue, onEdit, onRemove, onSendNow, ask }: QueuedListProps) {
  const { t } = useTranslation('chat')
  const [next] = queue
  return (
    <>
      {ask && next && (
        <div className={styles.ask} role="status">
          <span>{t('queued.ask')}</span>
          <Button size="compact-sm" onClick={ask.onSend}>
            {t('queued.ask.send')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onEdit(next)}>
            {t('queued.ask.edit')}
          </Button>
        </div>
      )}
      <ul className={styles.queue} aria-label={t('queued.list')}>
        {queue.map((question) => (
          <li key={question.id}>
            <div className={styles.question} role="group" aria-label={t('queued.label')}>
              <IconClock size={17} stroke={1.7} aria-hidden="true" />
              <span className={styles.words}>
                <span className={styles.label}>
                  {t('queued.label')}
                  {question.attachments.length > 0 && (
                    <>
                      {' · '}
                      <IconPaperclip size={13} stroke={1.7} aria-hidden="true" />{' '}
                      {question.attachments.length}
                    </>
                  )}
                </span>
                <span className={styles.text} dir="auto">
                  {plainWordsOf(question.text)}
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
    </>
  )
}
