import {
  type AccountId,
  type AnswerPart,
  answerText,
  type ChatId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction, tryAdvisoryLock } from '../../platform/database/index.ts'
import { type IndexedText, insertWords, wordRow } from './chat-words.ts'

/** Chats per transaction, and turns per statement. */
const chatsAtATime = 50
const turnsAtATime = 100

type Place = { until: Date; after_account_id: string; after_chat_id: string }
type OldChat = {
  accountId: AccountId
  chatId: ChatId
  ownerId: UserId
  title: string
  createdAt: Date
  isTitled: boolean
}
type OldTurn = { turnId: TurnId; question: string; parts: AnswerPart[]; askedAt: Date }

/**
 * Indexes chats from before the search index, in batches, until all are done, the signal aborts or another process is doing it.
 * The next call resumes. Returns whether all are done.
 */
export async function writeOldWords(database: Database, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const outcome = await inSystem(database, writeSome)
    if (outcome !== 'more') return outcome === 'done'
    if (signal.aborted) return false
  }
}

async function writeSome(trx: Transaction): Promise<'more' | 'done' | 'busy'> {
  if (!(await tryAdvisoryLock(trx, 'words of old chats'))) return 'busy'
  const places = await sql<Place>`
    select until, after_account_id, after_chat_id from chat_words_catch_up where done_at is null`.execute(trx)
  const place = places.rows[0]
  if (!place) return 'done'
  const chats = await sql<OldChat>`
    select account_id as "accountId", id as "chatId", owner_id as "ownerId", title, created_at as "createdAt", exists (
      select from chat_words where chat_words.account_id = chat.account_id and chat_words.chat_id = chat.id
        and chat_words.turn_id = '') as "isTitled"
    from chat
    where (account_id, id) > (${place.after_account_id}, ${place.after_chat_id}) and created_at <= ${place.until}
      and not is_temporary
    order by account_id, id limit ${chatsAtATime}`.execute(trx)
  const last = chats.rows.at(-1)
  if (!last) {
    await sql`update chat_words_catch_up set done_at = now()`.execute(trx)
    return 'done'
  }
  for (const chat of chats.rows) await writeWordsOf(trx, chat)
  await sql`
    update chat_words_catch_up set after_account_id = ${last.accountId}, after_chat_id = ${last.chatId}`.execute(
    trx,
  )
  return 'more'
}

async function writeWordsOf(trx: Transaction, chat: OldChat): Promise<void> {
  if (!chat.isTitled && chat.title !== '')
    await write(trx, chat, [{ turnId: '', text: chat.title, at: chat.createdAt }])
  for (;;) {
    // A running answer is indexed at its end.
    const turns = await sql<OldTurn>`
      select turn.id as "turnId", message.text as question, turn.parts, turn.started_at as "askedAt"
      from turn join message on message.account_id = turn.account_id and message.id = turn.question_message_id
      where turn.account_id = ${chat.accountId} and turn.chat_id = ${chat.chatId} and not exists (
        select from chat_words where chat_words.account_id = turn.account_id and chat_words.chat_id = turn.chat_id
          and chat_words.turn_id = turn.id)
      order by turn.position limit ${turnsAtATime}`.execute(trx)
    if (turns.rows.length === 0) return
    const texts = turns.rows.map(({ turnId, question, parts, askedAt }) => ({
      turnId,
      text: `${question}\n${answerText(parts)}`,
      at: askedAt,
    }))
    await write(trx, chat, texts)
    if (turns.rows.length < turnsAtATime) return
  }
}

async function write(
  trx: Transaction,
  chat: OldChat,
  texts: readonly Pick<IndexedText, 'turnId' | 'text' | 'at'>[],
): Promise<void> {
  const rows = texts.map((text) => wordRow({ ...chat, ...text }))
  await sql`${insertWords(rows)} on conflict do nothing`.execute(trx)
}
