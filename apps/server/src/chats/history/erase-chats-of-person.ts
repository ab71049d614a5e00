import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'

const atATime = 200

/**
 * Erases every chat of a person with all content, in all accounts, shared ones too: they are the person's. Idempotent.
 */
export async function eraseChatsOfPerson(database: Database, userId: UserId): Promise<void> {
  for (let more = true; more;) {
    more = await inSystem(database, async (trx) => {
      const found = await sql<{ accountId: AccountId; id: string }>`
        select account_id as "accountId", id from chat where owner_id = ${userId}
        order by account_id, id limit ${atATime} for update`.execute(trx)
      const ids = found.rows.map((row) => row.id)
      const accountIds = found.rows.map((row) => row.accountId)
      // Turn logs are stored separately.
      await sql`
        delete from turn_log where (account_id, turn_id) in (
          select account_id, id from turn where account_id = any(${accountIds}) and chat_id = any(${ids}))`.execute(
        trx,
      )
      await sql`delete from chat where account_id = any(${accountIds}) and id = any(${ids})`.execute(trx)
      return ids.length === atATime
    })
  }
}
