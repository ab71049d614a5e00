import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ChatId } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import styles from '../../lib/toasts/undo-toast.module.css'
import { translate } from '../../lib/translate.ts'

/** Long enough to read it and to reach for the link. */
const noticeMs = 8000

/** Reports that an answer has finished in another chat, with a link to it. */
export function answerToast(chatId: ChatId, title: string): void {
  const id = `finished ${chatId}`
  notifications.hide(id)
  notifications.show({
    id,
    autoClose: noticeMs,
    role: 'status',
    closeButtonProps: { 'aria-label': translate('action.close') },
    message: (
      <span className={styles.undo}>
        <span dir="auto">{translate('chat:finished.told', { title })}</span>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => notifications.hide(id)}
          renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId }} />}
        >
          {translate('chat:finished.open')}
        </Button>
      </span>
    ),
  })
}
