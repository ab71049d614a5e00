import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import styles from './undo-toast.module.css'
import { translate } from '../translate.ts'

/** Long enough to read, to doubt, and to reach for the button. */
const undoMs = 8000

/** Shows the completed action, with an Undo button. */
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
    closeButtonProps: { 'aria-label': translate('action.close') },
    message: (
      <span className={styles.undo}>
        <span dir="auto">{message}</span>
        <Button size="compact-sm" variant="light" onClick={undo}>
          {translate('chat:deleted.undo')}
        </Button>
      </span>
    ),
  })
}
