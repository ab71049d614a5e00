import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { creditLimitOf } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'

/**
 * Returns the rest of a member's monthly limit (UTC), in thousandths of a credit; Infinity without a limit. Includes this month's
 * granted requests. Held credits count as used until settled. Exact while the member's balance is locked.
 */
export async function leftOfLimit(trx: Transaction, accountId: AccountId, userId: UserId): Promise<number> {
  const limitMilli = await creditLimitOf(trx, accountId, userId)
  if (limitMilli === null) return Infinity
  const used = await sql<{ milli: number }>`
    select coalesce(sum(case state when 'open' then held_milli else charged_milli end), 0)::bigint as milli
    from credit_hold where account_id = ${accountId} and user_id = ${userId}
      and created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`.execute(trx)
  const granted = await sql<{ milli: number }>`
    select coalesce(sum(granted_milli), 0)::bigint as milli
    from credit_request where account_id = ${accountId} and user_id = ${userId} and state = 'approved'
      and decided_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`.execute(trx)
  return Math.max(0, limitMilli + (granted.rows[0]?.milli ?? 0) - (used.rows[0]?.milli ?? 0))
}
