import styles from './reports.module.css'
import { useReportWords } from './use-report-words.ts'

/** The sums of a report: credits, requests, and credits per request. */
export function UsageTotals({ requests, credits }: { requests: number; credits: number }) {
  const words = useReportWords()
  const totals = [
    { name: words.t('column.credits'), value: words.credits(credits) },
    { name: words.t('column.requests'), value: words.whole(requests) },
    { name: words.t('total.average'), value: requests === 0 ? '–' : words.credits(credits / requests) },
  ]
  return (
    <dl className={styles.totals}>
      {totals.map(({ name, value }) => (
        <div key={name} className={styles.total}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
