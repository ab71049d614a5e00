import { type Account, isAdminRole, limits, type UsageRow } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { BeyondLastPage } from '../../lib/lists/beyond-last-page.tsx'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useTranslation } from '../../lib/translate.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { CsvButton, ExportButtons } from './export-buttons.tsx'
import { HistoryTable } from './history-table.tsx'
import { historyQuery, usageQuery } from './queries.ts'
import { firstPage, isFiltered, isPeriodReversed, type ReportName, type ReportPage } from './report-page.ts'
import { ReportsClosed } from './reports-closed.tsx'
import styles from './reports.module.css'
import { UsageChart } from './usage-chart.tsx'
import { UsageFilters } from './usage-filters.tsx'
import { UsageTable } from './usage-table.tsx'
import { UsageTotals } from './usage-totals.tsx'

const DetailsDialog = lazy(() =>
  import('./details-dialog.tsx').then((module) => ({ default: module.DetailsDialog })),
)

type ScreenProps = { report: ReportName; page: ReportPage; onPage: (page: ReportPage) => void }

/** A report of the active account (REP-01). Members see only their own history (PERM-04). */
export function ReportScreen({ report, page, onPage }: ScreenProps) {
  const { t } = useTranslation(['accountAdmin', 'reports'])
  const title = t(`reports.${report}`)
  usePageTitle(title)
  const account = useAccount()
  if (account === null) return null
  if (!account.subscriptionPlan.enable_reports)
    return (
      <AccountFrame account={account} title={title}>
        <ReportsClosed account={account} />
      </AccountFrame>
    )
  if (report !== 'history' && !isAdminRole(account.role.name))
    return (
      <Navigate to="/reports-and-analytics/credit-usage-history/$id" params={{ id: account.id }} replace />
    )
  const parts = { account, page, onPage }
  return (
    <AccountFrame
      account={account}
      title={title}
      action={
        report === 'history' ? (
          <CsvButton accountId={account.id} report={report} page={page} />
        ) : (
          <ExportButtons accountId={account.id} report={report} page={page} />
        )
      }
    >
      <UsageFilters accountId={account.id} report={report} page={page} onPage={onPage} />
      {isPeriodReversed(page) ? (
        <Nothing report={report} page={page} onPage={onPage} />
      ) : report === 'history' ? (
        <History {...parts} />
      ) : (
        <Usage key={report} report={report} {...parts} />
      )}
    </AccountFrame>
  )
}

type PartProps = { account: Account; page: ReportPage; onPage: (page: ReportPage) => void }

function Usage({ account, report, page, onPage }: PartProps & { report: Exclude<ReportName, 'history'> }) {
  const { t } = useTranslation('reports')
  // Leaving the page unmounts this, which closes the details.
  const [details, setDetails] = useState<UsageRow | null>(null)
  const found = useQuery(usageQuery(account.id, report, page))
  return (
    <>
      <Loaded query={found} skeleton={<SkeletonRows count={8} label={t('loading')} />} failed={t('failed')}>
        {({ rows, count, requests, credits }) =>
          count === 0 ? (
            <Nothing report={report} page={page} onPage={onPage} />
          ) : (
            <>
              <UsageTotals requests={requests} credits={credits} />
              <section className={styles.section} aria-label={t(`chart.${report}`)}>
                <UsageChart accountId={account.id} view={report} page={page} />
              </section>
              <UsageTable
                report={report}
                rows={rows}
                page={page}
                onPage={onPage}
                isStale={found.isPlaceholderData}
                onDetails={setDetails}
              />
              <PagesOf count={count} shown={rows.length} page={page} onPage={onPage} />
            </>
          )
        }
      </Loaded>
      <Suspense>
        {details && (
          <DetailsDialog
            accountId={account.id}
            report={report}
            page={page}
            row={details}
            onClose={() => setDetails(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function History({ account, page, onPage }: PartProps) {
  const { t } = useTranslation('reports')
  const found = useQuery(historyQuery(account.id, page))
  return (
    <Loaded query={found} skeleton={<SkeletonRows count={8} label={t('loading')} />} failed={t('failed')}>
      {({ entries, count, requests, credits }) =>
        count === 0 ? (
          <Nothing report="history" page={page} onPage={onPage} />
        ) : (
          <>
            <UsageTotals requests={requests} credits={credits} />
            <HistoryTable entries={entries} page={page} onPage={onPage} isStale={found.isPlaceholderData} />
            <PagesOf count={count} shown={entries.length} page={page} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  )
}

type PagesProps = {
  /** Of all rows. */ count: number
  /** Rows of this page. */ shown: number
  page: ReportPage
  onPage: (page: ReportPage) => void
}

function PagesOf({ count, shown, page, onPage }: PagesProps) {
  const { t } = useTranslation('reports')
  if (shown === 0) return <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
  return (
    <Pages
      t={t}
      page={page.page}
      count={count}
      pageSize={limits.usagePageSize}
      onPage={(number) => onPage({ ...page, page: number })}
    />
  )
}

/** Nothing was used, or nothing matches the filters. */
function Nothing({ report, page, onPage }: ScreenProps) {
  const { t } = useTranslation('reports')
  const isNarrowed = isFiltered(page) || isPeriodReversed(page)
  const first = firstPage(report)
  return (
    <EmptyState
      icon={<IconChartBar size={24} stroke={1.6} />}
      title={t(isNarrowed ? 'nothing.filtered' : 'nothing.title')}
      text={t('nothing.text')}
      action={
        isNarrowed ? (
          <Button variant="default" onClick={() => onPage(first)}>
            {t('filter.clear')}
          </Button>
        ) : (
          page.range !== 365 && (
            <Button variant="default" onClick={() => onPage({ ...first, range: 365 })}>
              {t('nothing.longer')}
            </Button>
          )
        )
      }
    />
  )
}
