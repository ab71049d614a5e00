import type { AccountId, ChatId, TurnId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { jsonText, type TenantTransaction } from '../../platform/database/index.ts'
import { stemsOf } from '../../platform/words/index.ts'
import type { Actor } from '../access.ts'

/** Maximum distinct words indexed per turn; an answer with more is data. */
const maxWords = 20_000
/** Maximum UTF-16 units read per turn: a `tsvector` holds 1 MB, and more would be garbled. */
const maxUnits = 300_000

/** A marker word in every row, so that the index finds one person's words among everybody's. No text contains this character. */
export const wordOfOwner = ({ accountId, userId }: Actor): string =>
  `@${accountId.slice(-12)}${userId.slice(-12)}`

/** The words by which a text of a person's chat is found. */
export const wordsOf = (owner: Actor, text: string): string[] => [
  wordOfOwner(owner),
  ...stemsOf(text.slice(0, maxUnits), maxWords),
]

/** What the search index has of a turn, or with an empty `turnId` of a chat's title. */
export type IndexedText = {
  accountId: AccountId
  chatId: ChatId
  turnId: TurnId | ''
  ownerId: UserId
  text: string
  at: Date
}

/** The row that indexes a text. */
export const wordRow = ({ accountId, chatId, turnId, ownerId, text, at }: IndexedText) => ({
  account_id: accountId,
  chat_id: chatId,
  turn_id: turnId,
  owner_id: ownerId,
  written_at: at,
  words: wordsOf({ accountId, userId: ownerId }, text),
})

/** The beginning of a statement that indexes texts. */
export const insertWords = (rows: readonly ReturnType<typeof wordRow>[]): RawBuilder<unknown> => sql`
  insert into chat_words (account_id, chat_id, turn_id, owner_id, written_at, words)
  select account_id, chat_id, turn_id, owner_id, written_at, array_to_tsvector(words)
  from jsonb_to_recordset(${jsonText(rows)}::jsonb) as indexed
    (account_id text, chat_id text, turn_id text, owner_id text, written_at timestamptz, words text[])`

/** Indexes a chat under its current title. */
export async function putTitleWords(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
): Promise<void> {
  const found = await sql<{ title: string; owner_id: UserId }>`
    select title, owner_id from chat
    where account_id = ${accountId} and id = ${chatId} and not is_temporary`.execute(trx)
  const chat = found.rows[0]
  if (!chat) return
  const owner = { accountId, userId: chat.owner_id }
  await sql`${titleWords(owner, chatId, chat.title)} ${replacingWords}`.execute(trx)
}

/** The beginning of a statement that indexes a chat under a title; `replacingWords` is its end. */
export function titleWords(owner: Actor, chatId: ChatId, title: string): RawBuilder<unknown> {
  return sql`
    insert into chat_words (account_id, chat_id, owner_id, words)
    select ${owner.accountId}, ${chatId}, ${owner.userId}, array_to_tsvector(${wordsOf(owner, title)}::text[])`
}

export const replacingWords = sql`on conflict (account_id, chat_id, turn_id) do update set words = excluded.words`
