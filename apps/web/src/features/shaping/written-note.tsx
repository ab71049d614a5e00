import { useTranslation } from '../../lib/translate.ts'
import type { WrittenText } from './stream-text.ts'
import styles from './shaping.module.css'

/** The outcome of writing a text: its cost, or the error. */
export function WrittenNote({ end, problem }: { end: WrittenText | null; problem: string | null }) {
  const { t } = useTranslation(['shaping', 'chat'])
  if (problem !== null)
    return (
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    )
  if (end === null) return null
  return (
    <p className={styles.note}>
      {end.isCut && `${t('result.cut')} `}
      {end.modelName}
      {end.sandbox && ` (${t('chat:answer.sandbox')})`}
      {' · '}
      {t('chat:cost.credits', { count: end.creditsCharged })}
    </p>
  )
}
