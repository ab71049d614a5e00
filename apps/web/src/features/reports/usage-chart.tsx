import type { AccountId, UsageView } from '@atrium/contract'
import { limits } from '@atrium/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Bar } from './chart/bars.ts'
import { BarList } from './chart/bar-list.tsx'
import { DateChart } from './chart/date-chart.tsx'
import { usageQuery } from './queries.ts'
import { daysOf, everyDay, type ReportPage } from './report-page.ts'
import styles from './reports.module.css'
import { useReportWords } from './use-report-words.ts'

/** Maximum bars of a chart with names. */
const maxBars = 10

/** The bars of a report: every day of the period in order, or those with the most credits; null while loading. */
export function useBars(accountId: AccountId, view: UsageView, page: ReportPage): Bar[] | null {
  const { nameOf, shortDay } = useReportWords()
  const isByDate = view === 'date'
  const sorted = isByDate
    ? ({ ...page, sort: 'name', order: 'asc', page: 1 } as const)
    : ({ ...page, sort: 'credits', order: 'desc', page: 1 } as const)
  const { data } = useQuery(usageQuery(accountId, view, sorted, isByDate ? limits.maxUsagePageSize : maxBars))
  if (!data) return null
  if (!isByDate)
    return data.rows.map((row) => {
      const name = nameOf(view, row)
      return { key: row.key ?? '', name, shortName: name, credits: row.credits, requests: row.requests }
    })
  const { from, to } = daysOf(page)
  const rows = new Map(data.rows.map((row) => [row.key, row]))
  return everyDay(from, to).map((day) => ({
    key: day,
    name: nameOf('date', { key: day, name: null }),
    shortName: shortDay(day),
    credits: rows.get(day)?.credits ?? 0,
    requests: rows.get(day)?.requests ?? 0,
  }))
}

/** A report as a chart. */
export function UsageChart({
  accountId,
  view,
  page,
}: {
  accountId: AccountId
  view: UsageView
  page: ReportPage
}) {
  const { t } = useReportWords()
  const bars = useBars(accountId, view, page)
  if (bars === null) return <Skeleton className={styles.chartSkeleton} />
  return view === 'date' ? (
    <DateChart bars={bars} label={t('chart.date')} />
  ) : (
    <BarList bars={bars} label={t(`chart.${view}`)} />
  )
}
