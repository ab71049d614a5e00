import type { AccountId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** Detaches calls from deleted answers and keeps their costs. Needs a system transaction. */
export async function forgetTurns(
  trx: Transaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<void> {
  await sql`
    update shaping_call set turn_id = null
    where account_id = ${accountId} and turn_id = any(${[...turnIds]})`.execute(trx)
}
