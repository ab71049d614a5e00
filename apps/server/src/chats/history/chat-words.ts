import type { AccountId, ChatId, TurnId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { stemsOf } from '../../platform/words/index.ts'
import type { Actor } from '../access.ts'

/** Maximum distinct words indexed per turn; an answer with more is data. */
export const maxWords = 20_000

/** A marker word in every row, so that the index finds one person's words among everybody's. No text contains this character. */
export const wordOfOwner = ({ accountId, userId }: Actor): string =>
  `@${accountId.slice(-12)}${userId.slice(-12)}`

/**
 * SQL that indexes a new turn for search, part of the statement that opens the turn: reads `is_temporary` of the chat from
 * `moved`.
 */
export function insertWords(
  owner: Actor,
  { chatId, turnId }: { chatId: ChatId; turnId: TurnId },
  question: string,
): RawBuilder<unknown> {
  const words = [wordOfOwner(owner), ...stemsOf(question, maxWords)]
  return sql`
    insert into chat_words (account_id, chat_id, turn_id, owner_id, words)
    select ${owner.accountId}, ${chatId}, ${turnId}, ${owner.userId}, array_to_tsvector(${words}::text[])
    from moved where not moved.is_temporary`
}

/** SQL that indexes the words of an answer, part of the statement that ends its turn: writes when `finished` has a row. */
export const addWords = (
  { accountId, turnId }: { accountId: AccountId; turnId: TurnId },
  chatId: ChatId,
  answer: string,
): RawBuilder<unknown> => sql`
  update chat_words set words = chat_words.words || array_to_tsvector(${stemsOf(answer, maxWords)}::text[])
  from finished where chat_words.account_id = ${accountId} and chat_words.chat_id = ${chatId} and chat_words.turn_id = ${turnId}`

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
  const words = [wordOfOwner(owner), ...stemsOf(title, maxWords)]
  return sql`
    insert into chat_words (account_id, chat_id, owner_id, words)
    select ${owner.accountId}, ${chatId}, ${owner.userId}, array_to_tsvector(${words}::text[])`
}

export const replacingWords = sql`on conflict (account_id, chat_id, turn_id) do update set words = excluded.words`
