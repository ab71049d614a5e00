import { Button, Group, Select, Text } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { type AccountId, isId } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useRooms } from '../../entities/rooms/use-room.ts'
import { changeChosen, type ChosenChat } from '../../entities/chats/labels.ts'

type MoveDialogProps = { accountId: AccountId; chats: readonly ChosenChat[]; onClose: () => void }

/** Moves chats to another room that their owner may use (CHAT-13). */
export function MoveDialog({ accountId, chats, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['labels', 'common'])
  const { data: rooms = [] } = useRooms()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const others = rooms.filter(({ id }) => chats.some(({ roomId }) => roomId !== id))
  const count = chats.length
  const move = async () => {
    const room = others.find(({ id }) => id === chosenId)
    if (room === undefined || !isId('room', room.id)) return
    setIsMoving(true)
    try {
      const chatIds = chats.map(({ chatId }) => chatId)
      await changeChosen(accountId, { action: 'move', chatIds, roomId: room.id })
      void showToast(t('move.done', { count, room: room.name }), 'good')
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setIsMoving(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('move.title', { count })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <Text c="dimmed" mb="md">
          {others.length === 0 ? t('move.none') : t('move.text')}
        </Text>
        {others.length > 0 && (
          <Select
            data-autofocus
            label={t('move.room')}
            value={chosenId}
            onChange={setChosenId}
            searchable
            limit={50}
            error={error}
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isMoving} disabled={chosenId === null}>
            {t('move.do')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
