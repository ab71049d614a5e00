import type { Account, Room } from '@atrium/contract'
import { EmptyState, ErrorState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { reloadRooms } from '../../entities/rooms/queries.ts'
import { roomQuery } from '../../entities/rooms/room-queries.ts'
import type { RoomSection } from './room-section.ts'
import { RoomSkeleton } from './room-skeleton.tsx'
import { useRoom, useRooms } from '../../entities/rooms/use-room.ts'

type ActiveRoomProps = { children: (section: RoomSection) => ReactNode }

/** Renders the active room once it is loaded, otherwise its loading or error state. Another room resets the state. */
export function ActiveRoom({ children }: ActiveRoomProps) {
  const { t } = useTranslation(['rooms', 'shell', 'common'])
  const account = useAccount()
  const room = useRoom()
  const rooms = useRooms()
  if (account && room)
    return (
      <RoomDetails key={room.id} account={account} room={room}>
        {children}
      </RoomDetails>
    )
  if (!rooms.data && rooms.isError)
    return (
      <ErrorState
        title={t('shell:rooms.failed.title')}
        text={t('shell:rooms.failed.text')}
        action={
          <Button variant="default" loading={rooms.isFetching} onClick={() => void rooms.refetch()}>
            {t('common:action.tryAgain')}
          </Button>
        }
      />
    )
  if (room === undefined) return <RoomSkeleton />
  return (
    <EmptyState
      icon={<IconUsersGroup size={24} stroke={1.6} />}
      title={t('shell:rooms.empty.title')}
      text={t('shell:rooms.empty.text')}
    />
  )
}

function RoomDetails({ account, room, children }: ActiveRoomProps & { account: Account; room: Room }) {
  const { t } = useTranslation(['rooms', 'common'])
  const details = useQuery(roomQuery(account.id, room.id))
  if (details.isPending) return <RoomSkeleton />
  if (!details.data) {
    // It may have been deleted: then another room of the list becomes active.
    const lookAgain = () => void reloadRooms(account.id)
    return (
      <ErrorState
        title={t('page.failed')}
        text={errorDetail(details.error)}
        action={
          <Button variant="default" loading={details.isFetching} onClick={lookAgain}>
            {t('common:action.tryAgain')}
          </Button>
        }
      />
    )
  }
  const isAdmin = details.data.membership_type !== 'MEMBER'
  return children({ account, room: details.data, isAdmin })
}
