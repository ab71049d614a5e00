import { type Account, isAdminRole } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { type AuditPage, isWrongWay, pagesOf, wholeLog } from './audit-page.ts'
import styles from './audit.module.css'
import { ExportButton } from './export-button.tsx'
import { auditQuery } from './queries.ts'

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
      action={<ExportButton account={account} page={page} />}
    >
      <AuditFilters accountId={account.id} page={page} onPage={onPage} />
      {isWrongWay(page) ? (
        <Nothing onPage={onPage} />
      ) : (
        <Entries account={account} page={page} onPage={onPage} />
      )}
    </AccountFrame>
  )
}

function Entries({ account, page, onPage }: ScreenProps & { account: Account }) {
  const { t } = useTranslation(['audit', 'common'])
  const log = useQuery(auditQuery(account.id, page))
  if (log.isPending) return <SkeletonRows count={8} label={t('loading')} />
  if (log.isError && !log.data) {
    const retry = (
      <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
        {t('common:action.tryAgain')}
      </Button>
    )
    return <ErrorState title={t('failed')} text={errorDetail(log.error)} action={retry} />
  }
  const { entries, count } = log.data
  if (count === 0) return <Nothing onPage={onPage} />
  if (entries.length === 0)
    return (
      <EmptyState
        title={t('beyond.title')}
        action={
          <Button variant="default" onClick={() => onPage({ ...page, page: 1 })}>
            {t('beyond.action')}
          </Button>
        }
      />
    )
  const total = pagesOf(count)
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count })}
      </p>
      <AuditList
        accountId={account.id}
        entries={entries}
        isStale={log.isPlaceholderData}
        onlyBy={(actor) => onPage({ ...page, actor, page: 1 })}
      />
      <Pager
        page={page.page}
        total={total}
        onPage={(number) => onPage({ ...page, page: number })}
        words={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          place: t('pages.place', { page: page.page, total }),
        }}
      />
    </>
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
