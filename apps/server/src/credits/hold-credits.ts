import type { AccountId, RoomId, ShapingId, TurnId, UsageKind, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  commitWith,
  refuseIf,
  releaseLocksEarly,
  type RowsOf,
  type Statement,
  statement,
  type Transaction,
} from '../platform/database/index.ts'
import { isLimitedFor, leftOfLimits } from './left-of-limit.ts'

/** `isByLimit`: a monthly limit of the person or the room leaves too little, not the credits themselves. */
export type HoldOutcome =
  | { outcome: 'held' }
  | { outcome: 'short'; availableMilli: number; isByLimit: boolean }

export type Hold = {
  accountId: AccountId
  userId: UserId
  turnId: TurnId | ShapingId
  amountMilli: number
  /** For reports: what the credits are for, and the room it is asked in. */
  kind: UsageKind
  roomId: RoomId | null
  /** Ignores monthly limits: the account's model for them answers. */
  isBeyondLimit?: boolean
}

/**
 * Takes credits from the team and from the person, both or neither, before a provider is called. Amounts are whole thousandths of
 * a credit. When either has less, or the monthly limit of the person or the room leaves less, nothing changes and the outcome has
 * the smallest of them.
 *
 * Balances stay locked until the transaction ends, though not until its commit is on disk: call this last in it. Each turn has one
 * hold; a second one for the same turn throws (unique key), as do amounts that are negative or not whole.
 */
export async function holdCredits(trx: Transaction, hold: Hold): Promise<HoldOutcome> {
  requireAmount(hold)
  releaseLocksEarly(trx)
  const first = await take(trx, hold, { evenIfLimited: hold.isBeyondLimit === true })
  if (first.isHeld) return { outcome: 'held' }
  if (!first.isLimited || hold.isBeyondLimit)
    return { outcome: 'short', availableMilli: first.availableMilli, isByLimit: false }
  // The usage of this month is exact only now that the balances are locked.
  const leftMilli = await leftOfLimits(trx, hold)
  if (leftMilli >= hold.amountMilli && (await take(trx, hold, { evenIfLimited: true })).isHeld)
    return { outcome: 'held' }
  return {
    outcome: 'short',
    availableMilli: Math.min(leftMilli, first.availableMilli),
    isByLimit: leftMilli < hold.amountMilli,
  }
}

/**
 * Why `holdAndCommit` has committed nothing: `availableMilli` is what the smaller balance had at first, or null where a monthly limit must
 * be checked.
 */
export class NotHeld extends Error {
  readonly availableMilli: number | null

  constructor(availableMilli: number | null) {
    super('The credits were not held.')
    this.availableMilli = availableMilli
  }
}

/**
 * Takes credits as `holdCredits` does for several turns of one person, all or none, and commits the transaction in the same message, as well as
 * the statements `before`: the balances, for which all questions of a team wait, are locked only while the database works. Only for people
 * and rooms without a monthly limit. Throws `NotHeld` when it is not covered, or when there is a limit after all.
 */
export async function holdAndCommit(
  trx: Transaction,
  holds: readonly Hold[],
  before: readonly Statement[] = [],
): Promise<RowsOf> {
  holds.forEach(requireAmount)
  releaseLocksEarly(trx)
  const heldBefore = (index: number) => holds.slice(0, index).reduce((sum, hold) => sum + hold.amountMilli, 0)
  return await commitWith(trx, [
    ...before,
    ...holds.map((hold, index) => holdOrRefuse(hold, heldBefore(index))),
  ])
}

function holdOrRefuse(hold: Hold, heldBeforeMilli: number): Statement {
  const isLimited = hold.isBeyondLimit ? sql<boolean>`false` : isLimitedFor(hold)
  const details = sql`jsonb_build_object('availableMilli', case when not is_limited then milli + ${heldBeforeMilli}::bigint end)`
  return statement(
    sql<{ isRefused: boolean }>`${taking(hold, isLimited, { evenIfLimited: false })}
      select ${refuseIf(sql`not exists (select from held)`, details)} as "isRefused" from found`,
    (found) => new NotHeld((found as { availableMilli: number | null }).availableMilli),
  )
}

function requireAmount({ amountMilli }: Hold): void {
  if (!Number.isSafeInteger(amountMilli) || amountMilli < 0)
    throw new RangeError(`${amountMilli} cannot be held.`)
}

type Taken = { isHeld: boolean; isLimited: boolean; availableMilli: number }

async function take(trx: Transaction, hold: Hold, options: { evenIfLimited: boolean }): Promise<Taken> {
  const found = await sql<Taken>`${taking(hold, isLimitedFor(hold), options)}
    select exists (select from held) as "isHeld", is_limited as "isLimited", milli as "availableMilli" from found`.execute(
    trx,
  )
  const row = found.rows[0]
  if (!row) throw new Error('The query for the hold returned no row.')
  return row
}

/**
 * The beginning of one statement, since every question waits for it: locks both balances in the order of `lockBalances`, and when both
 * suffice inserts the hold with its entries and updates the balances. Computes from the locked rows: the statement's snapshot of the
 * table may be older.
 */
const taking = (
  { accountId, userId, turnId, amountMilli, kind, roomId, isBeyondLimit = false }: Hold,
  isLimited: RawBuilder<boolean>,
  { evenIfLimited }: { evenIfLimited: boolean },
) => sql`
    with locked as materialized (
      select holder, available_milli from credit_balance
      where account_id = ${accountId} and holder in ('team', ${userId}) order by holder for update),
    found as (
      select coalesce(case when count(*) = 2 then min(available_milli) end, 0) as milli,
        count(*) = 2 and min(available_milli) >= ${amountMilli} as is_enough,
        ${isLimited} as is_limited
      from locked),
    held as (
      insert into credit_hold (account_id, turn_id, user_id, held_milli, kind, room_id, is_beyond_limit)
      select ${accountId}, ${turnId}, ${userId}, ${amountMilli}, ${kind}, ${roomId}, ${isBeyondLimit}::boolean from found
      where is_enough and (${evenIfLimited} or not is_limited)
      returning held_milli),
    appended as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select ${accountId}, locked.holder, 'hold', -held.held_milli, ${turnId} from held cross join locked
      returning holder, amount_milli),
    moved as (
      update credit_balance set available_milli = locked.available_milli + appended.amount_milli
      from appended join locked on locked.holder = appended.holder
      where credit_balance.account_id = ${accountId} and credit_balance.holder = appended.holder)`
