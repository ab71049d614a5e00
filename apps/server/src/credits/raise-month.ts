import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Plan } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Period } from './month.ts'
import { appendEntries, lockBalances } from './queries.ts'
import type { Holder } from './tables.ts'

type MonthToRaise = {
  accountId: AccountId
  monthlyCredits: Plan['monthly_credits']
  period: Period
  userIds: readonly UserId[]
}

/**
 * Raises the month's grants of the team and these people to the plan's current amounts. Each raise is an entry of its own
 * (`raise:2026-11:<total thousandths>`) and expires with its month. A smaller plan takes nothing back. Returns whether anybody
 * got more.
 */
export async function raiseMonth(
  trx: Transaction,
  { accountId, monthlyCredits, period, userIds }: MonthToRaise,
): Promise<boolean> {
  const holders: Holder[] = ['team', ...new Set(userIds)]
  await lockBalances(trx, accountId, holders)
  const given = await sql<{ holder: Holder; milli: number }>`
    select holder, sum(amount_milli)::bigint as milli from credit_entry
    where account_id = ${accountId} and holder = any(${holders}) and kind = 'grant'
      and (reference = ${`month:${period}`} or starts_with(reference, ${`raise:${period}:`}))
    group by holder`.execute(trx)
  const entries = given.rows.flatMap(({ holder, milli }) => {
    const target = (holder === 'team' ? monthlyCredits.team : monthlyCredits.member) * 1000
    return target > milli
      ? [
          {
            holder,
            kind: 'grant' as const,
            amountMilli: target - milli,
            reference: `raise:${period}:${target}`,
          },
        ]
      : []
  })
  if (entries.length > 0) await appendEntries(trx, accountId, entries)
  return entries.length > 0
}
