import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Plan } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Period } from './month.ts'
import { appendEntries, lockBalances, type NewEntry } from './queries.ts'
import type { Holder } from './tables.ts'

type MonthToRaise = {
  accountId: AccountId
  monthlyCredits: Plan['monthly_credits']
  period: Period
  userIds: readonly UserId[]
  /** A plan was bought again in the period of one that was refunded: the credits that were taken back count as not granted. */
  isBoughtAgain?: boolean
}

/**
 * Raises the month's grants of the team and these people to the plan's current amounts. Each raise is a separate entry
 * (`raise:2026-11:<total thousandths granted>`) and expires with its month. A smaller plan takes nothing back. Returns whether anybody got
 * more.
 */
export async function raiseMonth(
  trx: Transaction,
  { accountId, monthlyCredits, period, userIds, isBoughtAgain = false }: MonthToRaise,
): Promise<boolean> {
  const holders: Holder[] = ['team', ...new Set(userIds)]
  await lockBalances(trx, accountId, holders)
  const given = await sql<{ holder: Holder; milli: number; revokedMilli: number }>`
    with given as (
      select holder, sum(amount_milli)::bigint as milli, min(id) as first_id from credit_entry
      where account_id = ${accountId} and holder = any(${holders}) and kind = 'grant'
        and (reference = ${`month:${period}`} or starts_with(reference, ${`raise:${period}:`}))
      group by holder)
    select holder, milli, (
      select coalesce(-sum(amount_milli), 0)::bigint from credit_entry
      where account_id = ${accountId} and credit_entry.holder = given.holder and kind = 'revoke'
        and starts_with(reference, 'plan:') and id > first_id) as "revokedMilli"
    from given`.execute(trx)
  const entries = given.rows.flatMap(({ holder, milli, revokedMilli }): NewEntry[] => {
    const target = (holder === 'team' ? monthlyCredits.team : monthlyCredits.member) * 1000
    const missingMilli = target - milli + (isBoughtAgain ? Math.max(0, revokedMilli) : 0)
    if (missingMilli <= 0) return []
    const reference = `raise:${period}:${milli + missingMilli}`
    return [{ holder, kind: 'grant', amountMilli: missingMilli, reference }]
  })
  if (entries.length > 0) await appendEntries(trx, accountId, entries)
  return entries.length > 0
}
