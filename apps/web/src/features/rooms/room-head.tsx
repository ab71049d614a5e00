import { IconLock, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { RoomLogo } from './room-logo.tsx'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'

/** The room's name, its access, and the reader's role in it. */
export function RoomHead({ room, isAdmin }: Pick<RoomSection, 'room' | 'isAdmin'>) {
  const { t } = useTranslation(['rooms', 'shell'])
  const Mark = room.access_type === 'PRIVATE' ? IconLock : IconWorld
  return (
    <header className={styles.head}>
      <RoomLogo room={room} size={56} />
      <div>
        <h2 className={styles.name} dir="auto">
          {room.name}
        </h2>
        <p className={styles.facts}>
          <span className={styles.access}>
            <Mark size={15} stroke={1.7} aria-hidden="true" />
            {t(`access.${room.access_type}`)}
          </span>
          <span>{t('shell:rooms.sharedWith', { count: room.member_count })}</span>
          <span>{t(`type.${room.membership_type}`)}</span>
        </p>
        <Link to="/images" className={styles.check}>
          {t('shell:entry.images')}
        </Link>
        {!isAdmin && <p className={styles.quiet}>{t(`page.viewOnly.${room.access_type}`)}</p>}
      </div>
    </header>
  )
}
