import { sql } from 'kysely'
import type { AccountId, ShapingId, TurnId } from '@atrium/contract'
import {
  commitWith,
  refuseIf,
  releaseLocksEarly,
  type RowsOf,
  type Statement,
  statement,
  type Transaction,
} from '../platform/database/index.ts'

/**
 * Releases a turn's hold and charges its answer's cost, in whole thousandths of a credit. Clamps the charge to 0 and the hold,
 * whatever a provider claimed; a charge of 0 releases the hold.
 *
 * Only the first call for a turn has an effect: later ones return its charge. A turn without a hold is charged nothing.
 * Balances stay locked as after `holdCredits`: call this last.
 */
export async function settleHold(trx: Transaction, settled: Settlement): Promise<{ chargedMilli: number }> {
  releaseLocksEarly(trx)
  const closed = await sql<{ chargedMilli: number }>`${settling(settled)}
    select charged_milli as "chargedMilli" from closed`.execute(trx)
  return { chargedMilli: closed.rows[0]?.chargedMilli ?? (await chargedBefore(trx, settled)) }
}

/** `settleAndCommit` would charge another amount, and has committed nothing. */
export class OtherCharge extends Error {
  readonly chargedMilli: number

  constructor(chargedMilli: number) {
    super(`${chargedMilli} are charged.`)
    this.chargedMilli = chargedMilli
  }
}

/**
 * The same, together with the statements `before` and the commit of the transaction, so that the balances are locked only while the database
 * works. Throws `OtherCharge` when the charge is not `expectedMilli`, for example because the hold covers less.
 */
export async function settleAndCommit(
  trx: Transaction,
  { expectedMilli, ...settled }: Settlement & { expectedMilli: number },
  before: readonly Statement[] = [],
): Promise<RowsOf> {
  releaseLocksEarly(trx)
  const refusing = refuseIf(sql`milli <> ${expectedMilli}::bigint`, sql`to_jsonb(milli)`)
  const settlement = statement(
    sql<{ isRefused: boolean }>`${settling(settled)}
      select ${refusing} as "isRefused" from (select coalesce((select charged_milli from closed), (${chargeOf(settled)}), 0) as milli) as charged`,
    (chargedMilli) => new OtherCharge(Number(chargedMilli)),
  )
  return await commitWith(trx, [...before, settlement])
}

export type Settlement = {
  accountId: AccountId
  turnId: TurnId | ShapingId
  chargeMilli: number
  /** The model that is charged for; null when nothing is. */
  modelId: string | null
}

/** A charge in whole thousandths. One that is not a number isn't the asker's fault: it costs nothing. */
export const wholeCharge = (chargeMilli: number) =>
  Number.isNaN(chargeMilli) ? 0 : Math.min(Math.max(Math.ceil(chargeMilli), 0), Number.MAX_SAFE_INTEGER)

/**
 * The beginning of one statement, as in `holdCredits`: closes the hold, locks both balances in the order of `lockBalances`, inserts the
 * entries and updates the balances.
 */
const settling = ({ accountId, turnId, chargeMilli, modelId }: Settlement) => sql`
    with closed as (
      update credit_hold
      set charged_milli = least(held_milli, ${wholeCharge(chargeMilli)}::bigint),
          state = case when least(held_milli, ${wholeCharge(chargeMilli)}::bigint) > 0 then 'settled' else 'released' end,
          model_id = ${modelId},
          closed_at = now()
      where account_id = ${accountId} and turn_id = ${turnId} and state = 'open'
      returning user_id, held_milli, charged_milli),
    locked as materialized (
      select balance.holder from credit_balance as balance
      join closed on balance.holder in ('team', closed.user_id)
      where balance.account_id = ${accountId} order by balance.holder for update of balance),
    appended as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select ${accountId}, locked.holder, entry.kind, entry.milli, ${turnId}
      from closed cross join locked
      cross join lateral (values ('release', closed.held_milli), ('charge', -closed.charged_milli)) as entry (kind, milli)
      where entry.kind = 'release' or closed.charged_milli > 0
      order by locked.holder, entry.kind desc
      returning holder, amount_milli),
    moved as (
      update credit_balance set available_milli = available_milli + change.milli
      from (select holder, sum(amount_milli)::bigint as milli from appended group by holder) as change
      where credit_balance.account_id = ${accountId} and credit_balance.holder = change.holder)`

/** SQL: what was charged for a turn. */
const chargeOf = ({ accountId, turnId }: Settlement) => sql<{ milli: number }>`
  select charged_milli as milli from credit_hold where account_id = ${accountId} and turn_id = ${turnId}`

async function chargedBefore(trx: Transaction, settled: Settlement): Promise<number> {
  const found = await chargeOf(settled).execute(trx)
  return found.rows[0]?.milli ?? 0
}
