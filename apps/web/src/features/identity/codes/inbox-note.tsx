import styles from '../../../lib/forms/form.module.css'
import { useTranslation } from '../../../lib/translate.ts'
import { useSignInMethods } from '../sign-in-methods.ts'

/** Where a code can be found on a service that has no mail server. */
export function InboxNote() {
  const { t } = useTranslation('identity')
  const inboxUrl = useSignInMethods()?.inboxUrl
  return inboxUrl ? (
    <p className={styles.note}>
      {t('inbox.text')}{' '}
      <a className={styles.link} href={inboxUrl} target="_blank" rel="noreferrer">
        {t('inbox.link')}
      </a>
    </p>
  ) : null
}
