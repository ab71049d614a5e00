import { Button } from '@mantine/core'
import { useTranslation } from '../../../lib/translate.ts'
import turnStyles from './turn.module.css'
import styles from './turns.module.css'

type OutlinedTurnProps = {
  /** The first words of the question. */
  words: string
  hasFailed: boolean
  onRetry: () => void
}

/** A turn whose texts are still loading. */
export function OutlinedTurn({ words, hasFailed, onRetry }: OutlinedTurnProps) {
  const { t } = useTranslation(['longChat', 'common'])
  return (
    <article className={styles.outlined} aria-busy={!hasFailed} data-outlined>
      <div className={turnStyles.question}>
        <div className={`${turnStyles.bubble} ${styles.outlinedWords}`} dir="auto">
          {words}
        </div>
      </div>
      {hasFailed ? (
        <div className={turnStyles.notice}>
          <p>{t('turns.failed')}</p>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common:action.tryAgain')}
          </Button>
        </div>
      ) : (
        <div className={styles.outlinedLines} aria-hidden="true">
          <div className={styles.outlinedLine} />
          <div className={styles.outlinedLine} />
          <div className={styles.outlinedLine} />
        </div>
      )}
    </article>
  )
}
