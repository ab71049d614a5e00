import type { CheckResult } from '@atrium/contract'
import { Badge } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import styles from './knowledge-check.module.css'

const colours = { better: 'green.9', worse: 'red.9', same: 'gray.8', new: 'gray.8' } as const

/** The results of a run's questions, as text. */
export function ResultsTable({ results }: { results: CheckResult[] }) {
  const { t } = useTranslation('knowledgeCheck')
  return (
    <table className={styles.table} aria-label={t('table.label')}>
      <thead>
        <tr>
          {(['number', 'question', 'rank', 'before', 'change', 'found'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`table.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map((result, index) => (
          <ResultRow key={result.questionId} number={index + 1} result={result} />
        ))}
      </tbody>
    </table>
  )
}

function ResultRow({ number, result }: { number: number; result: CheckResult }) {
  const { t } = useTranslation('knowledgeCheck')
  const { question, rank, rankBefore, change, foundFiles } = result
  const written = (place: number | null) => place?.toLocaleString(currentLanguage()) ?? t('rank.none')
  return (
    <tr>
      <td className={styles.number}>{number.toLocaleString(currentLanguage())}</td>
      <th scope="row" className={styles.question} dir="auto">
        {question}
      </th>
      <td data-label={t('table.rank')}>{written(rank)}</td>
      <td data-label={t('table.before')}>{change === 'new' ? '' : written(rankBefore)}</td>
      <td>
        <Badge
          variant={change === 'better' || change === 'worse' ? 'filled' : 'outline'}
          color={colours[change]}
        >
          {t(`change.${change}`)}
        </Badge>
      </td>
      <td data-label={t('table.found')} className={styles.found}>
        {foundFiles.length === 0
          ? t('table.nothing')
          : foundFiles.map(({ fileId, fileName }) => <bdi key={fileId}>{fileName}</bdi>)}
      </td>
    </tr>
  )
}
