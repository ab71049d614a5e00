import type { Room } from '@atrium/contract'
import { Truncated } from '@atrium/ui'
import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './room-list.module.css'
import { RoomMark } from './room-mark.tsx'
import { useOpenRoom } from './use-open-room.ts'

/** One room of the sidebar: opens it, or its settings. Those that stay in sight are not drawn anew while others come. */
export const RoomRow = memo(function RoomRow({ room, isActive }: { room: Room; isActive: boolean }) {
  const { t } = useTranslation('rooms')
  const { openChat, openSettings } = useOpenRoom()
  return (
    <div className={styles.item}>
      <button type="button" className={styles.room} aria-current={isActive} onClick={() => openChat(room)}>
        <RoomMark access={room.access_type} />
        <Truncated text={room.name} limit={16} tooltipFrom={20} />
      </button>
      <ActionIcon
        className={styles.settings}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('sidebar.settings', { name: room.name })}
        onClick={() => openSettings(room)}
      >
        <IconSettings size={17} stroke={1.6} />
      </ActionIcon>
    </div>
  )
})
