import {
  type AccountId,
  type ChatId,
  type ChatLink,
  type ChatLinkId,
  copyChatLink,
  createChatLink,
  type LinkAudience,
  listChatLinks,
  revokeChatLink,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chatKeys } from './queries.ts'
import { reloadChat } from './reload-chats.ts'

type LinkWishes = { turnId: TurnId; audience: LinkAudience; expiresInDays: number }

/** A chat's links, and whether the account allows links for anyone. */
export const chatLinksQuery = (accountId: AccountId, chatId: ChatId) =>
  queryOptions({
    queryKey: chatKeys.links(accountId, chatId),
    queryFn: async ({ signal }) =>
      (await api.call(listChatLinks, { params: { chatId } }, { signal })).message,
  })

/** Changes of a chat's links. Each throws when refused. */
export const linkChanges = (accountId: AccountId, chatId: ChatId) => {
  const reload = () => void queryClient.invalidateQueries({ queryKey: chatKeys.links(accountId, chatId) })
  return {
    create: async (body: LinkWishes): Promise<{ link: ChatLink; url: string }> => {
      const { message } = await api.call(createChatLink, { params: { chatId }, body })
      reload()
      return message
    },
    revoke: async (chatLinkId: ChatLinkId): Promise<void> => {
      await api.call(revokeChatLink, { params: { chatId, chatLinkId } })
      reload()
    },
  }
}

/** Makes a private chat from a link in a room, and returns it. Throws when the link can't be opened. */
export async function copyLink(accountId: AccountId, token: string, roomId: RoomId): Promise<ChatId> {
  const { message } = await api.call(copyChatLink, { params: { token }, body: { roomId } })
  reloadChat(accountId, message.chatId)
  return message.chatId
}
