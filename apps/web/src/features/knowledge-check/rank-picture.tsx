import type { CheckResult, CheckRun } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import styles from './knowledge-check.module.css'
import { picture, xOf } from './rank-scale.ts'

const marks = [1, 3, 10, null]

/** A row for each question: a ring for the previous rank, a dot for the current one. The table has the same as text. */
export function RankPicture({ results, run }: { results: CheckResult[]; run: CheckRun }) {
  const { t } = useTranslation('knowledgeCheck')
  const isRtl = directionOf(currentLanguage()) === 'rtl'
  const height = picture.top + results.length * picture.rowHeight
  return (
    <figure className={styles.picture}>
      <svg
        role="img"
        aria-label={t('picture.label', { better: run.better, worse: run.worse })}
        viewBox={`0 0 ${picture.width} ${height}`}
      >
        {marks.map((mark) => {
          const x = xOf(mark, isRtl)
          return (
            <g key={mark ?? 'none'}>
              <line className={styles.guide} x1={x} x2={x} y1={picture.top - 6} y2={height} />
              <text className={styles.mark} x={x} y={12} textAnchor="middle">
                {mark?.toLocaleString(currentLanguage()) ?? '✕'}
              </text>
            </g>
          )
        })}
        {results.map((result, index) => (
          <Row key={result.questionId} result={result} index={index} isRtl={isRtl} />
        ))}
      </svg>
      <figcaption className={styles.caption}>
        {t('picture.caption')} ✕ {t('rank.none')}
      </figcaption>
    </figure>
  )
}

type RowProps = { result: CheckResult; index: number; isRtl: boolean }

function Row({ result: { rank, rankBefore, change }, index, isRtl }: RowProps) {
  const y = picture.top + (index + 0.5) * picture.rowHeight
  const [now, before] = [xOf(rank, isRtl), xOf(rankBefore, isRtl)]
  return (
    <g data-change={change} className={styles.row}>
      <text className={styles.mark} x={isRtl ? picture.width - 8 : 8} y={y + 4} textAnchor="middle">
        {(index + 1).toLocaleString(currentLanguage())}
      </text>
      {change !== 'new' && (
        <>
          <line className={styles.way} x1={before} x2={now} y1={y} y2={y} />
          <circle className={styles.ring} cx={before} cy={y} r={6} />
        </>
      )}
      <circle className={styles.dot} cx={now} cy={y} r={4} />
    </g>
  )
}
