import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { appendEntries, lockBalances, type NewEntry, openBalances } from './queries.ts'
import type { Holder } from './tables.ts'

type CreditsToRevoke = {
  accountId: AccountId
  /** Thousandths of a credit: taken from the account, or given back when negative. */
  amountMilli: number
  /** Thousandths that each of these members loses at most: no member goes below zero. None when credits are given back. */
  memberMilli: number
  userIds: readonly UserId[]
  /** Of a plan, whose credits expire with the period; or of credits that don't expire. */
  of: 'plan' | 'pack'
  /** Unique name of the change in the ledger; the database refuses a second one. */
  name: string
}

/**
 * Takes back credits that were refunded, or gives them back after a won dispute. The account's balance may go below zero, which blocks
 * spending until later credits cover it.
 */
export async function revokeCredits(
  trx: Transaction,
  { accountId, amountMilli, memberMilli, userIds, of, name }: CreditsToRevoke,
): Promise<void> {
  const holders: Holder[] = ['team', ...new Set(userIds)]
  await openBalances(trx, accountId, holders)
  const available = await lockBalances(trx, accountId, holders)
  const amountOf = (holder: Holder) =>
    holder === 'team' ? amountMilli : Math.max(0, Math.min(memberMilli, available.get(holder) ?? 0))
  const entries = holders
    .map((holder): NewEntry => ({
      holder,
      kind: 'revoke',
      amountMilli: -amountOf(holder),
      reference: `${of}:${name}`,
    }))
    .filter((entry) => entry.amountMilli !== 0)
  if (entries.length === 0) return
  // Before the entries: the database lets a balance go below zero only by what was revoked.
  for (const entry of entries)
    await sql`
      update credit_balance set revoked_milli = greatest(0, revoked_milli + ${Math.max(0, -entry.amountMilli)})
      where account_id = ${accountId} and holder = ${entry.holder}`.execute(trx)
  await appendEntries(trx, accountId, entries)
  for (const entry of entries)
    if (entry.amountMilli > 0)
      await sql`
        update credit_balance set revoked_milli = revoked_milli - ${entry.amountMilli}
        where account_id = ${accountId} and holder = ${entry.holder}`.execute(trx)
}
