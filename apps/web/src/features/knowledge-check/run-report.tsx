import type { CheckRun } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { saveAs } from '../../lib/save-as.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import styles from './knowledge-check.module.css'
import { runQuery } from './queries.ts'
import { RankPicture } from './rank-picture.tsx'
import { ResultsTable } from './results-table.tsx'
import { runAsCsv } from './run-as-csv.ts'

/** The report of one run: figures, a chart beside a table, and the table's export. */
export function RunReport({ place, run }: { place: RoomPlace; run: CheckRun }) {
  const { t } = useTranslation('knowledgeCheck')
  const detail = useQuery(runQuery(place, run.id))
  if (!detail.data)
    return detail.isError ? (
      <LoadFailure compact title={t('failed')} query={detail} />
    ) : (
      <SkeletonRows count={4} label={t('loading')} />
    )
  const { results } = detail.data
  const save = () =>
    saveAs(
      new Blob([runAsCsv(results, t)], { type: 'text/csv;charset=utf-8' }),
      `knowledge-check-${run.startedAt.slice(0, 10)}.csv`,
    )
  return (
    <div data-stale={detail.isPlaceholderData || undefined} className={styles.report}>
      <Figures run={detail.data} />
      {results.length > 0 && (
        <>
          <div className={styles.beside}>
            <RankPicture results={results} run={detail.data} />
            <ResultsTable results={results} />
          </div>
          <Button
            className={styles.csv}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.7} />}
            onClick={save}
          >
            {t('csv')}
          </Button>
        </>
      )}
    </div>
  )
}

function Figures({ run }: { run: CheckRun }) {
  const { t } = useTranslation('knowledgeCheck')
  const total = run.askedCount
  const mean = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 })
  const figures = [
    ['at1', t('measure.of', { hits: run.hitsAt1, total })],
    ['at3', t('measure.of', { hits: run.hitsAt3, total })],
    ['at10', t('measure.of', { hits: run.hitsAt10, total })],
    ['reciprocal', mean.format(run.meanReciprocalRank)],
    ['change', t('measure.changed', { better: run.better, worse: run.worse })],
  ] as const
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{t(`measure.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
