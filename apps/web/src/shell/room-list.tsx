import type { Room } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows, Truncated } from '@atrium/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRoom, useRooms } from '../features/rooms/use-room.ts'
import styles from './room-list.module.css'
import { RoomMark } from './room-mark.tsx'
import { useOpenRoom } from './use-open-room.ts'

const groups = [
  { access: 'PRIVATE', title: 'rooms.private' },
  { access: 'PUBLIC', title: 'rooms.public' },
] as const

/** The rooms of the account, private ones before public ones (NAV-08, NAV-09). */
export function RoomList() {
  const { t } = useTranslation(['shell', 'common'])
  const rooms = useRooms()
  const active = useRoom()
  if (rooms.isPending) return <SkeletonRows count={3} leading="square" label={t('rooms.loading')} />
  if (!rooms.data)
    return (
      <ErrorState
        compact
        title={t('rooms.failed.title')}
        text={t('rooms.failed.text')}
        action={
          <Button size="xs" variant="default" loading={rooms.isFetching} onClick={() => void rooms.refetch()}>
            {t('common:action.tryAgain')}
          </Button>
        }
      />
    )
  if (rooms.data.length === 0)
    return <EmptyState compact title={t('rooms.empty.title')} text={t('rooms.empty.text')} />
  return groups.map(({ access, title }) => {
    const inGroup = rooms.data.filter((room) => room.access_type === access)
    return (
      inGroup.length > 0 && <RoomGroup key={access} title={t(title)} rooms={inGroup} activeId={active?.id} />
    )
  })
}

function RoomGroup({
  title,
  rooms,
  activeId,
}: {
  title: string
  rooms: Room[]
  activeId: string | undefined
}) {
  const { t } = useTranslation('rooms')
  const openRoom = useOpenRoom()
  const openSettings = useOpenRoom('/room-and-members')
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {rooms.map((room) => (
          <li key={room.id} className={styles.item}>
            <button
              type="button"
              className={styles.room}
              aria-current={room.id === activeId}
              onClick={() => openRoom(room)}
            >
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
          </li>
        ))}
      </ul>
    </section>
  )
}
