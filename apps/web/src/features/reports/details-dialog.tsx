import type { AccountId, UsageRow, UsageView } from '@atrium/contract'
import type { RoomId, UserId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import type { ReportName, ReportPage } from './report-page.ts'
import styles from './reports.module.css'
import { UsageChart } from './usage-chart.tsx'
import { UsageTotals } from './usage-totals.tsx'
import { useReportWords } from './use-report-words.ts'
import { useTranslation } from '../../lib/translate.ts'

type Details = Exclude<ReportName, 'history'>

/** The dimension by which a row's details break down its credits. */
const viewsOf: Record<Details, UsageView[]> = {
  member: ['date', 'model', 'room'],
  date: ['member', 'model', 'room'],
  room: ['date', 'member', 'model'],
}

/** The report of this row alone. */
function pageOf(report: Details, key: string, page: ReportPage): ReportPage {
  if (report === 'member') return { ...page, member: key as UserId }
  if (report === 'room') return { ...page, room: key as RoomId }
  return { ...page, range: 'custom', from: key, to: key }
}

type DetailsDialogProps = {
  accountId: AccountId
  report: Details
  page: ReportPage
  row: UsageRow
  onClose: () => void
}

/** A member's, day's or room's usage in the report's period and filters, broken down. */
export function DetailsDialog({ accountId, report, page, row, onClose }: DetailsDialogProps) {
  const { t, nameOf } = useReportWords()
  const { t: common } = useTranslation('common')
  const ofRow = pageOf(report, row.key ?? '', page)
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={<bdi>{nameOf(report, row)}</bdi>}
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      <UsageTotals requests={row.requests} credits={row.credits} />
      {viewsOf[report].map((view) => (
        <section key={view} className={styles.section}>
          <h3 className={styles.heading}>{t(`chart.${view}`)}</h3>
          <UsageChart accountId={accountId} view={view} page={ofRow} />
        </section>
      ))}
    </Dialog>
  )
}
