import { type Account, isAdminRole } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import styles from './account-frame.module.css'

/** The parts of the account's administration (NAV-06); members see the members. 'API' is always disabled. */
export function AccountTabs({ account }: { account: Account }) {
  const { t } = useTranslation('accountAdmin')
  if (!isAdminRole(account.role.name)) return null
  const params = { id: account.id }
  // Filters and pages stay on their own tab.
  const options = { includeSearch: false }
  return (
    <nav className={styles.tabs} aria-label={t('tabs.label')}>
      <Link to="/account-members/$id" params={params} activeOptions={options} className={styles.tab}>
        {t('tabs.members')}
      </Link>
      <Link to="/account-admin/settings/$id" params={params} activeOptions={options} className={styles.tab}>
        {t('tabs.settings')}
      </Link>
      <Link to="/knowledge-bases/$id" params={params} activeOptions={options} className={styles.tab}>
        {t('tabs.knowledgeBases')}
      </Link>
      <Link to="/account-admin/audit-log/$id" params={params} activeOptions={options} className={styles.tab}>
        {t('tabs.audit')}
      </Link>
      <span role="link" aria-disabled="true" aria-label={t('tabs.api.closed')} className={styles.tab}>
        {t('tabs.api')}
      </span>
    </nav>
  )
}
