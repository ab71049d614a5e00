import { type Account, isAdminRole } from '@atrium/contract'
import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { plansWithReportsQuery } from './queries.ts'

/** A report of an account whose plan has none (PERM-04). */
export function ReportsClosed({ account }: { account: Account }) {
  const { t } = useTranslation('reports')
  return (
    <EmptyState
      icon={<IconLock size={24} stroke={1.6} />}
      title={t('closed.title')}
      text={t('closed.text')}
      action={<ClosedAction account={account} />}
    />
  )
}

/** Offers admins a plan with reports where one is sold, and everybody else the members. */
function ClosedAction({ account }: { account: Account }) {
  const { t } = useTranslation('reports')
  const isAdmin = isAdminRole(account.role.name)
  const { data, isLoading } = useQuery({ ...plansWithReportsQuery(account.id), enabled: isAdmin })
  if (isLoading) return null
  const plan = data?.[0]
  return (
    <Button
      variant={plan ? 'filled' : 'default'}
      renderRoot={(props) => (
        <Link
          {...props}
          to={plan ? '/plans-and-billing/plans-and-top-ups/$id' : '/account-members/$id'}
          params={{ id: account.id }}
        />
      )}
    >
      {plan ? t('closed.plan', { plan: plan.name }) : t('closed.action')}
    </Button>
  )
}
