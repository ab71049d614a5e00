import type { Account, Room } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { IconLock, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { useEnterRoom } from '../../entities/rooms/use-enter-room.ts'
import { useRooms } from '../../entities/rooms/use-room.ts'
import { Insights } from './insights.tsx'
import styles from './knowledge-check.module.css'
import { Questions } from './questions.tsx'
import { Runs } from './runs.tsx'
import { TrySearch } from './try-search.tsx'

/** `/knowledge-check/{roomId}`: retrieval quality of a room's knowledge, for its admins. */
export function KnowledgeCheckScreen({ roomId }: { roomId: string }) {
  const { t } = useTranslation('knowledgeCheck')
  usePageTitle(t('title'))
  const account = useAccount()
  const rooms = useRooms()
  if (!rooms.data && rooms.isError)
    return (
      <Frame>
        <LoadFailure title={t('failed')} query={rooms} />
      </Frame>
    )
  if (!account || !rooms.data)
    return (
      <Frame>
        <SkeletonRows count={6} label={t('loading')} />
      </Frame>
    )
  const room = rooms.data.find(({ id }) => id === roomId)
  if (!room)
    return (
      <Frame>
        <EmptyState
          icon={<IconUsersGroup size={24} stroke={1.6} />}
          title={t('notThere.title')}
          text={t('notThere.text')}
        />
      </Frame>
    )
  return <CheckedRoom key={room.id} account={account} room={room} />
}

function CheckedRoom({ account, room }: { account: Account; room: Room }) {
  const { t } = useTranslation('knowledgeCheck')
  useEnterRoom(account.id, room.id)
  const place = { accountId: account.id, roomId: room.id }
  const back = (
    <Link to="/room-and-members" className={styles.back}>
      {t('back')}
    </Link>
  )
  if (room.membership_type === 'MEMBER')
    return (
      <Frame room={room}>
        <EmptyState
          icon={<IconLock size={24} stroke={1.6} />}
          title={t('forAdmins.title')}
          text={t('forAdmins.text')}
          action={back}
        />
      </Frame>
    )
  return (
    <Frame room={room}>
      <p className={styles.text}>
        {t('text')} {back}
      </p>
      <TrySearch place={place} />
      <Runs place={place} />
      <Questions place={place} />
      <Insights place={place} />
    </Frame>
  )
}

function Frame({ room, children }: { room?: Room; children: ReactNode }) {
  const { t } = useTranslation('knowledgeCheck')
  return (
    <Screen>
      <ScreenHead title={t('title')} about={room && <bdi>{room.name}</bdi>} />
      {children}
    </Screen>
  )
}
