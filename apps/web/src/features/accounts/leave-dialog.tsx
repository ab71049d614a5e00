import { type Account, leaveAccount } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { forgetAccount } from '../../entities/accounts/queries.ts'

type LeaveDialogProps = { account: Account; opened: boolean; onClose: () => void }

/** Confirms leaving an account, then shows the others. */
export function LeaveDialog({ account, opened, onClose }: LeaveDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const navigate = useNavigate()
  const leave = async () => {
    const hasLeft = await showOutcome(
      api.call(leaveAccount, { params: { id: account.id } }),
      t('leave.done', { account: account.name }),
    )
    if (!hasLeft) return
    // Leaves the account's pages first: they show nothing without it.
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
