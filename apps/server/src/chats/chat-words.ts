import type { AccountId, ChatId, TurnId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { stemsOf } from '../platform/words/index.ts'
import type { Actor } from './access.ts'

/** Different words by which one turn is found; an answer with more of them is data. */
export const mostWords = 20_000

/** Stands among the words of every row, so that one person's are found among those of all. No text has a word with this sign. */
export const wordOfOwner = ({ accountId, userId }: Actor): string =>
  `@${accountId.slice(-12)}${userId.slice(-12)}`

/**
 * The statement that makes a new turn known to the search, as a part of the one that opens it: it reads `is_temporary` of the
 * chat from `moved`.
 */
export function insertWords(
  actor: Actor,
  { chatId, turnId }: { chatId: ChatId; turnId: TurnId },
  question: string,
): RawBuilder<unknown> {
  const words = [wordOfOwner(actor), ...stemsOf(question, mostWords)]
  return sql`
    insert into chat_words (account_id, chat_id, turn_id, owner_id, words)
    select ${actor.accountId}, ${chatId}, ${turnId}, ${actor.userId}, array_to_tsvector(${words}::text[])
    from moved where not moved.is_temporary`
}

/** The statement that adds the words of an answer, as a part of the one that ends its turn: it writes when `finished` has a row. */
export const addWords = (
  { accountId, turnId }: { accountId: AccountId; turnId: TurnId },
  chatId: ChatId,
  answer: string,
): RawBuilder<unknown> => sql`
  update chat_words set words = chat_words.words || array_to_tsvector(${stemsOf(answer, mostWords)}::text[])
  from finished where chat_words.account_id = ${accountId} and chat_words.chat_id = ${chatId} and chat_words.turn_id = ${turnId}`

/** Makes a chat known by its title as it is now. */
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

/** The beginning of a statement that makes a chat known by a title; `replacingWords` is its end. */
export function titleWords(owner: Actor, chatId: ChatId, title: string): RawBuilder<unknown> {
  const words = [wordOfOwner(owner), ...stemsOf(title, mostWords)]
  return sql`
    insert into chat_words (account_id, chat_id, owner_id, words)
    select ${owner.accountId}, ${chatId}, ${owner.userId}, array_to_tsvector(${words}::text[])`
}

export const replacingWords = sql`on conflict (account_id, chat_id, turn_id) do update set words = excluded.words`
