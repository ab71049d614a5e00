import type { Room } from '@atrium/contract'
import { Truncated } from '@atrium/ui'
import { SidebarRow } from '@atrium/ui/components/sidebar-row.tsx'
import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import styles from './room-list.module.css'

type RoomRowProps = {
  room: Room
  isActive: boolean
  mark: ReactNode
  settingsLabel: string
  openChat: (room: Room) => void
  openSettings: (room: Room) => void
}

/**
 * One room of the sidebar: opens it, or its settings. Memoized, and shared props are computed once, because a long list mounts
 * hundreds of rows while scrolling.
 */
export const RoomRow = memo(function RoomRow({
  room,
  isActive,
  mark,
  settingsLabel,
  openChat,
  openSettings,
}: RoomRowProps) {
  return (
    <SidebarRow
      className={styles.item}
      tools={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={settingsLabel}
          onClick={() => openSettings(room)}
        >
          <IconSettings size={17} stroke={1.6} />
        </ActionIcon>
      }
    >
      <button type="button" className={styles.room} aria-current={isActive} onClick={() => openChat(room)}>
        {mark}
        <Truncated text={room.name} limit={16} tooltipFrom={20} />
      </button>
    </SidebarRow>
  )
})
