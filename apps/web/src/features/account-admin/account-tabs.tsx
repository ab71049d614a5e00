import { type Account, isAdminRole } from '@atrium/contract'
import { ScreenTabs } from '@atrium/ui/lists/screen.tsx'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import styles from './account-tabs.module.css'

const reports = [
  { name: 'member', to: '/reports-and-analytics/credit-usage-by-member/$id' },
  { name: 'date', to: '/reports-and-analytics/credit-usage-by-date/$id' },
  { name: 'room', to: '/reports-and-analytics/credit-usage-by-room/$id' },
  { name: 'knowledge', to: '/reports-and-analytics/knowledge-by-room/$id' },
  { name: 'history', to: '/reports-and-analytics/credit-usage-history/$id' },
] as const

const plans = [
  { name: 'details', to: '/plans-and-billing/plan-details/$id' },
  { name: 'all', to: '/plans-and-billing/plans-and-top-ups/$id' },
  { name: 'orders', to: '/plans-and-billing/order-history/$id' },
] as const

/**
 * The parts of the account's administration (NAV-06). Members see the members and the reports (PERM-04), admins also 'Plans &
 * Billing' (PERM-03); a plan without reports disables these two. 'API' is always disabled.
 */
export function AccountTabs({ account }: { account: Account }) {
  const { t } = useTranslation('accountAdmin')
  const part = useLocation({ select: ({ pathname }) => pathname.split('/')[1] })
  const isInReports = part === 'reports-and-analytics'
  const isInPlans = part === 'plans-and-billing'
  const params = { id: account.id }
  // Filters and pages stay on their own tab.
  const options = { includeSearch: false }
  const isAdmin = isAdminRole(account.role.name)
  const isOpen = account.subscriptionPlan.enable_reports
  return (
    <>
      <ScreenTabs label={t('tabs.label')}>
        <Link to="/account-members/$id" params={params} activeOptions={options}>
          {t('tabs.members')}
        </Link>
        {isAdmin && (
          <>
            <Link to="/account-admin/settings/$id" params={params} activeOptions={options}>
              {t('tabs.settings')}
            </Link>
            <Link to="/knowledge-bases/$id" params={params} activeOptions={options}>
              {t('tabs.knowledgeBases')}
            </Link>
            <Link to="/account-admin/tools/$id" params={params} activeOptions={options}>
              {t('tabs.tools')}
            </Link>
            <Link to="/account-admin/audit-log/$id" params={params} activeOptions={options}>
              {t('tabs.audit')}
            </Link>
          </>
        )}
        {isAdmin &&
          (isOpen ? (
            <Link to={plans[0].to} params={params} aria-current={isInPlans ? 'page' : undefined}>
              {t('tabs.plans')}
            </Link>
          ) : (
            <span
              role="link"
              aria-disabled="true"
              aria-label={t('tabs.plans.closed')}
              title={t('tabs.plans.closed')}
            >
              {t('tabs.plans')}
            </span>
          ))}
        {isOpen ? (
          <Link
            to={isAdmin ? reports[0].to : reports[4].to}
            params={params}
            aria-current={isInReports ? 'page' : undefined}
          >
            {t('tabs.reports')}
          </Link>
        ) : (
          <span
            role="link"
            aria-disabled="true"
            aria-label={t('tabs.reports.closed')}
            title={t('tabs.reports.closed')}
          >
            {t('tabs.reports')}
          </span>
        )}
        <span role="link" aria-disabled="true" aria-label={t('tabs.api.closed')}>
          {t('tabs.api')}
        </span>
      </ScreenTabs>
      {isInPlans && isAdmin && isOpen && (
        <nav className={styles.subTabs} aria-label={t('plans.label')}>
          {plans.map(({ name, to }) => (
            <Link key={name} to={to} params={params} activeOptions={options} className={styles.subTab}>
              {t(`plans.${name}`)}
            </Link>
          ))}
        </nav>
      )}
      {isInReports && isOpen && (
        <nav className={styles.subTabs} aria-label={t('reports.label')}>
          {reports
            .filter(({ name }) => isAdmin || name === 'history')
            .map(({ name, to }) => (
              <Link key={name} to={to} params={params} activeOptions={options} className={styles.subTab}>
                {t(`reports.${name}`)}
              </Link>
            ))}
        </nav>
      )}
    </>
  )
}
