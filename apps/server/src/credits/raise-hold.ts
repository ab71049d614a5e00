import type { AccountId, RoomId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { isCreditLimited } from '../accounts/index.ts'
import { releaseLocksEarly, type Transaction } from '../platform/database/index.ts'
import type { HoldOutcome } from './hold-credits.ts'
import { leftOfLimits } from './left-of-limit.ts'
import { isRoomLimited } from './limits/room-limit.ts'

export type RaisedHold = {
  accountId: AccountId
  userId: UserId
  turnId: TurnId
  /** Minimum amount of the open hold, in thousandths of a credit. */
  amountMilli: number
}

/**
 * Raises a turn's open hold to an amount, by taking the difference from the team and from the person, both or neither. A hold that
 * is already large enough stays unchanged. When either has less, or the monthly limit of the person or the hold's room leaves less,
 * nothing changes.
 * Limits don't apply to a hold that was taken beyond them. Throws when the turn has no open hold.
 *
 * Balances stay locked until the transaction ends, though not until its commit is on disk: call this last in it.
 */
export async function raiseHold(trx: Transaction, raised: RaisedHold): Promise<HoldOutcome> {
  if (!Number.isSafeInteger(raised.amountMilli) || raised.amountMilli < 0)
    throw new RangeError(`${raised.amountMilli} cannot be held.`)
  releaseLocksEarly(trx)
  const first = await take(trx, raised, { evenIfLimited: false })
  if (first.isHeld) return { outcome: 'held' }
  if (!first.isLimited) return { outcome: 'short', availableMilli: first.availableMilli, isByLimit: false }
  // The usage of this month, which includes this hold, is exact only now that the balances are locked.
  const leftMilli = await leftOfLimits(trx, { ...raised, roomId: first.roomId })
  if (leftMilli >= first.missingMilli && (await take(trx, raised, { evenIfLimited: true })).isHeld)
    return { outcome: 'held' }
  return {
    outcome: 'short',
    availableMilli: Math.min(leftMilli, first.availableMilli),
    isByLimit: leftMilli < first.missingMilli,
  }
}

type Taken = {
  isHeld: boolean
  isLimited: boolean
  availableMilli: number
  missingMilli: number
  roomId: RoomId | null
}

/** SQL for the amount of a turn's open hold, in thousandths of a credit; null without one. */
export const heldForTurn = (accountId: AccountId, turnId: TurnId) => sql`
  select held_milli from credit_hold where account_id = ${accountId} and turn_id = ${turnId} and state = 'open'`

/** One statement, as in `holdCredits`, with the hold locked before the balances. */
async function take(
  trx: Transaction,
  { accountId, userId, turnId, amountMilli }: RaisedHold,
  { evenIfLimited }: { evenIfLimited: boolean },
): Promise<Taken> {
  const found = await sql<Taken>`
    with hold as materialized (
      select greatest(${amountMilli}::bigint - held_milli, 0) as missing, room_id, is_beyond_limit from credit_hold
      where account_id = ${accountId} and turn_id = ${turnId} and user_id = ${userId} and state = 'open' for update),
    locked as materialized (
      select holder, available_milli from credit_balance
      where account_id = ${accountId} and holder in ('team', ${userId}) order by holder for update),
    found as (
      select hold.missing, hold.room_id, coalesce(balances.milli, 0) as milli,
        hold.missing = 0 or coalesce(balances.count = 2 and balances.milli >= hold.missing, false) as is_enough,
        not hold.is_beyond_limit and (${isCreditLimited(accountId, userId)}
          or ${isRoomLimited(accountId, sql`hold.room_id`)}) as is_limited
      from hold
      cross join (
        select count(*) as count, case when count(*) = 2 then min(available_milli) end as milli from locked) as balances),
    raised as (
      update credit_hold set held_milli = held_milli + found.missing from found
      where credit_hold.account_id = ${accountId} and credit_hold.turn_id = ${turnId}
        and found.missing > 0 and found.is_enough and (${evenIfLimited} or not found.is_limited)
      returning found.missing),
    appended as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select ${accountId}, locked.holder, 'hold', -raised.missing, ${turnId} from raised cross join locked
      returning holder, amount_milli),
    moved as (
      update credit_balance set available_milli = locked.available_milli + appended.amount_milli
      from appended join locked on locked.holder = appended.holder
      where credit_balance.account_id = ${accountId} and credit_balance.holder = appended.holder)
    select missing = 0 or exists (select from raised) as "isHeld", is_limited as "isLimited", milli as "availableMilli",
      missing as "missingMilli", room_id as "roomId" from found`.execute(trx)
  const row = found.rows[0]
  if (!row) throw new Error(`${turnId} has no open hold to raise.`)
  return row
}
