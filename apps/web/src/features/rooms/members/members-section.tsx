import { isAdminRole, limits } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { IconMail, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { LoadFailure } from '../../../lib/lists/load-failure.tsx'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { MemberRow } from './member-row.tsx'
import { roomMembersQuery } from '../../../entities/rooms/room-queries.ts'
import styles from '../room-screen.module.css'
import type { RoomSection } from '../room-section.ts'
import { withPhrases } from '../../../lib/phrases.ts'

const AddMembersDialog = lazy(() =>
  import('./add-members-dialog.tsx').then((module) => ({ default: module.AddMembersDialog })),
)

const InviteDialog = lazy(() =>
  withPhrases(import('../../members/invites/invite-dialog.tsx'), 'members').then((module) => ({
    default: module.InviteDialog,
  })),
)

type MembersSectionProps = RoomSection & {
  /** Links to the page for adding members, instead of a dialog. */ onAdd?: () => void
}

/** The members of the room, ten per page (ROOM-05). */
export function MembersSection({ account, room, isAdmin, onAdd }: MembersSectionProps) {
  const { t } = useTranslation('rooms')
  const [isAdding, setAdding] = useState(false)
  const [isInviting, setInviting] = useState(false)
  // People who may add room members and invite to the account invite to both at once.
  const mayInvite = isAdmin && isAdminRole(account.role.name)
  const isPrivate = room.access_type === 'PRIVATE'
  return (
    <section className={styles.section} aria-labelledby="room-members">
      <div className={styles.sectionHead}>
        <h3 id="room-members" className={styles.sectionTitle}>
          {t('members.title')}
        </h3>
        <Group gap="xs">
          {mayInvite && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconMail size={17} stroke={1.7} />}
              onClick={() => setInviting(true)}
            >
              {t('members.invite')}
            </Button>
          )}
          {isAdmin && isPrivate && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconUserPlus size={17} stroke={1.7} />}
              onClick={onAdd ?? (() => setAdding(true))}
            >
              {t('members.add')}
            </Button>
          )}
        </Group>
      </div>
      {!isPrivate && <p className={styles.quiet}>{t('members.everyone')}</p>}
      <MemberList account={account} room={room} isAdmin={isAdmin} />
      {isInviting && (
        <Suspense>
          <InviteDialog
            accountId={account.id}
            tab="one"
            roomId={room.id}
            onClose={() => setInviting(false)}
          />
        </Suspense>
      )}
      {isAdding && (
        <Suspense>
          <AddMembersDialog account={account} roomId={room.id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}

function MemberList({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation(['rooms', 'history'])
  const [wanted, setWanted] = useState(1)
  const members = useQuery(roomMembersQuery(account.id, room.id, wanted))
  const { data, isPlaceholderData } = members
  if (!data && members.error) return <LoadFailure compact title={t('members.failed')} query={members} />
  if (!data) return <SkeletonRows count={3} leading="round" label={t('members.loading')} />
  const total = Math.max(1, Math.ceil(data.count / limits.roomMemberPageSize))
  // The last one of a page may have been removed.
  if (wanted > total) setWanted(total)
  return (
    <>
      <ul className={styles.members} aria-label={t('members.title')} aria-busy={isPlaceholderData}>
        {data.members.map((member) => (
          <MemberRow key={member.id} account={account} room={room} isAdmin={isAdmin} member={member} />
        ))}
      </ul>
      <Pager
        page={wanted}
        total={total}
        onPage={setWanted}
        words={{
          label: t('members.pages'),
          previous: t('history:pages.previous'),
          next: t('history:pages.next'),
          place: t('history:pages.place', { page: wanted, total }),
        }}
      />
    </>
  )
}
