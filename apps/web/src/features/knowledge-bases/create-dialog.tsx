import type { Account, KnowledgeBase, Room } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { useTranslation } from 'react-i18next'
import { CreateForm } from './create-form.tsx'

type CreateDialogProps = {
  account: Account
  /** Those in which the reader may make one; the first is chosen, unless there are several. */
  rooms: readonly Room[]
  onCreated: (base: KnowledgeBase) => void
  onClose: () => void
}

/** A new knowledge base: what it is called, what is in it, and its files, which are uploaded at once. */
export function CreateDialog({ account, rooms, onCreated, onClose }: CreateDialogProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('create.open')}
      size="lg"
      // What is written is lost on leaving: a press beside the dialog is not enough for that.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <CreateForm account={account} rooms={rooms} onCreated={onCreated} onClose={onClose} />
    </Dialog>
  )
}
