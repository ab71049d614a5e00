import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { HealthMark } from './health/health-mark.tsx'
import styles from './system-tabs.module.css'

/** The pages of 'System'. */
export function SystemTabs() {
  const { t } = useTranslation('setup')
  return (
    <nav className={styles.tabs} aria-label={t('tabs.label')}>
      <Link to="/system/health" className={styles.tab}>
        {t('tabs.health')}
        <HealthMark />
      </Link>
      <Link to="/system/providers" className={styles.tab}>
        {t('tabs.providers')}
      </Link>
      <Link to="/system/plans" className={styles.tab} activeOptions={{ includeSearch: false }}>
        {t('tabs.plans')}
      </Link>
      <Link to="/system/people" className={styles.tab} activeOptions={{ includeSearch: false }}>
        {t('tabs.people')}
      </Link>
      <Link to="/system/notices" className={styles.tab}>
        {t('tabs.notices')}
      </Link>
      <Link to="/system/settings" className={styles.tab}>
        {t('tabs.settings')}
      </Link>
      <Link to="/system/audit" className={styles.tab} activeOptions={{ includeSearch: false }}>
        {t('tabs.audit')}
      </Link>
    </nav>
  )
}
