import type { JobPart } from '@atrium/contract'
import { codeText } from '../../lib/text/error-text.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

/** The items that a job could not do, with the reason: rows without an answer, passages without a translation, analyses without a result. */
export function FailedItems({ part: { kind, failedItems } }: { part: JobPart }) {
  const { t } = useTranslation('agentJobs')
  if (!failedItems) return null
  const texts = textsOf[kind === 'table-run' || kind === 'data-analysis' ? kind : 'translation']
  const label = t(texts.label)
  const left = failedItems.count - failedItems.first.length
  return (
    <section className={styles.failed} aria-label={label}>
      <h4>{label}</h4>
      <ul>
        {failedItems.first.map(({ number, title, problem }) => (
          <li key={number}>
            {t(texts.item, { number })}
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
                : problem === 'NOT_COMPUTED'
                  ? t('analysis.refused')
                  : codeText(problem)}
          </li>
        ))}
        {left > 0 && <li>{t(texts.more, { count: left })}</li>}
      </ul>
    </section>
  )
}

const textsOf = {
  'table-run': { label: 'rows.failed', item: 'rows.failedRow', more: 'rows.moreFailed' },
  translation: { label: 'passages.failed', item: 'passages.failedPassage', more: 'passages.moreFailed' },
  // `more` is never shown: a plan has fewer analyses than the list names.
  'data-analysis': { label: 'analysis.failed', item: 'analysis.failedItem', more: 'rows.moreFailed' },
} as const
