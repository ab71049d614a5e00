import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import { retentionRules } from '../accounts/index.ts'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'

const atATime = 200

/**
 * Erases chats older than their account's retention period, with all content; a chat's age counts from its last question or its
 * import. Skips chats with a running answer. Returns how many were erased.
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

/** Messages and turns cascade from their chat; turn logs are stored separately and go first. */
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

/**
 * Erases the turn logs of an account that is about to be erased; everything else of its chats cascades. Needs a system
 * transaction.
 */
export async function eraseLogs(trx: Transaction, accountId: AccountId): Promise<void> {
  await sql`delete from turn_log where account_id = ${accountId}`.execute(trx)
}
