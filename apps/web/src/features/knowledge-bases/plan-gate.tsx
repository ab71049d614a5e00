import { type Account, isAdminRole } from '@atrium/contract'
import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'

/** Shown instead of knowledge bases if the plan has none: what is missing, and a contact. */
export function PlanGate({ account }: { account: Account }) {
  const { t } = useTranslation('knowledgeBases')
  const isAdmin = isAdminRole(account.role.name)
  const named = { plan: account.subscriptionPlan.name, account: account.name }
  return (
    <EmptyState
      icon={<IconBooks size={24} stroke={1.6} />}
      title={t('gate.title')}
      text={t(isAdmin ? 'gate.text.admin' : 'gate.text.member', named)}
      {...(!isAdmin && {
        action: (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/account-members/$id" params={{ id: account.id }} />}
          >
            {t('gate.members')}
          </Button>
        ),
      })}
    />
  )
}
