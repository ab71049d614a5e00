import type { Account, KnowledgeBase } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { useTranslation } from '../../lib/translate.ts'
import { CreateForm } from './create-form.tsx'

type CreateDialogProps = {
  account: Account
  /** The rooms where the reader may create one, and null for the whole account; the first is preselected. */
  homes: readonly KnowledgeBase['room'][]
  onCreated: (base: KnowledgeBase) => void
  onClose: () => void
}

/** Creates a knowledge base: name, description, and files, which upload at once. */
export function CreateDialog({ account, homes, onCreated, onClose }: CreateDialogProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('create.open')}
      size="lg"
      // Closing loses the input: clicking outside must not do that.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <CreateForm account={account} homes={homes} onCreated={onCreated} onClose={onClose} />
    </Dialog>
  )
}
