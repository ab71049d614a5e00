import { isAdminRole, limits } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { IconMail, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { Pages } from '../../../lib/lists/pages.tsx'
import { usePage } from '../../../lib/lists/use-page.ts'
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
  const { t } = useTranslation('rooms')
  const { t: ofPages } = useTranslation('history')
  const { page, setPage, follow } = usePage(limits.roomMemberPageSize)
  const members = useQuery(roomMembersQuery(account.id, room.id, page))
  if (members.data) follow(members.data.count)
  return (
    <Loaded
      compact
      query={members}
      skeleton={<SkeletonRows count={3} leading="round" label={t('members.loading')} />}
      failed={t('members.failed')}
    >
      {({ members: shown, count }) => (
        <>
          <ul
            className={styles.members}
            aria-label={t('members.title')}
            aria-busy={members.isPlaceholderData}
          >
            {shown.map((member) => (
              <MemberRow key={member.id} account={account} room={room} isAdmin={isAdmin} member={member} />
            ))}
          </ul>
          <Pages
            t={ofPages}
            label={t('members.pages')}
            page={page}
            count={count}
            pageSize={limits.roomMemberPageSize}
            onPage={setPage}
          />
        </>
      )}
    </Loaded>
  )
}
