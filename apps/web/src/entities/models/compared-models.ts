import { type ChatId, limits } from '@atrium/contract'
import { stored } from '../../lib/stored.ts'
import { fields, type Parse, text } from '../../lib/text/parse.ts'

// Evicts the least recently used chats first.
const maxChats = 100

const texts: Parse<string[]> = (value) =>
  Array.isArray(value)
    ? value.filter((one) => typeof one === 'string').slice(0, limits.maxComparedModels)
    : null
const chat = fields({ chatId: text, modelIds: texts })
const chats: Parse<{ chatId: string; modelIds: string[] }[]> = (value) =>
  Array.isArray(value) ? value.flatMap((one) => chat(one) ?? []) : null
const form = fields({ last: texts, chats })

/** The models that this browser compares in its chats. */
export type ComparedModelsStore = {
  /** Those of a chat; empty where nothing is compared. */
  of(chatId: ChatId): readonly string[]
  /** Those of the last comparison, to start the next one from. */
  last(): readonly string[]
  remember(chatId: ChatId, modelIds: readonly string[]): void
}

export function createComparedModelsStore(storage?: () => Storage): ComparedModelsStore {
  const kept = stored('comparedModels', form, storage)
  return {
    of: (chatId) => kept.read()?.chats.find((one) => one.chatId === chatId)?.modelIds ?? [],
    last: () => kept.read()?.last ?? [],
    remember: (chatId, modelIds) => {
      const before = kept.read()
      const others = (before?.chats ?? []).filter((one) => one.chatId !== chatId)
      const isOn = modelIds.length > 0
      kept.write({
        last: isOn ? [...modelIds] : (before?.last ?? []),
        chats: isOn ? [{ chatId, modelIds: [...modelIds] }, ...others].slice(0, maxChats) : others,
      })
    },
  }
}
