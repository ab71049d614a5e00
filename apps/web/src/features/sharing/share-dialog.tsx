import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import {
  type AccountId,
  type ChatDetails,
  type ChatShare,
  chatShares,
  mayInChat,
  type TurnId,
} from '@atrium/contract'
import { useState } from 'react'
import { useRooms } from '../../entities/rooms/use-room.ts'
import { shareChat } from '../../entities/chats/share-chat.ts'
import { useSaving } from '../../lib/forms/use-saving.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { ChatLinks } from './chat-links.tsx'
import { PolicyTable } from './policy-table.tsx'

const shareOf = oneOf(...chatShares)

type ShareDialogProps = {
  accountId: AccountId
  chat: Pick<ChatDetails, 'chatId' | 'roomId' | 'share' | 'relation'>
  /** The end of the branch shown; null before the first question. */
  lastTurnId: TurnId | null
  onClose: () => void
}

/** Shares a chat with its room, read-only or open for questions, or stops sharing (CHAT-11). */
export function ShareDialog({ accountId, chat, lastTurnId, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['shareDialog', 'common'])
  const { data: rooms } = useRooms()
  const room = rooms?.find(({ id }) => id === chat.roomId)
  const [share, setShare] = useState<ChatShare>(chat.share === 'none' ? 'read' : chat.share)
  const { isSaving, error, save } = useSaving(onClose)
  const apply = async () => {
    await shareChat(accountId, chat.chatId, share)
    void showToast(t(`done.${share}`), 'good')
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={room === undefined ? t('title') : `${t('title')} · ${room.name}`}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(apply)
        }}
      >
        <Text c="dimmed" mb="md">
          {t('text')}
        </Text>
        <Radio.Group
          label={t('who')}
          value={share}
          onChange={(value) => setShare(shareOf(value) ?? share)}
          error={error}
        >
          <Stack gap="sm" mt="xs">
            {chatShares.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(one)}
                description={t(`${one}.text`)}
                data-autofocus={one === share || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <PolicyTable />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={share === chat.share}>
            {t('save')}
          </Button>
        </Group>
      </form>
      {mayInChat(chat.relation, 'link') && lastTurnId !== null && (
        <ChatLinks accountId={accountId} chatId={chat.chatId} lastTurnId={lastTurnId} />
      )}
    </Dialog>
  )
}
