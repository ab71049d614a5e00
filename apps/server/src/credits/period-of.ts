import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { monthOf, type Period } from './month.ts'

/** Returns the account's period of credits: since its last paid month began, else the calendar month. */
export async function periodOf(trx: Transaction, accountId: AccountId, now: Date): Promise<Period> {
  return (await periodsOf(trx, [accountId], now)).get(accountId) ?? monthOf(now)
}

/** The same for several accounts. */
export async function periodsOf(
  trx: Transaction,
  accountIds: readonly AccountId[],
  now: Date,
): Promise<Map<AccountId, Period>> {
  const paid = await sql<{ accountId: AccountId; startsOn: string }>`
    select account_id as "accountId", starts_on::text as "startsOn" from credit_period
    where account_id = any(${accountIds}::text[])`.execute(trx)
  const periods = new Map<AccountId, Period>(accountIds.map((id) => [id, monthOf(now)]))
  for (const { accountId, startsOn } of paid.rows) periods.set(accountId, startsOn as Period)
  return periods
}

/** Sets the first day, 'YYYY-MM-DD' in UTC, of the account's paid month; null returns to calendar months. Needs a system transaction. */
export async function setPaidPeriod(
  trx: Transaction,
  accountId: AccountId,
  startsOn: string | null,
): Promise<void> {
  if (startsOn === null) await sql`delete from credit_period where account_id = ${accountId}`.execute(trx)
  else
    await sql`
      insert into credit_period (account_id, starts_on) values (${accountId}, ${startsOn}::date)
      on conflict (account_id) do update set starts_on = excluded.starts_on`.execute(trx)
}
