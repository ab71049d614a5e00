import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { RoomLogo } from '../../features/rooms/index.ts'
import { groupedRooms } from '../../entities/rooms/grouped-rooms.ts'
import { useRoom, useRooms } from '../../entities/rooms/use-room.ts'
import styles from './rail-rooms.module.css'
import { useOpenRoom } from './use-open-room.ts'

/** The open sidebar lists and searches the others. */
const maxRooms = 20

/** The rooms in the collapsed navigation, in the order of the open one: each a logo or initials, with its name as a tooltip. */
export function RailRooms({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation('shell')
  const rooms = useRooms().data ?? []
  const active = useRoom()
  const { openChat } = useOpenRoom()
  if (rooms.length === 0) return null
  const ordered = groupedRooms(rooms).flatMap((group) => group.rooms)
  const shown = ordered.filter((room, at) => at < maxRooms || room.id === active?.id)
  return (
    <ul className={styles.rooms} aria-label={t('rail.rooms')}>
      {shown.map((room) => (
        <li key={room.id}>
          <ActionIcon
            className={styles.room}
            data-hint={room.name}
            data-hint-side="right"
            variant="subtle"
            color="gray"
            size={40}
            aria-current={room.id === active?.id}
            onClick={() => openChat(room)}
          >
            <RoomLogo room={room} size={28} />
            <bdi className={styles.name}>{room.name}</bdi>
          </ActionIcon>
        </li>
      ))}
      {shown.length < rooms.length && (
        <li>
          <ActionIcon
            data-hint={t('rooms.more', { count: rooms.length - shown.length })}
            data-hint-side="right"
            variant="subtle"
            color="gray"
            size={40}
            aria-label={t('rooms.more', { count: rooms.length - shown.length })}
            onClick={onMore}
          >
            <IconDots size={20} stroke={1.6} />
          </ActionIcon>
        </li>
      )}
    </ul>
  )
}
