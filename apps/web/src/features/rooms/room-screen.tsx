import type { Account, Room } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconLock, IconUsersGroup, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useAccount } from '../accounts/use-account.ts'
import { DeletedRooms } from './deleted-rooms.tsx'
import { DetailsSection } from './details-section.tsx'
import { InstructionsSection } from './instructions-section.tsx'
import { LeaveOrDelete } from './leave-or-delete.tsx'
import { MembersSection } from './members-section.tsx'
import { roomKeys } from './queries.ts'
import { RoomLogo } from './room-logo.tsx'
import { roomQuery } from './room-queries.ts'
import styles from './room-screen.module.css'
import { useRoom } from './use-room.ts'

/** `/room-and-members`: the active room, to look at and, for its admins, to change (ROOM-10). */
export function RoomScreen() {
  const { t } = useTranslation(['rooms', 'shell'])
  usePageTitle(t('page.title'))
  const account = useAccount()
  const room = useRoom()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('page.title')}</h1>
      {account && room && <RoomCare key={room.id} account={account} room={room} />}
      {room === undefined && <SkeletonRows count={6} label={t('page.loading')} />}
      {room === null && (
        <EmptyState
          icon={<IconUsersGroup size={24} stroke={1.6} />}
          title={t('shell:rooms.empty.title')}
          text={t('shell:rooms.empty.text')}
        />
      )}
      {account && <DeletedRooms accountId={account.id} />}
    </div>
  )
}

function RoomCare({ account, room }: { account: Account; room: Room }) {
  const { t } = useTranslation(['rooms', 'common'])
  const details = useQuery(roomQuery(account.id, room.id))
  if (details.isPending) return <SkeletonRows count={6} label={t('page.loading')} />
  if (!details.data) {
    // Perhaps it is not there any more: then another room of the list becomes the active one.
    const lookAgain = () => void queryClient.invalidateQueries({ queryKey: roomKeys.all(account.id) })
    return (
      <ErrorState
        title={t('page.failed')}
        text={errorText(details.error)}
        action={
          <Button variant="default" onClick={lookAgain}>
            {t('common:action.tryAgain')}
          </Button>
        }
      />
    )
  }
  const isAdmin = details.data.membership_type !== 'MEMBER'
  const shown = { account, room: details.data, isAdmin }
  return (
    <>
      <RoomHead room={details.data} isAdmin={isAdmin} />
      <DetailsSection {...shown} />
      <MembersSection {...shown} />
      <InstructionsSection {...shown} />
      <LeaveOrDelete {...shown} />
    </>
  )
}

function RoomHead({ room, isAdmin }: { room: Room; isAdmin: boolean }) {
  const { t } = useTranslation(['rooms', 'shell'])
  const Mark = room.access_type === 'PRIVATE' ? IconLock : IconWorld
  return (
    <header className={styles.head}>
      <RoomLogo room={room} size={56} />
      <div>
        <h2 className={styles.name} dir="auto">
          {room.name}
        </h2>
        <p className={styles.facts}>
          <Mark size={15} stroke={1.7} aria-hidden="true" />
          {t(`access.${room.access_type}`)}
          <span>{t('shell:rooms.sharedWith', { count: room.member_count })}</span>
          <span>{t(`type.${room.membership_type}`)}</span>
        </p>
        {!isAdmin && <p className={styles.quiet}>{t('page.viewOnly')}</p>}
      </div>
    </header>
  )
}
