import type { ChatItem } from '@atrium/contract'
import { IconLock } from '@tabler/icons-react'
import { Avatar } from '@atrium/ui'
import { useUser } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './sharing.module.css'

type SharerTagProps = { chat: Pick<ChatItem, 'sharedBy' | 'userName' | 'userProfileUrl' | 'readOnly'> }

/** Who shared a chat of a list, 'Me' or the sharer with picture; nothing for a chat that nobody shares. */
export function SharerTag({ chat: { sharedBy, userName, userProfileUrl, readOnly } }: SharerTagProps) {
  const { t } = useTranslation('sharing')
  const user = useUser()
  if (sharedBy === null) return null
  const isMine = sharedBy === user?.id
  return (
    <span className={styles.tag} title={isMine ? t('byMe') : t('by', { name: userName })}>
      <Avatar name={userName} imageUrl={userProfileUrl} size={18} decorative />
      <bdi>{isMine ? t('me') : userName}</bdi>
      {readOnly && <IconLock size={12} stroke={1.8} role="img" aria-label={t('mark.read')} />}
    </span>
  )
}
