import type { AccountId, ShapingId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction, Transaction } from '../platform/database/index.ts'

/** Asks the process that writes a person's text to stop. Does nothing for a call that has ended, or is another's. */
export async function requestStop(
  trx: TenantTransaction,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
  shapingId: ShapingId,
): Promise<void> {
  await sql`
    update shaping_call set stop_requested_at = now()
    where account_id = ${accountId} and id = ${shapingId} and user_id = ${userId} and state = 'open'`.execute(
    trx,
  )
}

export async function isStopRequested(
  trx: Transaction,
  { accountId, shapingId }: { accountId: AccountId; shapingId: ShapingId },
): Promise<boolean> {
  const found = await sql<{ requested: boolean }>`
    select stop_requested_at is not null as requested from shaping_call
    where account_id = ${accountId} and id = ${shapingId}`.execute(trx)
  return found.rows[0]?.requested ?? false
}
