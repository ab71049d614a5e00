import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Plan } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Month } from './month.ts'
import { appendEntries, lockBalances, type NewEntry } from './queries.ts'
import type { Holder } from './tables.ts'

export type MonthToGrant = {
  accountId: AccountId
  plan: Pick<Plan, 'monthly_credits'>
  period: Month
  /** The members who get their share; the team always gets its own. */
  userIds: readonly UserId[]
}

/**
 * Gives the team and each of these people the credits of a month, once: whoever has them already is passed over, so that it
 * can be called again for everybody when somebody joins. What is left of the month before expires at the same moment
 * (`leftover`). A month is never granted after a later one.
 */
export async function grantMonth(
  trx: Transaction,
  { accountId, plan, period, userIds }: MonthToGrant,
): Promise<void> {
  const holders: Holder[] = ['team', ...new Set(userIds)]
  await openBalances(trx, accountId, holders)
  const available = await lockBalances(trx, accountId, holders)
  const latest = await latestMonths(trx, accountId, holders)

  const entries = holders.flatMap((holder): NewEntry[] => {
    const before = latest.get(holder)
    if (before && before.reference >= `month:${period}`) return []
    const expiringMilli = before ? leftover(before, available.get(holder) ?? 0) : 0
    const grantedMilli = (holder === 'team' ? plan.monthly_credits.team : plan.monthly_credits.member) * 1000
    return [
      ...(before && expiringMilli > 0
        ? [{ holder, kind: 'expire' as const, amountMilli: -expiringMilli, reference: before.reference }]
        : []),
      { holder, kind: 'grant', amountMilli: grantedMilli, reference: `month:${period}` },
    ]
  })
  if (entries.length > 0) await appendEntries(trx, accountId, entries)
}

type GrantedMonth = { reference: string; grantedMilli: number; usedMilli: number }

/**
 * How much of a month's credits nobody used. They are used before any others, and what is held counts as used; what a
 * question that runs across the turn of the month then gives back stays for the new month.
 */
const leftover = ({ grantedMilli, usedMilli }: GrantedMonth, availableMilli: number) =>
  Math.min(availableMilli, Math.max(0, grantedMilli - Math.max(0, usedMilli)))

/** Everybody needs a row to lock; rows are made in the order in which they are locked. */
async function openBalances(
  trx: Transaction,
  accountId: AccountId,
  holders: readonly Holder[],
): Promise<void> {
  await trx
    .insertInto('credit_balance')
    .values(holders.toSorted().map((holder) => ({ account_id: accountId, holder, available_milli: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function latestMonths(
  trx: Transaction,
  accountId: AccountId,
  holders: readonly Holder[],
): Promise<Map<Holder, GrantedMonth>> {
  const months = await sql<GrantedMonth & { holder: Holder }>`
    select distinct on (month.holder)
      month.holder, month.reference, month.amount_milli as "grantedMilli",
      (select coalesce(-sum(entry.amount_milli), 0)::bigint from credit_entry as entry
       where entry.account_id = month.account_id and entry.holder = month.holder and entry.id > month.id
         and entry.kind in ('hold', 'release', 'charge')) as "usedMilli"
    from credit_entry as month
    where month.account_id = ${accountId} and month.holder = any(${[...holders]})
      and month.kind = 'grant' and month.reference like 'month:%'
    order by month.holder, month.reference desc`.execute(trx)
  return new Map(months.rows.map((month) => [month.holder, month]))
}
