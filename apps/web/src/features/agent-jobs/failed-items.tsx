import type { JobPart } from '@atrium/contract'
import { codeText } from '../../lib/text/error-text.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

/** The items that a job could not do, with the reason: rows without an answer, passages without a translation. */
export function FailedItems({ part: { kind, failedItems } }: { part: JobPart }) {
  const { t } = useTranslation('agentJobs')
  if (!failedItems) return null
  const isRow = kind === 'table-run'
  const label = t(isRow ? 'rows.failed' : 'passages.failed')
  const left = failedItems.count - failedItems.first.length
  return (
    <section className={styles.failed} aria-label={label}>
      <h4>{label}</h4>
      <ul>
        {failedItems.first.map(({ number, title, problem }) => (
          <li key={number}>
            {t(isRow ? 'rows.failedRow' : 'passages.failedPassage', { number })}
            {title !== '' && (
              <>
                {' '}
                <bdi>{title}</bdi>
              </>
            )}
            {': '}
            {problem === 'EMPTY_ROW'
              ? t('rows.empty')
              : problem === 'NOT_TRANSLATED'
                ? t('passages.left')
                : codeText(problem)}
          </li>
        ))}
        {left > 0 && <li>{t(isRow ? 'rows.moreFailed' : 'passages.moreFailed', { count: left })}</li>}
      </ul>
    </section>
  )
}
