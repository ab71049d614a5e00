import { ConfirmDialog } from '@atrium/ui'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { KnownPerson } from './known-person.ts'
import { personChanges } from './queries.ts'

type SessionsDialogProps = { person: KnownPerson; onClose: () => void }

/** Signs a person out everywhere, after a confirmation. */
export function SessionsDialog({ person: { id, name }, onClose }: SessionsDialogProps) {
  const { t } = useTranslation(['systemPeople', 'common'])
  return (
    <ConfirmDialog
      opened
      title={t('sessions.title', { name })}
      confirmLabel={t('sessions.confirm')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      onConfirm={async () => {
        await showOutcome(personChanges(id).endSessions(), t('sessions.done', { name }))
      }}
      onClose={onClose}
    >
      {t('sessions.text')}
    </ConfirmDialog>
  )
}
