import type { AccountId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** Lets calls stay, for what they cost, without the answers that they were about. Needs a system transaction. */
export async function forgetTurns(
  trx: Transaction,
  accountId: AccountId,
  turnIds: readonly TurnId[],
): Promise<void> {
  await sql`
    update shaping_call set turn_id = null
    where account_id = ${accountId} and turn_id = any(${[...turnIds]})`.execute(trx)
}
