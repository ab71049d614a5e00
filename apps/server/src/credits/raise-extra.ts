import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { monthlyExtrasOf } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Period } from './month.ts'
import { appendEntries, lockBalances, type NewEntry, openBalances } from './queries.ts'

type ExtraToGrant = { accountId: AccountId; period: Period; userIds: readonly UserId[] }

/**
 * Returns the missing grants of these members' additional credits for a period. Each is a separate entry
 * (`monthly:2026-11:extra:<total thousandths>`) and expires with its month; a reduction takes nothing back.
 * Exact while the balances are locked.
 */
export async function missingExtras(
  trx: Transaction,
  { accountId, period, userIds }: ExtraToGrant,
): Promise<NewEntry[]> {
  if (userIds.length === 0) return []
  const extras = await monthlyExtrasOf(trx, accountId, userIds)
  if (extras.length === 0) return []
  const given = await sql<{ holder: UserId; milli: number }>`
    select holder, sum(amount_milli)::bigint as milli from credit_entry
    where account_id = ${accountId} and holder = any(${extras.map(({ userId }) => userId)}) and kind = 'grant'
      and starts_with(reference, ${`monthly:${period}:extra:`})
    group by holder`.execute(trx)
  const milliOf = new Map(given.rows.map(({ holder, milli }) => [holder, milli]))
  return extras.flatMap(({ userId, milli }): NewEntry[] => {
    const missingMilli = milli - (milliOf.get(userId) ?? 0)
    if (missingMilli <= 0) return []
    const reference = `monthly:${period}:extra:${milli}`
    return [{ holder: userId, kind: 'grant', amountMilli: missingMilli, reference }]
  })
}

/** Grants a member the missing additional credits of the current period, after they were raised. */
export async function raiseExtra(
  trx: Transaction,
  { accountId, userId, period }: { accountId: AccountId; userId: UserId; period: Period },
): Promise<void> {
  await openBalances(trx, accountId, [userId])
  await lockBalances(trx, accountId, [userId])
  const entries = await missingExtras(trx, { accountId, period, userIds: [userId] })
  if (entries.length > 0) await appendEntries(trx, accountId, entries)
}
