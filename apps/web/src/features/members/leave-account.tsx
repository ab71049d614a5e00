import type { Account } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whereabouts } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { accountsQuery } from '../accounts/queries.ts'
import styles from './members.module.css'
import { memberChanges } from './queries.ts'
import { tellOutcome } from './tell-outcome.ts'

/** The way out of an account, for all but its owner. */
export function LeaveAccount({ account }: { account: Account }) {
  const { t } = useTranslation(['members', 'common'])
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const leave = async () => {
    const hasLeft = await tellOutcome(
      memberChanges(account.id).leave(),
      t('leave.done', { account: account.name }),
    )
    if (!hasLeft) return
    await navigate({ to: '/accounts' })
    whereabouts.leave()
    queryClient.setQueryData(accountsQuery.queryKey, (known) => known?.filter(({ id }) => id !== account.id))
  }
  return (
    <div className={styles.leave}>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconLogout size={17} stroke={1.7} />}
        onClick={() => setAsked(true)}
      >
        {t('leave.action')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('leave.title', { account: account.name })}
        confirmLabel={t('leave.action')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={leave}
        onClose={() => setAsked(false)}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </div>
  )
}
