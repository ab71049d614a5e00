import type { UsageEntry } from '@atrium/contract'
import { ColumnHead, ListTable, SortHead } from '@atrium/ui/lists/list-table.tsx'
import list from '@atrium/ui/lists/list-table.module.css'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { orderBy, type ReportPage, sortedBy } from './report-page.ts'
import styles from './reports.module.css'
import { useReportWords } from './use-report-words.ts'

type HistoryTableProps = {
  entries: readonly UsageEntry[]
  page: ReportPage
  onPage: (page: ReportPage) => void
  /** The entries still belong to the previous page. */ isStale: boolean
}

/** What the reader used credits for: a table on a desktop, short paragraphs on a phone. */
export function HistoryTable({ entries, page, onPage, isStale }: HistoryTableProps) {
  const { t, exactCredits, nameOf } = useReportWords()
  const time = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  const sorted = (sort: ReportPage['sort']) => ({
    order: orderBy(page, sort),
    onSort: () => onPage(sortedBy(page, sort)),
  })
  return (
    <ListTable
      label={t('pages.label')}
      isStale={isStale}
      head={
        <>
          <SortHead {...sorted('time')}>{t('column.time')}</SortHead>
          <ColumnHead>{t('column.kind')}</ColumnHead>
          <ColumnHead>{t('column.model')}</ColumnHead>
          <ColumnHead>{t('column.room')}</ColumnHead>
          <SortHead {...sorted('credits')} isNumber>
            {t('column.credits')}
          </SortHead>
        </>
      }
      className={styles.history}
    >
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className={styles.row}>
            <td className={styles.time}>
              <time dateTime={entry.at}>{time.format(new Date(entry.at))}</time>
            </td>
            <td>{t(`kind.${entry.kind}`)}</td>
            <td>
              <bdi>{nameOf('model', { key: entry.modelId, name: entry.modelName })}</bdi>
            </td>
            <td>
              <bdi>{nameOf('room', { key: entry.roomId, name: entry.roomName })}</bdi>
            </td>
            <td className={list.number}>{exactCredits(entry.credits)}</td>
          </tr>
        ))}
      </tbody>
    </ListTable>
  )
}
