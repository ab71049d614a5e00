import type { AccountId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { addedToMonth, type Month } from '../../credits/index.ts'
import type { Transaction } from '../../platform/database/index.ts'

export type AccountRow = {
  id: AccountId
  name: string
  planName: string
  createdAt: Date
  ownerName: string | null
  ownerEmail: string | null
  memberCount: number
  balanceMilli: number
  usedMilli: number
  monthMilli: number
  monthlyGrantsMilli: number
}

const withOwner = sql`
  account left join lateral (
    select identity_user.name, email from membership join identity_user on identity_user.id = user_id
    where account_id = account.id and role = 'owner') as owner on true`

/** Each word is in the account's name or its owner's, or the search is an id. */
const matching = (search = '') =>
  sql`deleted_at is null and (account.id = ${search.trim()} or ${sql.join(
    [
      sql`true`,
      ...search
        .split(/\s+/)
        .filter((word) => word !== '')
        .map(
          (word) =>
            sql`strpos(fold_text(concat_ws(' ', account.name, owner.name, owner.email)), fold_text(${word})) > 0`,
        ),
    ],
    sql` and `,
  )})`

const facts = (accounts: RawBuilder<unknown>, month: Month) => sql<AccountRow>`
  select account.id, account.name, plan_name as "planName", account.created_at as "createdAt",
    owner_name as "ownerName", owner_email as "ownerEmail",
    (select count(*)::int from membership where account_id = account.id and status <> 'INVITED') as "memberCount",
    coalesce((select available_milli from credit_balance where account_id = account.id and holder = 'team'), 0) as "balanceMilli",
    coalesce(of_month.milli, 0) as "monthMilli",
    coalesce((select -sum(amount_milli) from credit_entry
      where account_id = account.id and credit_entry.id > of_month.id and holder = 'team' and kind = 'charge'), 0)::bigint as "usedMilli",
    coalesce((select sum(amount_milli) from credit_grant
      where account_id = account.id and frequency = 'monthly' and ended_at is null), 0)::bigint as "monthlyGrantsMilli"
  from (${accounts}) as account
  left join lateral (
    select month.id, month.amount_milli + ${addedToMonth} as milli from credit_entry as month
    where account_id = account.id and holder = 'team' and kind = 'grant' and reference = ${`month:${month}`}) as of_month on true
  order by lower(account.name), account.id`

/**
 * Returns one page of the accounts by name, with the month's balance and usage. Reads across accounts: needs a system
 * transaction.
 */
export async function accountsPage(
  trx: Transaction,
  { search, page, page_size: size, month }: PageWanted & { month: Month },
): Promise<AccountRow[]> {
  const found = await facts(
    sql`select account.*, owner.name as owner_name, owner.email as owner_email from ${withOwner}
      where ${matching(search)} order by lower(account.name), account.id limit ${size} offset ${(page - 1) * size}`,
    month,
  ).execute(trx)
  return found.rows
}

type PageWanted = { search?: string | undefined; page: number; page_size: number }

export async function countAccounts(trx: Transaction, search: string | undefined): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from ${withOwner} where ${matching(search)}`.execute(trx)
  return counted.rows[0]?.count ?? 0
}

export async function accountRow(
  trx: Transaction,
  id: AccountId,
  month: Month,
): Promise<AccountRow | undefined> {
  const found = await facts(
    sql`select account.*, owner.name as owner_name, owner.email as owner_email from ${withOwner}
      where account.id = ${id} and deleted_at is null`,
    month,
  ).execute(trx)
  return found.rows[0]
}

/** Ids of the accounts with this id or, in any case, this name. */
export async function accountsNamed(trx: Transaction, named: string): Promise<AccountId[]> {
  const found = await sql<{ id: AccountId }>`
    select id from account where deleted_at is null and (id = ${named} or lower(name) = lower(${named})) order by id`.execute(
    trx,
  )
  return found.rows.map(({ id }) => id)
}
