import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'

/** Asks whoever writes answers for this person in the account, or (no user) for anybody in it, to stop. */
export async function stopTurnsOf(
  trx: TenantTransaction,
  { accountId, userId }: { accountId: AccountId; userId?: UserId },
): Promise<void> {
  await sql`update turn set stop_requested_at = now()
    where account_id = ${accountId} and state = 'open' ${userId ? sql`and asked_by = ${userId}` : sql``}`.execute(
    trx,
  )
}
