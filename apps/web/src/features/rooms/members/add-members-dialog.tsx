import type { Account, RoomId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { useTranslation } from '../../../lib/translate.ts'
import { AddMembersForm } from './add-members-form.tsx'

type AddMembersDialogProps = { account: Account; roomId: RoomId; onClose: () => void }

/** Adds people of the account to a private room. */
export function AddMembersDialog({ account, roomId, onClose }: AddMembersDialogProps) {
  const { t } = useTranslation(['rooms', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('members.add')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <AddMembersForm account={account} roomId={roomId} onDone={onClose} />
    </Dialog>
  )
}
