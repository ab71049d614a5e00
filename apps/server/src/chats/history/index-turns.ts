import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type AccountId,
  type AnswerPart,
  answerText,
  type ChatId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import {
  commitWith,
  type Database,
  inSystem,
  statement,
  type Transaction,
} from '../../platform/database/index.ts'
import { insertWords, replacingWords, wordRow } from './chat-words.ts'

/** Turns per transaction. */
const turnsAtATime = 20
/** A question whose answer takes longer is indexed without it, and again when it has ended. */
const longAnswerSeconds = 10

/**
 * SQL for the turns to index, across accounts: those that ended, and of the open ones those whose question has not been in the index for long
 * enough; a condition can follow.
 */
export const turnsToIndex = sql`pending_turn
  join turn on turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id
  join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
  where (turn.state <> 'open' or (not chat.is_temporary and not exists (
    select from chat_words where chat_words.account_id = turn.account_id and chat_words.chat_id = turn.chat_id
      and chat_words.turn_id = turn.id)))`

/**
 * Indexes up to 20 turns for search, across accounts; no turn by two processes at once. Returns whether there may be more.
 */
export async function indexTurns(database: Database): Promise<boolean> {
  return await inSystem(database, async (trx) => {
    const locked = await lockTurnsToIndex(trx)
    if (locked.length === 0) return false
    const turns = await readTurns(trx, locked)
    const rows = []
    for (const turn of turns.filter(({ isTemporary }) => !isTemporary)) {
      rows.push(wordRow({ ...turn, text: `${turn.question}\n${answerText(turn.parts)}` }))
      // Stemming a long answer takes milliseconds, in which no other answer could stream.
      await yieldToEventLoop()
    }
    const ended = turns.filter(({ isEnded }) => isEnded)
    await commitWith(trx, [
      statement(sql<object>`${insertWords(rows)} ${replacingWords}`),
      statement(removePending(ended)),
    ])
    return locked.length === turnsAtATime
  })
}

type Pending = { accountId: AccountId; askedBy: UserId; turnId: TurnId }
type TurnToIndex = Pending & {
  chatId: ChatId
  ownerId: UserId
  isTemporary: boolean
  question: string
  parts: AnswerPart[]
  at: Date
  isEnded: boolean
}

/** Whoever erases an indexed text locks these rows as well, so that it is not read here before and written after that. */
async function lockTurnsToIndex(trx: Transaction): Promise<Pending[]> {
  const locked = await sql<Pending>`
    select pending_turn.account_id as "accountId", pending_turn.asked_by as "askedBy", pending_turn.turn_id as "turnId"
    from ${turnsToIndex} and (turn.state <> 'open' or turn.started_at < now() - make_interval(secs => ${longAnswerSeconds}))
    limit ${turnsAtATime} for update of pending_turn skip locked`.execute(trx)
  return locked.rows
}

/** Skips chats that are being erased. */
async function readTurns(trx: Transaction, pending: readonly Pending[]): Promise<TurnToIndex[]> {
  const found = await sql<TurnToIndex>`
    select turn.account_id as "accountId", turn.asked_by as "askedBy", turn.id as "turnId", turn.chat_id as "chatId",
      chat.owner_id as "ownerId", chat.is_temporary as "isTemporary", message.text as question, turn.parts,
      turn.started_at as at, turn.state <> 'open' as "isEnded"
    from unnest(${pending.map((turn) => turn.accountId)}::text[], ${pending.map((turn) => turn.turnId)}::text[])
      as locked (account_id, turn_id)
    join turn on turn.account_id = locked.account_id and turn.id = locked.turn_id
    join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    for key share of chat skip locked`.execute(trx)
  return found.rows
}

const removePending = (ended: readonly Pending[]) => sql<object>`
  delete from pending_turn using unnest(${ended.map((turn) => turn.accountId)}::text[],
    ${ended.map((turn) => turn.askedBy)}::text[], ${ended.map((turn) => turn.turnId)}::text[]) as indexed (account_id, asked_by, turn_id)
  where pending_turn.account_id = indexed.account_id and pending_turn.asked_by = indexed.asked_by
    and pending_turn.turn_id = indexed.turn_id`
