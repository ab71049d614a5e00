import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import { setPaidPeriod } from '../credits/index.ts'
import type { Transaction } from '../platform/database/index.ts'

/** Ends an account's subscription, if there is one: nothing more is charged, and months are calendar months. Needs a system transaction. */
export async function endSubscription(trx: Transaction, accountId: AccountId): Promise<void> {
  const ended =
    await sql`delete from subscription where account_id = ${accountId} returning account_id`.execute(trx)
  if (ended.rows.length > 0) await setPaidPeriod(trx, accountId, null)
}
