import type { UsageRow } from '@atrium/contract'
import { ListTable, SortHead } from '@atrium/ui/lists/list-table.tsx'
import list from '@atrium/ui/lists/list-table.module.css'
import { UnstyledButton } from '@mantine/core'
import { orderBy, type ReportName, type ReportPage, sortedBy } from './report-page.ts'
import styles from './reports.module.css'
import { useReportWords } from './use-report-words.ts'

type UsageTableProps = {
  report: Exclude<ReportName, 'history'>
  rows: readonly UsageRow[]
  page: ReportPage
  onPage: (page: ReportPage) => void
  /** The rows still belong to the previous page. */ isStale: boolean
  onDetails: (row: UsageRow) => void
}

/** Usage by member, date or room; a row's name opens its details. */
export function UsageTable({ report, rows, page, onPage, isStale, onDetails }: UsageTableProps) {
  const { t, nameOf, exactCredits, whole } = useReportWords()
  const sorted = (sort: ReportPage['sort']) => ({
    order: orderBy(page, sort),
    onSort: () => onPage(sortedBy(page, sort)),
  })
  return (
    <ListTable
      label={t(`chart.${report}`)}
      isStale={isStale}
      head={
        <>
          <SortHead {...sorted('name')}>{t(`column.${report}`)}</SortHead>
          <SortHead {...sorted('requests')} isNumber>
            {t('column.requests')}
          </SortHead>
          <SortHead {...sorted('credits')} isNumber>
            {t('column.credits')}
          </SortHead>
        </>
      }
    >
      <tbody>
        {rows.map((row) => {
          const name = nameOf(report, row)
          return (
            <tr key={row.key ?? ''} className={styles.row}>
              <th scope="row" className={styles.name}>
                {row.key === null ? (
                  name
                ) : (
                  <UnstyledButton
                    className={styles.open}
                    title={t('row.details', { name })}
                    onClick={() => onDetails(row)}
                  >
                    <bdi>{name}</bdi>
                    {row.email && <bdi className={styles.email}>{row.email}</bdi>}
                  </UnstyledButton>
                )}
              </th>
              <td className={list.number}>{whole(row.requests)}</td>
              <td className={list.number}>{exactCredits(row.credits)}</td>
            </tr>
          )
        })}
      </tbody>
    </ListTable>
  )
}
