import type { AccountId, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { leftOfLimit } from './left-of-limit.ts'

/** Thousandths of a credit. */
export type Balances = {
  teamMilli: number
  /** Also no more than the person has left of a limit for the month (ACC-09). */
  userMilli: number
  /** What people are shown as left: the smaller of the two (CRED-04). */
  shownMilli: number
  /** What the team was given for the month that runs. */
  monthlyTeamMilli: number
}

/** What the team and one person have left to ask with; held credits are not among it. */
export async function balancesOf(trx: Transaction, accountId: AccountId, userId: UserId): Promise<Balances> {
  const rows = await trx
    .selectFrom('credit_balance')
    .select(['holder', 'available_milli'])
    .where('account_id', '=', accountId)
    .where('holder', 'in', ['team', userId])
    .execute()
  const milliOf = (holder: string) => rows.find((row) => row.holder === holder)?.available_milli ?? 0
  const month = await trx
    .selectFrom('credit_entry')
    .select('amount_milli')
    .where('account_id', '=', accountId)
    .where('holder', '=', 'team')
    .where('kind', '=', 'grant')
    .where('reference', 'like', 'month:%')
    .orderBy('reference', 'desc')
    .limit(1)
    .executeTakeFirst()
  const teamMilli = milliOf('team')
  const userMilli = Math.min(milliOf(userId), await leftOfLimit(trx, accountId, userId))
  return {
    teamMilli,
    userMilli,
    shownMilli: Math.min(teamMilli, userMilli),
    monthlyTeamMilli: month?.amount_milli ?? 0,
  }
}
