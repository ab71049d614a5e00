import { useTranslation } from '../../lib/translate.ts'
import styles from './tool-calls.module.css'

/** The arguments of a call, as the server would get them. */
export function Arguments({ input }: { input: string }) {
  const { t } = useTranslation('toolCalls')
  if (input === '{}') return <p className={styles.note}>{t('noArguments')}</p>
  return (
    <>
      <h5 className={styles.label}>{t('arguments')}</h5>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <pre className={styles.text} dir="ltr" tabIndex={0} role="group" aria-label={t('arguments')}>
        {input}
      </pre>
    </>
  )
}
