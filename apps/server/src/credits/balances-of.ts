import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { limitOf } from './left-of-limit.ts'
import { addedToMonth } from './queries.ts'

/** Thousandths of a credit. */
export type Balances = {
  teamMilli: number
  /** Limited by what remains of the person's monthly limit (ACC-09). */
  userMilli: number
  /** The balance that people see: the smaller of the two (CRED-04). */
  shownMilli: number
  /** The team's grant for the current month, without what refunds of plans took back. */
  monthlyTeamMilli: number
  /** The used share of the person's monthly limit, 0 to 1; null without a limit. */
  limitUsed: number | null
}

/** SQL: what refunds of plans took back since the entry `month`, negative. 'plan;' sorts right after every 'plan:…' in the index. */
const revokedOfPlans = sql<number>`(
  select coalesce(sum(revoked.amount_milli), 0) from credit_entry as revoked
  where revoked.account_id = month.account_id and revoked.holder = month.holder and revoked.kind = 'revoke'
    and revoked.reference >= 'plan:' and revoked.reference < 'plan;' and revoked.id > month.id)`

/** Returns the available credits of the team and one person, without held ones. */
export async function balancesOf(trx: Transaction, accountId: AccountId, userId: UserId): Promise<Balances> {
  const rows = await trx
    .selectFrom('credit_balance')
    .select(['holder', 'available_milli'])
    .where('account_id', '=', accountId)
    .where('holder', 'in', ['team', userId])
    .execute()
  const milliOf = (holder: string) => rows.find((row) => row.holder === holder)?.available_milli ?? 0
  const month = await sql<{ milli: number }>`
    select greatest(0, month.amount_milli + ${addedToMonth} + ${revokedOfPlans})::bigint as milli
    from credit_entry as month
    where account_id = ${accountId} and holder = 'team' and kind = 'grant' and reference like 'month:%'
    order by reference desc limit 1`.execute(trx)
  const teamMilli = milliOf('team')
  const limit = await limitOf(trx, accountId, userId)
  const userMilli = Math.min(milliOf(userId), limit?.leftMilli ?? Infinity)
  return {
    teamMilli,
    userMilli,
    shownMilli: Math.min(teamMilli, userMilli),
    monthlyTeamMilli: month.rows[0]?.milli ?? 0,
    limitUsed: limit && (limit.limitMilli > 0 ? 1 - limit.leftMilli / limit.limitMilli : 1),
  }
}
