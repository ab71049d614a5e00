import type { Account, Person, RoomId } from '@atrium/contract'
import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toasts.ts'
import { MemberChooser } from './member-chooser.tsx'
import { roomChanges } from './room-queries.ts'

type AddMembersDialogProps = { account: Account; roomId: RoomId; onClose: () => void }

/** Adds people of the account to a private room. */
export function AddMembersDialog({ account, roomId, onClose }: AddMembersDialogProps) {
  const { t } = useTranslation(['rooms', 'common'])
  const [chosen, setChosen] = useState<Person[]>([])
  const [isAdding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    try {
      await roomChanges(account.id, roomId).addMembers(chosen)
      void showToast(t('members.added', { count: chosen.length }), 'good')
      onClose()
    } catch {
      void showToast(t('create.membersFailed'), 'bad')
      setAdding(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('members.add')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <MemberChooser account={account} roomId={roomId} chosen={chosen} onChange={setChosen} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isAdding}>
          {t('common:action.cancel')}
        </Button>
        <Button loading={isAdding} disabled={chosen.length === 0} onClick={() => void add()}>
          {t('members.add')}
        </Button>
      </Group>
    </Modal>
  )
}
