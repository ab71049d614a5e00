import { ConfirmDialog } from '@atrium/ui'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { KnownPerson } from './known-person.ts'
import { personChanges } from './queries.ts'

type DeleteDialogProps = { person: KnownPerson; onClose: () => void }

/** Deletes a person, after a confirmation; they can be restored for a week. */
export function DeleteDialog({ person: { id, name }, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['systemPeople', 'common'])
  return (
    <ConfirmDialog
      opened
      title={t('delete.title', { name })}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      onConfirm={async () => {
        await showOutcome(personChanges(id).delete(), t('delete.done', { name }))
      }}
      onClose={onClose}
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}
