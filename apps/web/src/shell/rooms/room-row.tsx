import type { Room } from '@atrium/contract'
import { Truncated } from '@atrium/ui'
import { SidebarRow } from '@atrium/ui/components/sidebar-row.tsx'
import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-list.module.css'
import { RoomMark } from './room-mark.tsx'

type RoomRowProps = {
  room: Room
  isActive: boolean
  openChat: (room: Room) => void
  openSettings: (room: Room) => void
}

/**
 * One room of the sidebar: opens it, or its settings. Memoized, and the functions come from the list, because a long list mounts
 * hundreds of rows while scrolling.
 */
export const RoomRow = memo(function RoomRow({ room, isActive, openChat, openSettings }: RoomRowProps) {
  const { t } = useTranslation('shell')
  return (
    <SidebarRow
      className={styles.item}
      tools={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('rooms.settings', { name: room.name })}
          onClick={() => openSettings(room)}
        >
          <IconSettings size={17} stroke={1.6} />
        </ActionIcon>
      }
    >
      <button type="button" className={styles.room} aria-current={isActive} onClick={() => openChat(room)}>
        <RoomMark access={room.access_type} />
        <Truncated text={room.name} limit={16} tooltipFrom={20} />
      </button>
    </SidebarRow>
  )
})
