import { ConfirmDialog } from '@atrium/ui'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { type Translate, useTranslation } from '../../lib/translate.ts'

type SuspendDialogProps<Named extends 'systemPeople' | 'systemPlans'> = {
  t: Translate<Named>
  /** Of the person or account. */ name: string
  suspend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Suspends a person or an account, for a reason; `t` says who sees it. */
export function SuspendDialog<Named extends 'systemPeople' | 'systemPlans'>({
  t,
  name,
  suspend,
  onClose,
}: SuspendDialogProps<Named>) {
  // Both have the same keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'systemPeople'>
  const { t: common } = useTranslation('common')
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      opened
      title={say('suspend.title', { name })}
      confirmLabel={say('suspend.confirm')}
      cancelLabel={common('action.cancel')}
      tone="danger"
      isBlocked={reason.trim() === ''}
      onConfirm={async () => {
        await showOutcome(suspend(reason.trim()), say('suspend.done', { name }))
      }}
      onClose={onClose}
    >
      {say('suspend.text')}
      <TextInput
        mt="md"
        label={say('suspend.reason')}
        placeholder={say('suspend.noReason')}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
