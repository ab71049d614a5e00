import type { Room, RoomId } from '@atrium/contract'
import { Combobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { findRooms } from '../../entities/rooms/find-rooms.ts'
import { useTranslation } from '../../lib/translate.ts'
import { RoomMark } from './room-mark.tsx'
import styles from './room-switcher.module.css'

/** Maximum of listed rooms: the search finds the rest, so the list opens at once even with 2,000 rooms. */
const maxListed = 50

/** The rooms to switch to whose name contains the search text. */
export function RoomOptions({ rooms, text, activeId }: { rooms: Room[]; text: string; activeId: RoomId }) {
  const { t } = useTranslation('shell')
  const found = findRooms(rooms, text)
  if (found.length === 0) return <Combobox.Empty>{t('rooms.noneFound')}</Combobox.Empty>
  return (
    <>
      {found.slice(0, maxListed).map((room) => (
        <Combobox.Option
          key={room.id}
          value={room.id}
          className={styles.option}
          active={room.id === activeId}
        >
          <RoomMark access={room.access_type} />
          <bdi className={styles.optionName}>{room.name}</bdi>
          {room.id === activeId && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
        </Combobox.Option>
      ))}
      {found.length > maxListed && (
        <p className={styles.more}>{t('rooms.more', { count: found.length - maxListed })}</p>
      )}
    </>
  )
}
