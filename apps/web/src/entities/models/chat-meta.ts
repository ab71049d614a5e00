import type { AccountId, ChatId, ResponseStyle } from '@atrium/contract'
import { limits } from '@atrium/contract'
import { fields, number, oneOf, type Parse, text } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'

/** This browser's settings of a chat (the specification's chat meta record). */
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

// Evicts the least recently used chats first; the record is only a convenience.
const maxChats = 200

const metaForm = fields({
  chatId: text,
  workspaceId: text,
  model: text,
  modelConfiguration: fields({ style: oneOf('quick', 'deep') }),
  lastUpdated: number,
})

/** Damaged records are dropped, the others stay. */
const infoList: Parse<ChatMeta[]> = (value) =>
  Array.isArray(value) ? value.flatMap((meta) => (metaForm(meta) as ChatMeta | null) ?? []) : null

const form = fields({ activeChatId: text, infoList })

export type ChatMetaStore = {
  of(chatId: ChatId): ReadChatMeta | null
  /** Stores a chat's settings and makes them the active ones. */
  remember(meta: Omit<ChatMeta, 'lastUpdated'>): void
}

export function createChatMetaStore(storage?: () => Storage, now = Date.now): ChatMetaStore {
  const kept = stored('chatMeta', form, storage)
  const read = () => kept.read()?.infoList ?? []
  return {
    of: (chatId) => {
      const meta = read().find((other) => other.chatId === chatId)
      return meta === undefined
        ? null
        : { ...meta, isStale: now() - meta.lastUpdated > limits.chatMetaStaleMs }
    },
    remember: (meta) => {
      const others = read().filter((other) => other.chatId !== meta.chatId)
      kept.write({
        activeChatId: meta.chatId,
        infoList: [{ ...meta, lastUpdated: now() }, ...others].slice(0, maxChats),
      })
    },
  }
}
