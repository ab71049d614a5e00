import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from './ports.ts'

/** Ends the open request of a person who leaves the account, in the transaction that removes them. */
export async function endRequestsOf(trx: Transaction, { accountId, userId }: Actor): Promise<void> {
  await sql`
    update credit_request set state = 'ended', decided_at = now()
    where account_id = ${accountId} and user_id = ${userId} and state = 'open'`.execute(trx)
}
