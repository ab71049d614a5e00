import type { SystemAccount } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges } from './queries.ts'

type SuspendAccountDialogProps = { account: SystemAccount; onClose: () => void }

/** Suspends an account, for a reason that its members see. */
export function SuspendAccountDialog({ account: { id, name }, onClose }: SuspendAccountDialogProps) {
  const { t } = useTranslation(['systemPlans', 'common'])
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      opened
      title={t('suspend.title', { name })}
      confirmLabel={t('suspend.confirm')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      isBlocked={reason.trim() === ''}
      onConfirm={async () => {
        await showOutcome(accountChanges(id).suspend(reason.trim()), t('suspend.done', { name }))
      }}
      onClose={onClose}
    >
      {t('suspend.text')}
      <TextInput
        mt="md"
        label={t('suspend.reason')}
        placeholder={t('suspend.noReason')}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
