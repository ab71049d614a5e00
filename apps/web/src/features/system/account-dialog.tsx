import type { SystemAccount } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges } from './queries.ts'

type AccountDialogProps = { what: 'sessions' | 'delete'; account: SystemAccount; onClose: () => void }

/** Signs the members of an account out, or deletes it, after a confirmation. */
export function AccountDialog({ what, account: { id, name }, onClose }: AccountDialogProps) {
  const { t } = useTranslation(['systemPlans', 'common'])
  const { delete: remove, endSessions } = accountChanges(id)
  return (
    <ConfirmDialog
      opened
      title={t(`${what}.title`, { name })}
      confirmLabel={t(`${what}.confirm`)}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      onConfirm={async () => {
        const done = t(`${what}.done`, { name })
        await (what === 'delete' ? showOutcome(remove(), done) : showOutcome(endSessions(), done))
      }}
      onClose={onClose}
    >
      {t(`${what}.text`)}
    </ConfirmDialog>
  )
}
