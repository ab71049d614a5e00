import type { FileProvider } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './providers.module.css'
import { Status } from './status.tsx'

/** The providers of the models file, read-only. */
export function FileProviders({ providers }: { providers: FileProvider[] }) {
  const { t } = useTranslation('providers')
  return (
    <section aria-labelledby="providers-of-file">
      <h2 id="providers-of-file" className={styles.heading}>
        {t('file.title')}
      </h2>
      <p className={styles.quiet}>{t('file.text')}</p>
      <ul className={styles.rows}>
        {providers.map((provider) => (
          <li key={provider.name} className={styles.row}>
            <div className={styles.words}>
              <h3 className={styles.rowName}>
                <bdi>{provider.displayName}</bdi>
              </h3>
              <p className={styles.quiet}>
                <bdi>{provider.protocol}</bdi>
                {provider.state !== 'not-configured' && ` · ${t('models', { count: provider.models })}`}
              </p>
            </div>
            <div className={styles.words}>
              <Status of={provider} />
              {provider.missing.length > 0 && (
                <p className={styles.quiet}>{t('file.missing', { names: provider.missing.join(', ') })}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
