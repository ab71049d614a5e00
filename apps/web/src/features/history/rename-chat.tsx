import { limits, type AccountId, type ChatItem } from '@atrium/contract'
import { chatChanges } from '../../entities/chats/queries.ts'
import { RenameDialog } from '../../lib/forms/rename-dialog.tsx'
import { useTranslation } from '../../lib/translate.ts'

type RenameChatProps = {
  accountId: AccountId
  chat: Pick<ChatItem, 'chatId' | 'chatTitle'>
  onClose: () => void
}

/** Gives a chat another title. */
export function RenameChat({ accountId, chat, onClose }: RenameChatProps) {
  const { t } = useTranslation('history')
  return (
    <RenameDialog
      title={chat.chatTitle}
      maxLength={limits.chatTitleCharacters}
      words={{ title: t('rename.title'), label: t('rename.label'), save: t('rename.save') }}
      onRename={(title) => chatChanges(accountId).rename(chat.chatId, title)}
      onClose={onClose}
    />
  )
}
