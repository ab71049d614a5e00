import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Plan } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Period } from './month.ts'
import { activeMonthlyGrants } from './credit-grants.ts'
import { addedToMonth, appendEntries, lockBalances, type NewEntry, openBalances } from './queries.ts'
import { missingExtras } from './raise-extra.ts'
import type { Holder } from './tables.ts'

export type MonthToGrant = {
  accountId: AccountId
  plan: Pick<Plan, 'monthly_credits'>
  period: Period
  /** The members who get their share; the team always gets its own. */
  userIds: readonly UserId[]
}

/**
 * Grants the team and each of these people a month's credits, once: skips holders who have them, so it can be called again for everybody
 * when a person joins. The rest of the previous month expires in the same step (`leftover`). A month is never granted after a later one.
 * Includes monthly grants by system administrators and members' additional monthly credits, each as a separate entry.
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
  const current = holders.filter((holder) => (latest.get(holder)?.reference ?? '') <= `month:${period}`)
  entries.push(
    ...(await missingMonthlyGrants(trx, { accountId, period, holders: current })),
    ...(await missingExtras(trx, {
      accountId,
      period,
      userIds: current.filter((holder) => holder !== 'team'),
    })),
  )
  if (entries.length > 0) await appendEntries(trx, accountId, entries)
}

/** The account's monthly grants that these holders have not got for the month yet (`monthly:2026-11:<grant>`). */
async function missingMonthlyGrants(
  trx: Transaction,
  { accountId, period, holders }: { accountId: AccountId; period: Period; holders: readonly Holder[] },
): Promise<NewEntry[]> {
  const grants = await activeMonthlyGrants(trx, accountId)
  if (grants.length === 0) return []
  const given = await sql<{ holder: Holder; reference: string }>`
    select holder, reference from credit_entry
    where account_id = ${accountId} and holder = any(${holders}) and kind = 'grant'
      and starts_with(reference, ${`monthly:${period}:`})`.execute(trx)
  const isGiven = new Set(given.rows.map(({ holder, reference }) => `${holder} ${reference}`))
  return holders.flatMap((holder) =>
    grants
      .map(({ id, amountMilli }): NewEntry => ({
        holder,
        kind: 'grant',
        amountMilli,
        reference: `monthly:${period}:${id}`,
      }))
      .filter(({ reference }) => !isGiven.has(`${holder} ${reference}`)),
  )
}

type GrantedMonth = { reference: string; grantedMilli: number; usedMilli: number }

/**
 * The unused part of a month's credits. They are used before any others, and held credits count as used; what a question across
 * the turn of the month then releases stays for the new month.
 */
const leftover = ({ grantedMilli, usedMilli }: GrantedMonth, availableMilli: number) =>
  Math.min(availableMilli, Math.max(0, grantedMilli - Math.max(0, usedMilli)))

async function latestMonths(
  trx: Transaction,
  accountId: AccountId,
  holders: readonly Holder[],
): Promise<Map<Holder, GrantedMonth>> {
  const months = await sql<GrantedMonth & { holder: Holder }>`
    select distinct on (month.holder)
      month.holder, month.reference,
      month.amount_milli + ${addedToMonth} as "grantedMilli",
      (select coalesce(-sum(entry.amount_milli), 0)::bigint from credit_entry as entry
       where entry.account_id = month.account_id and entry.holder = month.holder and entry.id > month.id
         and (entry.kind in ('hold', 'release', 'charge')
           or (entry.kind = 'revoke' and starts_with(entry.reference, 'plan:')))) as "usedMilli"
    from credit_entry as month
    where month.account_id = ${accountId} and month.holder = any(${[...holders]})
      and month.kind = 'grant' and month.reference like 'month:%'
    order by month.holder, month.reference desc`.execute(trx)
  return new Map(months.rows.map((month) => [month.holder, month]))
}
