import { type Account, isAdminRole, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { ExportButton } from '../../lib/lists/export-button.tsx'
import { BeyondLastPage } from '../../lib/lists/beyond-last-page.tsx'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { type AuditPage, wholeLog } from './audit-page.ts'
import { isPeriodReversed } from './log-page.ts'
import { auditQuery, csvOf } from './queries.ts'

type ScreenProps = { page: AuditPage; onPage: (page: AuditPage) => void }

/** The active account's audit log: read, filter, export (ACC-08). */
export function AuditScreen({ page, onPage }: ScreenProps) {
  const { t } = useTranslation('audit')
  usePageTitle(t('title'))
  const account = useAccount()
  if (account === null) return null
  if (!isAdminRole(account.role.name))
    return <Navigate to="/account-members/$id" params={{ id: account.id }} replace />
  return (
    <AccountFrame
      account={account}
      title={t('title')}
      action={
        <ExportButton
          label={t('export')}
          done={t('export.done')}
          name="audit-log"
          load={() => csvOf(account.id, page)}
          disabled={isPeriodReversed(page)}
        />
      }
    >
      <AuditFilters accountId={account.id} page={page} onPage={onPage} />
      {isPeriodReversed(page) ? (
        <Nothing onPage={onPage} />
      ) : (
        <Entries account={account} page={page} onPage={onPage} />
      )}
    </AccountFrame>
  )
}

function Entries({ account, page, onPage }: ScreenProps & { account: Account }) {
  const { t } = useTranslation('audit')
  const log = useQuery(auditQuery(account.id, page))
  return (
    <PagedList
      t={t}
      query={log}
      skeleton={<SkeletonRows count={8} label={t('loading')} />}
      failed={t('failed')}
      page={page}
      pageSize={limits.auditPageSize}
      onPage={onPage}
      empty={({ entries, count }) =>
        count === 0 ? (
          <Nothing onPage={onPage} />
        ) : (
          entries.length === 0 && <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
        )
      }
    >
      {({ entries }) => (
        <AuditList
          accountId={account.id}
          entries={entries}
          isStale={log.isPlaceholderData}
          onlyBy={(actor) => onPage({ ...page, actor, page: 1 })}
        />
      )}
    </PagedList>
  )
}

/** The log always has the account's creation. */
function Nothing({ onPage }: { onPage: (page: AuditPage) => void }) {
  const { t } = useTranslation('audit')
  return (
    <EmptyState
      icon={<IconListSearch size={24} stroke={1.6} />}
      title={t('nothing.title')}
      action={
        <Button variant="default" onClick={() => onPage(wholeLog)}>
          {t('nothing.action')}
        </Button>
      }
    />
  )
}
