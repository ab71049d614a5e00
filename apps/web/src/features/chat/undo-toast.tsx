import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import styles from './chat.module.css'

/** Long enough to read, to doubt, and to reach for the button. */
const undoMs = 8000

/** Tells what was done, with a button that takes it back. */
export function showUndoToast({
  id,
  message,
  onUndo,
}: {
  id: string
  message: string
  onUndo: () => void
}): void {
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.show({
    id,
    autoClose: undoMs,
    role: 'status',
    closeButtonProps: { 'aria-label': i18next.t('action.close') },
    message: (
      <span className={styles.undo}>
        <span dir="auto">{message}</span>
        <Button size="compact-sm" variant="light" onClick={undo}>
          {i18next.t('chat:deleted.undo')}
        </Button>
      </span>
    ),
  })
}
