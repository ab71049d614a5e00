import { ConfirmDialog } from '@atrium/ui'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { KnownPerson } from './known-person.ts'
import { personChanges } from './queries.ts'

type SuspendDialogProps = { person: KnownPerson; onClose: () => void }

/** Suspends a person, for a reason that other system administrators see. */
export function SuspendDialog({ person: { id, name }, onClose }: SuspendDialogProps) {
  const { t } = useTranslation(['systemPeople', 'common'])
  const [reason, setReason] = useState('')
  const isMissing = reason.trim() === ''
  return (
    <ConfirmDialog
      opened
      title={t('suspend.title', { name })}
      confirmLabel={t('suspend.confirm')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      isBlocked={isMissing}
      onConfirm={async () => {
        await showOutcome(personChanges(id).suspend(reason.trim()), t('suspend.done', { name }))
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
