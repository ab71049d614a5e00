import type { Room } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useId, useState } from 'react'
import { findRooms } from '../../entities/rooms/find-rooms.ts'
import { groupedRooms, type RoomGroup } from '../../entities/rooms/grouped-rooms.ts'
import { useRoom, useRooms } from '../../entities/rooms/use-room.ts'
import { isTouchScreen } from '../../lib/touch-screen.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-list.module.css'
import { RoomRow } from './room-row.tsx'
import { useOpenRoom } from './use-open-room.ts'
import { Rows } from '../../lib/rows/rows.tsx'

/** Up to this many rooms have no search field. */
const glance = 10
/** Both with the gap below a row; fingers need more than a pointer does. */
const [rowHeight, touchRowHeight] = [38, 46]

/** The rooms of the account, in groups with a title each (NAV-08, NAV-09). */
export function RoomList({ scroller }: { scroller: HTMLElement | null }) {
  const { t } = useTranslation(['shell', 'common'])
  const rooms = useRooms()
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
  return <FoundRooms rooms={rooms.data} scroller={scroller} />
}

function FoundRooms({ rooms, scroller }: { rooms: Room[]; scroller: HTMLElement | null }) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState('')
  const found = findRooms(rooms, useDeferredValue(text))
  return (
    <>
      {rooms.length > glance && (
        <TextInput
          type="search"
          size="sm"
          aria-label={t('rooms.find')}
          placeholder={t('rooms.find')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <p className={styles.none} role="status">
        {found.length === 0 && t('rooms.noneFound')}
      </p>
      {groupedRooms(found).map((group) => (
        <GroupedRows key={group.title} scroller={scroller} {...group} />
      ))}
    </>
  )
}

function GroupedRows({ title, rooms, scroller }: RoomGroup & { scroller: HTMLElement | null }) {
  const { t } = useTranslation('shell')
  const active = useRoom()
  const open = useOpenRoom()
  const titleId = useId()
  return (
    <section>
      <h2 id={titleId} className={styles.title}>
        {t(title)}
      </h2>
      <Rows
        rows={rooms}
        keyOf={({ id }) => id}
        scroller={scroller}
        rowHeight={isTouchScreen() ? touchRowHeight : rowHeight}
        labelledBy={titleId}
      >
        {(room) => <RoomRow room={room} isActive={room.id === active?.id} {...open} />}
      </Rows>
    </section>
  )
}
