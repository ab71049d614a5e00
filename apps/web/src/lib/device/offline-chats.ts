import { indexedStore } from './indexed-store.ts'
import { databases } from './databases.ts'
import { mayKeepUserData, stored } from '../stored.ts'
import { oneOf } from '../text/parse.ts'

/** A chat as it was read last, as text: what the page without a connection shows. */
export type OfflineChat = {
  chatId: string
  title: string
  /** Milliseconds since the epoch. */
  readAt: number
  turns: OfflineTurn[]
}
/** `author` is null for questions of the reader. */
export type OfflineTurn = { question: string; author: string | null; answer: string }

const maxChats = 20
/** Characters of one chat; its last turns are kept. */
const maxLength = 200_000

const chats = indexedStore(databases.offline, 'chats', (database) => {
  database.createObjectStore('chats', { keyPath: 'chatId' })
})

/** Set while the person wants no chats kept on this device. */
const unwanted = stored('keepsNoChats', oneOf(true))
export const keepsChats = (): boolean => unwanted.read() === null

export async function wantChatsKept(isWanted: boolean): Promise<void> {
  if (isWanted) return unwanted.remove()
  unwanted.write(true)
  await forgetOfflineChats()
}

/** The chats kept on this device, the one read last first. */
export async function readOfflineChats(): Promise<OfflineChat[]> {
  const kept = await chats.run<OfflineChat[]>('readonly', (store) => store.getAll())
  return (kept ?? []).toSorted((one, other) => other.readAt - one.readAt)
}

/** Keeps a chat in place of its earlier state, and drops those read longest ago. */
export async function keepOfflineChat(chat: OfflineChat): Promise<void> {
  if (!mayKeepUserData() || !keepsChats()) return
  const turns = lastTurns(chat.turns)
  await chats.run('readwrite', (store) => store.put({ ...chat, turns } satisfies OfflineChat))
  for (const { chatId } of (await readOfflineChats()).slice(maxChats)) await forgetOfflineChat(chatId)
}

export const forgetOfflineChat = async (chatId: string): Promise<void> =>
  void (await chats.run('readwrite', (store) => store.delete(chatId)))

const forgetOfflineChats = async (): Promise<void> =>
  void (await chats.run('readwrite', (store) => store.clear()))

/** The last turns that fit, at least one. */
export function lastTurns(turns: readonly OfflineTurn[]): OfflineTurn[] {
  let left = maxLength
  const kept = turns.toReversed().filter(({ question, answer }, index) => {
    left -= question.length + answer.length
    return left >= 0 || index === 0
  })
  return kept.reverse()
}
