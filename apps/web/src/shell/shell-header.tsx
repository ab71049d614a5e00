import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useRoom } from '../entities/rooms/use-room.ts'
import { useTranslation } from '../lib/translate.ts'
import { MentionsBell } from './mentions-bell.tsx'
import { openPalette } from './palette/palette-host.tsx'
import styles from './shell-header.module.css'

/** The bar above a page: the navigation button on small screens and the active room. */
export function ShellHeader({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { t } = useTranslation(['shell', 'search'])
  const room = useRoom()
  return (
    <header className={styles.header}>
      <ActionIcon
        className={styles.menu}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('sidebar.open')}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      {room && (
        <p className={styles.room}>
          <span className={styles.roomName} dir="auto">
            {room.name}
          </span>
          <span className={styles.shared}>{t('rooms.sharedWith', { count: room.member_count })}</span>
        </p>
      )}
      <ActionIcon
        className={styles.search}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('search:palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('search:palette.open')}
        onClick={openPalette}
      >
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
      <MentionsBell />
    </header>
  )
}
