import { type Account, leaveAccount } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { tellOutcome } from '../members/tell-outcome.ts'
import { forgetAccount } from './queries.ts'

type LeaveDialogProps = { account: Account; opened: boolean; onClose: () => void }

/** Asks before somebody leaves an account; then on to the other ones. */
export function LeaveDialog({ account, opened, onClose }: LeaveDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const navigate = useNavigate()
  const leave = async () => {
    const hasLeft = await tellOutcome(
      api.call(leaveAccount, { params: { id: account.id } }),
      t('leave.done', { account: account.name }),
    )
    if (!hasLeft) return
    // First out of the account's pages: they show nothing without it.
    await navigate({ to: '/accounts' })
    forgetAccount(account.id)
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('leave.title', { account: account.name })}
      confirmLabel={t('leave.action')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      onConfirm={leave}
      onClose={onClose}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
