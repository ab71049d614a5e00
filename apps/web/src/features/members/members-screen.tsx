import { type Account, isAdminRole, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { RequestsOfAccount } from '../credit-requests/index.ts'
import { ListTools } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { BeyondLastPage } from '../../lib/lists/beyond-last-page.tsx'
import { NoMatch } from '../../lib/lists/no-match.tsx'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { EndedInvites } from './invites/ended-invites.tsx'
import type { InviteTab } from './invites/invite-dialog.tsx'
import { LeaveAccount } from './leave-account.tsx'
import { MembersTable } from './members-table.tsx'
import { firstPage } from '../../entities/accounts/members-page.ts'
import { membersQuery, type MembersPage } from '../../entities/accounts/members.ts'
import type { ShowPage } from './show-page.ts'
import { SortChoice } from './sort-choice.tsx'

const InviteDialog = lazy(() =>
  import('./invites/invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
)

type ScreenProps = { page: MembersPage; onPage: ShowPage }

/** The people of the active account; its admins invite others and change roles. */
export function MembersScreen({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('members')
  usePageTitle(t('title'))
  const account = useAccount()
  const [inviteTab, setInviteTab] = useState<InviteTab | null>(null)
  if (account === null) return null
  return (
    <AccountFrame
      account={account}
      title={t('title')}
      action={
        isAdminRole(account.role.name) && (
          <Button leftSection={<IconUserPlus size={18} stroke={1.7} />} onClick={() => setInviteTab('one')}>
            {t('invite.open')}
          </Button>
        )
      }
    >
      {isAdminRole(account.role.name) && <RequestsOfAccount key={account.id} accountId={account.id} />}
      <ListTools>
        <SearchField
          key={account.id}
          label={t('search.label')}
          search={page.search}
          onSearch={(search) => onPage({ ...page, page: 1, search })}
          maxLength={limits.memberSearchCharacters}
        />
        <SortChoice page={page} onPage={onPage} />
      </ListTools>
      <People account={account} page={page} onPage={onPage} onInvite={() => setInviteTab('one')} />
      {isAdminRole(account.role.name) && (
        <EndedInvites key={account.id} accountId={account.id} onNewLink={() => setInviteTab('link')} />
      )}
      {account.role.name !== 'owner' && <LeaveAccount account={account} />}
      <Suspense>
        {inviteTab && (
          <InviteDialog accountId={account.id} tab={inviteTab} onClose={() => setInviteTab(null)} />
        )}
      </Suspense>
    </AccountFrame>
  )
}

function People({
  account,
  page,
  onPage,
  onInvite,
}: ScreenProps & { account: Account; onInvite: () => void }) {
  const { t } = useTranslation('members')
  const people = useQuery(membersQuery(account.id, page))
  return (
    <PagedList
      t={t}
      query={people}
      skeleton={<SkeletonRows count={8} leading="round" label={t('loading')} />}
      failed={t('failed')}
      page={page}
      pageSize={limits.memberPageSize}
      onPage={onPage}
      empty={({ members, count }) =>
        members.length === 0 && <Nobody page={page} count={count} onPage={onPage} />
      }
    >
      {({ members, count }) => (
        <>
          <MembersTable
            account={account}
            members={members}
            page={page}
            onPage={onPage}
            isStale={people.isPlaceholderData}
          />
          {count === 1 && page.search === '' && isAdminRole(account.role.name) && (
            <Alone onInvite={onInvite} />
          )}
        </>
      )}
    </PagedList>
  )
}

function Alone({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation('members')
  return (
    <EmptyState
      compact
      icon={<IconUserPlus size={24} stroke={1.6} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button variant="default" onClick={onInvite}>
          {t('invite.open')}
        </Button>
      }
    />
  )
}

/** An empty page: no matches, or beyond the last page. */
function Nobody({ page, count, onPage }: ScreenProps & { count: number }) {
  const { t } = useTranslation('members')
  if (count > 0) return <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
  return <NoMatch t={t} search={page.search} onAll={() => onPage(firstPage)} />
}
