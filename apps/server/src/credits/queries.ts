import { sql } from 'kysely'
import type { AccountId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import type { Period } from './month.ts'
import type { EntryKind, Holder } from './tables.ts'

export type NewEntry = { holder: Holder; kind: EntryKind; amountMilli: number; reference: string }

/**
 * Locks the balances of these holders until the transaction ends and returns them. Every change of the ledger starts here: all
 * lock in the same order ('team' sorts before every user id), which prevents deadlocks, and the entries of a holder are numbered
 * in commit order.
 */
export async function lockBalances(
  trx: Transaction,
  accountId: AccountId,
  holders: readonly Holder[],
): Promise<Map<Holder, number>> {
  const rows = await trx
    .selectFrom('credit_balance')
    .select(['holder', 'available_milli'])
    .where('account_id', '=', accountId)
    .where('holder', 'in', holders)
    .orderBy('holder')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.holder, row.available_milli]))
}

/** Every holder needs a row to lock; inserts rows in locking order. */
export async function openBalances(
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

/**
 * Appends the entries and updates each holder's balance by their sum, in one statement, so that they can't diverge. The balances
 * must be locked. The database refuses a balance below zero and a second entry of the same kind for the same reference.
 */
export async function appendEntries(
  trx: Transaction,
  accountId: AccountId,
  entries: readonly NewEntry[],
): Promise<void> {
  const rows = sql.join(
    entries.map(
      (entry) =>
        sql`(${entry.holder}::text, ${entry.kind}::text, ${entry.amountMilli}::bigint, ${entry.reference}::text)`,
    ),
  )
  const moved = await sql`
    with entry (holder, kind, amount_milli, reference) as (values ${rows}),
    appended as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select ${accountId}, holder, kind, amount_milli, reference from entry
      returning holder, amount_milli
    )
    update credit_balance set available_milli = available_milli + change.milli
    from (select holder, sum(amount_milli)::bigint as milli from appended group by holder) as change
    where credit_balance.account_id = ${accountId} and credit_balance.holder = change.holder
    returning credit_balance.holder`.execute(trx)
  const holders = new Set(entries.map((entry) => entry.holder))
  if (moved.rows.length !== holders.size) throw new Error(`A holder of ${accountId} has no balance to move.`)
}

/** What raises and monthly grants added to the month's credits of the entry `month`; expires with them. */
export const addedToMonth = sql<number>`(
  select coalesce(sum(added.amount_milli), 0)::bigint from credit_entry as added
  where added.account_id = month.account_id and added.holder = month.holder and added.kind = 'grant'
    and (starts_with(added.reference, 'raise:' || substr(month.reference, 7) || ':')
      or starts_with(added.reference, 'monthly:' || substr(month.reference, 7) || ':')))`

/** Returns which of these accounts have a holder without the grant of their period. */
export async function accountsWithoutMonth(
  trx: Transaction,
  holders: readonly { accountId: AccountId; holder: Holder; period: Period }[],
): Promise<Set<AccountId>> {
  // 'month;' sorts right after every 'month:…' in the index.
  const due = await sql<{ accountId: AccountId }>`
    select distinct wanted.account_id as "accountId"
    from unnest(${holders.map(({ accountId }) => accountId)}::text[], ${holders.map(({ holder }) => holder)}::text[],
      ${holders.map(({ period }) => `month:${period}`)}::text[]) as wanted (account_id, holder, reference)
    where not exists (
      select from credit_entry
      where credit_entry.account_id = wanted.account_id and credit_entry.holder = wanted.holder
        and credit_entry.reference >= wanted.reference and credit_entry.reference < 'month;' and kind = 'grant')`.execute(
    trx,
  )
  return new Set(due.rows.map((row) => row.accountId))
}
