import { auditLedger } from '@atrium/server/credits/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'
import { wrongCharges } from './invariants/charges.ts'
import { wrongEnds } from './invariants/ends.ts'
import { questionsLostOrDoubled } from './invariants/questions.ts'
import { readStored } from './invariants/stored.ts'
import { wrongStreams } from './invariants/streams.ts'
import type { Violation, Witnessed } from './invariants/witnessed.ts'

export type { SeenAnswer, SentQuestion, Violation, Witnessed } from './invariants/witnessed.ts'

/**
 * Checks the invariants of the life of a question (I1 to I6 of the fault catalogue) from the database and from the records of clients and
 * the provider. Empty when all hold. `settled`: requires that every turn has ended (I4) and no hold is open (I6).
 */
export async function checkInvariants(
  database: Database,
  witnessed: Witnessed,
  { settled = true } = {},
): Promise<Violation[]> {
  const stored = await readStored(database)
  return [
    ...questionsLostOrDoubled(stored, witnessed),
    ...(await wrongCharges(database, stored, witnessed)),
    ...wrongEnds(stored, witnessed, settled),
    ...wrongStreams(stored, witnessed),
    ...(await wrongBalances(database, settled)),
    ...(await wrongMarks(database)),
  ]
}

/**
 * The tables of pending turns and unseen chats name exactly those: writers that died, and answers that search does not find yet, are found by
 * the first.
 */
async function wrongMarks(database: Database): Promise<Violation[]> {
  const { rows } = await sql<{ what: string }>`
    select turn.id || case turn.state when 'open' then ' is open and not pending' else ' is neither indexed nor pending' end as what
      from turn join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
      where not exists (
          select from pending_turn where pending_turn.account_id = turn.account_id and pending_turn.asked_by = turn.asked_by
            and pending_turn.turn_id = turn.id)
        and (turn.state = 'open' or (not chat.is_temporary and not exists (
          select from chat_words where chat_words.account_id = turn.account_id and chat_words.chat_id = turn.chat_id
            and chat_words.turn_id = turn.id)))
    union all
    select turn_id || ' is pending and does not exist'
      from pending_turn where not exists (
        select from turn where turn.account_id = pending_turn.account_id and turn.id = pending_turn.turn_id)
    union all
    select coalesce(chat.id, unseen_chat.chat_id) || ' is unseen in one table and not in the other'
      from (select account_id, owner_id, id from chat where answered_at > seen_at) as chat
      full join unseen_chat on unseen_chat.account_id = chat.account_id and unseen_chat.owner_id = chat.owner_id and unseen_chat.chat_id = chat.id
      where chat.id is null or unseen_chat.chat_id is null`.execute(database.kysely)
  return rows.map(({ what }) => ({ invariant: 'I4', what }))
}

/** I6: the ledger sums to the balances, and no hold outlives its answer. */
async function wrongBalances(database: Database, settled: boolean): Promise<Violation[]> {
  const unsound = (await auditLedger(database)).map((found) => JSON.stringify(found))
  const open = settled
    ? await sql<{ turn_id: string }>`select turn_id from credit_hold where state = 'open'`.execute(
        database.kysely,
      )
    : { rows: [] }
  return [...unsound, ...open.rows.map(({ turn_id }) => `${turn_id} is still held for`)].map((what) => ({
    invariant: 'I6',
    what,
  }))
}
