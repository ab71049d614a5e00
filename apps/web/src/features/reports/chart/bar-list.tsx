import { useReportWords } from '../use-report-words.ts'
import type { Bar } from './bars.ts'
import styles from './chart.module.css'

/** The largest values as bars with their names and numbers beside them. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const { exactCredits } = useReportWords()
  const top = Math.max(...bars.map((bar) => bar.credits), Number.MIN_VALUE)
  return (
    <ol className={styles.list} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key} className={styles.item}>
          <bdi className={styles.name} title={bar.name}>
            {bar.name}
          </bdi>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: `${(bar.credits / top) * 100}%` }} />
          </span>
          <span className={styles.value}>{exactCredits(bar.credits)}</span>
        </li>
      ))}
    </ol>
  )
}
