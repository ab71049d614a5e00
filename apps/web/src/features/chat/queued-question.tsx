import { IconClock, IconPencil, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from './tool-button.tsx'
import styles from './chat.module.css'

/** A follow-up that waits for the present answer to end. */
export function QueuedQuestion({
  text,
  onEdit,
  onRemove,
}: {
  text: string
  onEdit: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.queued} role="group" aria-label={t('queued.label')}>
      <IconClock size={17} stroke={1.7} aria-hidden="true" />
      <span className={styles.queuedText}>
        <span className={styles.queuedLabel}>{t('queued.label')}</span>
        <span className={styles.queuedQuestion} dir="auto">
          {text}
        </span>
      </span>
      <ToolButton label={t('queued.edit')} icon={IconPencil} onClick={onEdit} />
      <ToolButton label={t('queued.remove')} icon={IconX} onClick={onRemove} />
    </div>
  )
}
