import type { AccountId, Room } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { roomChanges } from '../../entities/rooms/room-queries.ts'

type DeleteRoomDialogProps = { accountId: AccountId; room: Room; onClose: () => void }

/** Deletes a room once its name is typed (ROOM-11). */
export function DeleteRoomDialog({ accountId, room, onClose }: DeleteRoomDialogProps) {
  const { t } = useTranslation(['rooms', 'common'])
  const [typed, setTyped] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isNamed = typed.trim().normalize() === room.name
  const remove = async () => {
    if (!isNamed || isDeleting) return
    setDeleting(true)
    try {
      await roomChanges(accountId, room.id).remove()
      void showToast(t('delete.done', { name: room.name }), 'good')
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setDeleting(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('delete.title', { name: room.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <Text c="dimmed" mb="md">
          {t('delete.text')}
        </Text>
        <TextInput
          data-autofocus
          label={t('delete.type')}
          placeholder={room.name}
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" color="red.9" loading={isDeleting} disabled={!isNamed}>
            {t('delete.button')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
