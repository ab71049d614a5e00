import { sql } from 'kysely'
import type { AccountId, ShapingId, TurnId, UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { appendEntries, lockBalances, type NewEntry } from './queries.ts'

/**
 * Gives back what was held for a turn and takes what its answer cost, in whole thousandths of a credit. The charge is brought
 * within 0 and the hold, whatever a provider claimed; a charge of 0 releases the hold.
 *
 * Only the first call for a turn does anything: later ones, whatever they ask for, return what that one charged. A turn that
 * was never held for is charged nothing.
 */
export async function settleHold(
  trx: Transaction,
  {
    accountId,
    turnId,
    chargeMilli,
  }: { accountId: AccountId; turnId: TurnId | ShapingId; chargeMilli: number },
): Promise<{ chargedMilli: number }> {
  const closed = await closeHold(trx, accountId, turnId, wholeCharge(chargeMilli))
  if (!closed) return { chargedMilli: await chargedBefore(trx, accountId, turnId) }

  const entries = (['team', closed.userId] as const).flatMap((holder): NewEntry[] => [
    { holder, kind: 'release', amountMilli: closed.heldMilli, reference: turnId },
    ...(closed.chargedMilli > 0
      ? [{ holder, kind: 'charge' as const, amountMilli: -closed.chargedMilli, reference: turnId }]
      : []),
  ])
  await lockBalances(trx, accountId, ['team', closed.userId])
  await appendEntries(trx, accountId, entries)
  return { chargedMilli: closed.chargedMilli }
}

/** A charge that is not a number is nobody's fault who asks questions: it costs nothing. */
const wholeCharge = (chargeMilli: number) =>
  Number.isNaN(chargeMilli) ? 0 : Math.min(Math.max(Math.ceil(chargeMilli), 0), Number.MAX_SAFE_INTEGER)

async function closeHold(
  trx: Transaction,
  accountId: AccountId,
  turnId: TurnId | ShapingId,
  chargeMilli: number,
) {
  const closed = await sql<{ userId: UserId; heldMilli: number; chargedMilli: number }>`
    update credit_hold
    set charged_milli = least(held_milli, ${chargeMilli}::bigint),
        state = case when least(held_milli, ${chargeMilli}::bigint) > 0 then 'settled' else 'released' end,
        closed_at = now()
    where account_id = ${accountId} and turn_id = ${turnId} and state = 'open'
    returning user_id as "userId", held_milli as "heldMilli", charged_milli as "chargedMilli"`.execute(trx)
  return closed.rows[0]
}

async function chargedBefore(
  trx: Transaction,
  accountId: AccountId,
  turnId: TurnId | ShapingId,
): Promise<number> {
  const hold = await trx
    .selectFrom('credit_hold')
    .select('charged_milli')
    .where('account_id', '=', accountId)
    .where('turn_id', '=', turnId)
    .executeTakeFirst()
  return hold?.charged_milli ?? 0
}
