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
  jsonText,
  statement,
  type Transaction,
  tryAdvisoryLock,
} from '../../platform/database/index.ts'
import { replacingWords, wordRow } from './chat-words.ts'

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
 * Indexes up to 20 turns for search, across accounts, in one process at a time. Returns whether there may be more. Rows are locked only in the
 * last message: a longer transaction that has written keeps all others from reusing the space of old rows.
 */
export async function indexTurns(database: Database): Promise<boolean> {
  return await inSystem(database, async (trx) => {
    if (!(await tryAdvisoryLock(trx, 'words of turns'))) return false
    const turns = await readTurnsToIndex(trx)
    if (turns.length === 0) return false
    const indexed = []
    for (const turn of turns) {
      indexed.push(indexedTurn(turn))
      // Stemming a long answer takes milliseconds, in which no other answer could stream.
      await yieldToEventLoop()
    }
    await writeIndexed(trx, indexed)
    return turns.length === turnsAtATime
  })
}

/** A turn as it was read: `version` is another once its question or answer has changed. */
type TurnToIndex = {
  accountId: AccountId
  chatId: ChatId
  turnId: TurnId
  ownerId: UserId
  isTemporary: boolean
  question: string
  parts: AnswerPart[]
  at: Date
  isEnded: boolean
  version: string
}

type IndexedTurn = ReturnType<typeof indexedTurn>

export const indexedTurn = ({ isTemporary, isEnded, version, ...turn }: TurnToIndex) => ({
  ...wordRow({ ...turn, text: `${turn.question}\n${answerText(turn.parts)}` }),
  is_temporary: isTemporary,
  is_ended: isEnded,
  version,
})

const versionOfTurn = sql`turn.xmin::text || ' ' || message.xmin::text`

export async function readTurnsToIndex(trx: Transaction): Promise<TurnToIndex[]> {
  const found = await sql<TurnToIndex>`
    select turn.account_id as "accountId", turn.id as "turnId", turn.chat_id as "chatId", chat.owner_id as "ownerId",
      chat.is_temporary as "isTemporary", message.text as question, turn.parts, turn.started_at as at,
      turn.state <> 'open' as "isEnded", ${versionOfTurn} as version
    from message cross join ${turnsToIndex}
      and (turn.state <> 'open' or turn.started_at < now() - make_interval(secs => ${longAnswerSeconds}))
      and message.account_id = turn.account_id and message.id = turn.question_message_id
    limit ${turnsAtATime}`.execute(trx)
  return found.rows
}

/**
 * Skips chats that are being erased, and turns that have changed since they were read. The first statement waits for nobody, but from then on whoever
 * erases a text waits; the second one sees what was erased before.
 */
export async function writeIndexed(trx: Transaction, turns: readonly IndexedTurn[]): Promise<void> {
  const locking = sql<object>`
    select from pending_turn
    join unnest(${turns.map((turn) => turn.account_id)}::text[], ${turns.map((turn) => turn.turn_id)}::text[])
      as indexed (account_id, turn_id)
      on pending_turn.account_id = indexed.account_id and pending_turn.turn_id = indexed.turn_id
    for update of pending_turn skip locked`
  const writing = sql<object>`
    with unchanged as materialized (
      select indexed.*, pending_turn.asked_by
      from jsonb_to_recordset(${jsonText(turns)}::jsonb) as indexed
        (account_id text, chat_id text, turn_id text, owner_id text, written_at timestamptz, words text[], is_temporary boolean,
          is_ended boolean, version text)
      join pending_turn on pending_turn.account_id = indexed.account_id and pending_turn.turn_id = indexed.turn_id
      join turn on turn.account_id = indexed.account_id and turn.id = indexed.turn_id
      join message on message.account_id = turn.account_id and message.id = turn.question_message_id
      join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
      where ${versionOfTurn} = indexed.version
      for update of pending_turn skip locked for key share of chat skip locked),
    put as (
      insert into chat_words (account_id, chat_id, turn_id, owner_id, written_at, words)
      select account_id, chat_id, turn_id, owner_id, written_at, array_to_tsvector(words)
      from unchanged where not is_temporary ${replacingWords})
    delete from pending_turn using unchanged
    where unchanged.is_ended and pending_turn.account_id = unchanged.account_id
      and pending_turn.asked_by = unchanged.asked_by and pending_turn.turn_id = unchanged.turn_id`
  await commitWith(trx, [statement(locking), statement(writing)])
}
