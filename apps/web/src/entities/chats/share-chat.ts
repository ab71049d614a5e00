import { type AccountId, type ChatId, type ChatShare, shareChat as shareChatCall } from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { reloadChat } from './reload-chats.ts'

/** Shares a chat with its room, or stops sharing, or throws. */
export async function shareChat(accountId: AccountId, chatId: ChatId, share: ChatShare): Promise<void> {
  await api.call(shareChatCall, { params: { chatId }, body: { share } })
  reloadChat(accountId, chatId)
}
