import { Truncated } from '@atrium/ui'
import { Menu, Skeleton } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RoomLogo } from '../features/rooms/room-logo.tsx'
import { useRoom, useRooms } from '../features/rooms/use-room.ts'
import { RoomMark } from './room-mark.tsx'
import styles from './room-switcher.module.css'
import { useOpenRoom } from './use-open-room.ts'

/** The active room, and a quick way to another. */
export function RoomSwitcher() {
  const { t } = useTranslation('shell')
  const room = useRoom()
  const rooms = useRooms()
  const openRoom = useOpenRoom()
  if (rooms.isPending) return <Skeleton height={54} radius="md" aria-hidden="true" />
  if (!room) return null
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <button type="button" className={styles.switcher}>
          <RoomLogo room={room} size={36} />
          <span className={styles.words}>
            <span className={styles.name} dir="auto">
              <Truncated text={room.name} limit={20} />
            </span>
            <span className={styles.shared}>{t('rooms.sharedWith', { count: room.member_count })}</span>
          </span>
          <IconSelector className={styles.arrow} size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu} aria-label={t('rooms.switch')}>
        {rooms.data?.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={<RoomMark access={one.access_type} />}
            rightSection={one.id === room.id && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => openRoom(one)}
          >
            <bdi className={styles.item}>{one.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
