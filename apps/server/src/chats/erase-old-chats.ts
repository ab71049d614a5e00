import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import { retentionRules } from '../accounts/index.ts'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'

const atATime = 200

/**
 * Erases the chats that are older than their account keeps them, with everything in them; a chat is as old as its last question or,
 * brought from elsewhere, its coming.
 * One in which an answer is being written is left for the next time. Returns how many are gone.
 */
export async function eraseOldChats(database: Database): Promise<number> {
  let erased = 0
  for (const { accountId, days } of await inSystem(database, retentionRules)) {
    for (let more = true; more;) {
      const count = await inSystem(database, (trx) => eraseSome(trx, accountId, days))
      erased += count
      more = count === atATime
    }
  }
  return erased
}

/** Messages and turns go with their chat; the logs of turns are kept apart from them and go first. */
async function eraseSome(trx: Transaction, accountId: AccountId, days: number): Promise<number> {
  const due = await sql<{ id: string }>`
    select id from chat where account_id = ${accountId} and greatest(asked_at, imported_at) < now() - make_interval(days => ${days})
      and not exists (select from turn where turn.account_id = chat.account_id and turn.chat_id = chat.id and state = 'open')
    order by asked_at limit ${atATime} for update`.execute(trx)
  const ids = due.rows.map((row) => row.id)
  await sql`
    delete from turn_log where account_id = ${accountId} and turn_id in (
      select id from turn where account_id = ${accountId} and chat_id = any(${ids}))`.execute(trx)
  await sql`delete from chat where account_id = ${accountId} and id = any(${ids})`.execute(trx)
  return ids.length
}

/** Erases the logs of an account that is about to be erased: all else of its chats goes with it. Needs a system transaction. */
export async function eraseLogs(trx: Transaction, accountId: AccountId): Promise<void> {
  await sql`delete from turn_log where account_id = ${accountId}`.execute(trx)
}
