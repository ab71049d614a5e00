import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { storedWelcome } from '../../lib/stored.ts'
import styles from './invite-welcome.module.css'

type InviteWelcomeProps = {
  accountName: string
  inviterName: string
  /** The invitation's room, once joined. */
  roomName?: string | undefined
  isRoomClosed: boolean
}

/** Greets a new member in the account, and says who invited them. */
export function InviteWelcome({ accountName, inviterName, roomName, isRoomClosed }: InviteWelcomeProps) {
  const { t } = useTranslation(['invites', 'common'])
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className={styles.welcome} role="status">
      <p className={styles.words}>
        <strong>{t('welcome.title', { account: accountName })}</strong>{' '}
        {inviterName &&
          (roomName === undefined
            ? t('welcome.by', { name: inviterName })
            : t('welcome.byToRoom', { name: inviterName, room: roomName }))}
        {isRoomClosed && ` ${t('welcome.roomClosed')}`}
      </p>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('common:action.close')}
        onClick={() => {
          storedWelcome.remove()
          setOpen(false)
        }}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
