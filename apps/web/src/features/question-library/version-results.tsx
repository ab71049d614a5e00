import type { PromptResults } from '@atrium/contract'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './question-library.module.css'

/** Results of the questions that people asked with a version of a template. */
export function VersionResults({ results }: { results: PromptResults }) {
  const { t } = useTranslation('questionLibrary')
  const { questionCount, personCount, goodCount, badCount, medianCredits } = results
  if (questionCount === 0) return <p className={styles.quiet}>{t('results.none')}</p>
  const credits =
    medianCredits === null
      ? null
      : new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 3 }).format(medianCredits)
  return (
    <ul className={styles.facts} aria-label={t('results.label')}>
      <li>{t('results.questions', { count: questionCount })}</li>
      <li>{t('results.people', { count: personCount })}</li>
      <li className={styles.rating}>
        <span className={styles.unseen}>{t('results.good', { count: goodCount })}</span>
        <IconThumbUp size={14} stroke={1.7} aria-hidden="true" />
        <span aria-hidden="true">{new Intl.NumberFormat(currentLanguage()).format(goodCount)}</span>
      </li>
      <li className={styles.rating}>
        <span className={styles.unseen}>{t('results.bad', { count: badCount })}</span>
        <IconThumbDown size={14} stroke={1.7} aria-hidden="true" />
        <span aria-hidden="true">{new Intl.NumberFormat(currentLanguage()).format(badCount)}</span>
      </li>
      {credits !== null && <li>{t('results.credits', { credits })}</li>}
    </ul>
  )
}
