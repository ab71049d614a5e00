import type { ChatShare } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './new-chat-sharing.module.css'

type NewChatSharingProps = {
  roomName: string
  /** The setting of the room. */
  share: Exclude<ChatShare, 'none'>
  isPrivate: boolean
  onChange: (isPrivate: boolean) => void
}

/** Says above the composer of a new chat that the room shares it, with a way to keep it private. */
export function NewChatSharing({ roomName, share, isPrivate, onChange }: NewChatSharingProps) {
  const { t } = useTranslation('sharing')
  const Icon = isPrivate ? IconLock : IconUsers
  return (
    <div className={styles.line}>
      <p role="status" className={styles.words}>
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        <span>{isPrivate ? t('new.private') : t(`new.${share}`, { room: roomName })}</span>
      </p>
      <Button size="compact-sm" variant="subtle" onClick={() => onChange(!isPrivate)}>
        {isPrivate ? t('new.share') : t('new.keep')}
      </Button>
    </div>
  )
}
