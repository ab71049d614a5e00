import type { AccountId, ChatId, ResponseStyle } from '@atrium/contract'
import { limits } from '@atrium/contract'

/** What this browser remembers of how a chat is asked (the specification's chat meta record). */
export type ChatMeta = {
  chatId: ChatId
  workspaceId: AccountId
  model: string
  modelConfiguration: { style: ResponseStyle }
  /** Milliseconds of `Date.now()`. */
  lastUpdated: number
}
/** A record as it is read: stale after an hour. */
export type ReadChatMeta = ChatMeta & { isStale: boolean }

type Stored = { activeChatId: ChatId | null; infoList: ChatMeta[] }

export const chatMetaKey = 'atrium.chatMeta'
// Chats asked longest ago are forgotten first; the record is only a convenience.
const chatsAtMost = 200

export type ChatMetaStore = {
  of(chatId: ChatId): ReadChatMeta | null
  remember(meta: Omit<ChatMeta, 'lastUpdated'>): void
  open(chatId: ChatId | null): void
}

export function createChatMetaStore(storage: Pick<Storage, 'getItem' | 'setItem'>, now = Date.now): ChatMetaStore {
  const read = (): Stored => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(chatMetaKey) ?? 'null')
      return isStored(stored) ? stored : { activeChatId: null, infoList: [] }
    } catch {
      return { activeChatId: null, infoList: [] }
    }
  }
  const write = (stored: Stored) => {
    try {
      storage.setItem(chatMetaKey, JSON.stringify(stored))
    } catch {
      // Without room in the storage the chat only opens with the default model.
    }
  }
  return {
    of: (chatId) => {
      const meta = read().infoList.find((other) => other.chatId === chatId)
      return meta === undefined ? null : { ...meta, isStale: now() - meta.lastUpdated > limits.chatMetaStaleMs }
    },
    remember: (meta) => {
      const { activeChatId, infoList } = read()
      const others = infoList.filter((other) => other.chatId !== meta.chatId)
      write({ activeChatId, infoList: [{ ...meta, lastUpdated: now() }, ...others].slice(0, chatsAtMost) })
    },
    open: (chatId) => write({ ...read(), activeChatId: chatId }),
  }
}

const isStored = (stored: unknown): stored is Stored =>
  typeof stored === 'object' && stored !== null && 'infoList' in stored && Array.isArray(stored.infoList) &&
  stored.infoList.every((meta: unknown) => typeof meta === 'object' && meta !== null && 'chatId' in meta && 'model' in meta && 'lastUpdated' in meta)
