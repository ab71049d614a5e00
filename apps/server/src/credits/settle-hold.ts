import { sql } from 'kysely'
import type { AccountId, ShapingId, TurnId } from '@atrium/contract'
import { releaseLocksEarly, type Transaction } from '../platform/database/index.ts'

/**
 * Releases a turn's hold and charges its answer's cost, in whole thousandths of a credit. Clamps the charge to 0 and the hold,
 * whatever a provider claimed; a charge of 0 releases the hold.
 *
 * Only the first call for a turn has an effect: later ones return its charge. A turn without a hold is charged nothing.
 * Balances stay locked as after `holdCredits`: call this last.
 */
export async function settleHold(
  trx: Transaction,
  {
    accountId,
    turnId,
    chargeMilli,
    modelId,
  }: {
    accountId: AccountId
    turnId: TurnId | ShapingId
    chargeMilli: number
    /** The model that is charged for; null when nothing is. */
    modelId: string | null
  },
): Promise<{ chargedMilli: number }> {
  releaseLocksEarly(trx)
  const charged = await settle(trx, { accountId, turnId, modelId, chargeMilli: wholeCharge(chargeMilli) })
  return { chargedMilli: charged ?? (await chargedBefore(trx, accountId, turnId)) }
}

/** A charge in whole thousandths. One that is not a number isn't the asker's fault: it costs nothing. */
export const wholeCharge = (chargeMilli: number) =>
  Number.isNaN(chargeMilli) ? 0 : Math.min(Math.max(Math.ceil(chargeMilli), 0), Number.MAX_SAFE_INTEGER)

/**
 * One statement, as in `holdCredits`: closes the hold, locks both balances in the order of `lockBalances`, inserts the entries
 * and updates the balances. Null when there is no open hold.
 */
async function settle(
  trx: Transaction,
  {
    accountId,
    turnId,
    chargeMilli,
    modelId,
  }: {
    accountId: AccountId
    turnId: TurnId | ShapingId
    chargeMilli: number
    modelId: string | null
  },
): Promise<number | null> {
  const closed = await sql<{ chargedMilli: number }>`
    with closed as (
      update credit_hold
      set charged_milli = least(held_milli, ${chargeMilli}::bigint),
          state = case when least(held_milli, ${chargeMilli}::bigint) > 0 then 'settled' else 'released' end,
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
      where credit_balance.account_id = ${accountId} and credit_balance.holder = change.holder)
    select charged_milli as "chargedMilli" from closed`.execute(trx)
  return closed.rows[0]?.chargedMilli ?? null
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
