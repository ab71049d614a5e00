import type { ProviderChange } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './providers.module.css'
import { momentText } from './status.tsx'

/** Recent changes of providers, newest first. */
export function ProviderLog({ changes }: { changes: ProviderChange[] }) {
  const { t } = useTranslation('providers')
  return (
    <section aria-labelledby="providers-changes">
      <h2 id="providers-changes" className={styles.heading}>
        {t('changes.title')}
      </h2>
      <ol className={styles.rows}>
        {changes.map(({ at, actorName, action, providerName }, place) => (
          <li key={`${at} ${place}`} className={styles.change}>
            <span className={styles.anywhere}>
              {t(`change.${action}`, { actor: actorName ?? t('change.nobody'), provider: providerName })}
            </span>
            <time dateTime={at} className={styles.quiet}>
              {momentText(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
