import type { AccountId, ShapingId, TurnId, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { leftOfLimit } from './left-of-limit.ts'
import { appendEntries, lockBalances } from './queries.ts'

export type HoldOutcome = { outcome: 'held' } | { outcome: 'short'; availableMilli: number }

/**
 * Takes credits from the team and from the person at once, before a provider is called; both or neither. Amounts are whole
 * thousandths of a credit. When either has less, or the person has less left of the limit
 * that admins set for their month, nothing changes and the outcome tells the smallest of the three.
 *
 * Balances stay locked until the transaction ends: call this last in it. Each turn is held for once; a second hold for the
 * same turn throws (unique key), as do amounts that are negative or not whole.
 */
export async function holdCredits(
  trx: Transaction,
  {
    accountId,
    userId,
    turnId,
    amountMilli,
  }: { accountId: AccountId; userId: UserId; turnId: TurnId | ShapingId; amountMilli: number },
): Promise<HoldOutcome> {
  if (!Number.isSafeInteger(amountMilli) || amountMilli < 0)
    throw new RangeError(`${amountMilli} cannot be held.`)
  const balances = await lockBalances(trx, accountId, ['team', userId])
  const limitLeftMilli = await leftOfLimit(trx, accountId, userId)
  const availableMilli = Math.min(balances.get('team') ?? 0, balances.get(userId) ?? 0, limitLeftMilli)
  if (balances.size < 2 || availableMilli < amountMilli) return { outcome: 'short', availableMilli }

  await trx
    .insertInto('credit_hold')
    .values({ account_id: accountId, turn_id: turnId, user_id: userId, held_milli: amountMilli })
    .execute()
  await appendEntries(trx, accountId, [
    { holder: 'team', kind: 'hold', amountMilli: -amountMilli, reference: turnId },
    { holder: userId, kind: 'hold', amountMilli: -amountMilli, reference: turnId },
  ])
  return { outcome: 'held' }
}
