import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Requests this person's running answers in the account to stop, or (no user) everybody's. */
export async function stopTurnsOf(
  trx: TenantTransaction,
  { accountId, userId }: { accountId: AccountId; userId?: UserId },
): Promise<void> {
  await sql`
    update turn set stop_requested_at = now()
    from pending_turn
    where pending_turn.account_id = ${accountId} ${userId ? sql`and pending_turn.asked_by = ${userId}` : sql``}
      and turn.account_id = ${accountId} and turn.id = pending_turn.turn_id and turn.state = 'open'`.execute(
    trx,
  )
}
