import type { AccountId, SystemAccountState } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { addedToMonth, type Month } from '../../credits/index.ts'
import type { Transaction } from '../../platform/database/index.ts'

export type AccountRow = {
  id: AccountId
  name: string
  planName: string
  createdAt: Date
  deletedAt: Date | null
  suspendedReason: string | null
  lastUsedAt: Date | null
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

const inState = {
  active: sql`deleted_at is null and suspended_at is null`,
  suspended: sql`deleted_at is null and suspended_at is not null`,
  deleted: sql`deleted_by_system`,
}

/** Each word is in the account's name or its owner's, or the search is an id. */
const matching = ({ search = '', state }: Wanted) =>
  sql`${state ? inState[state] : sql`deleted_at is null`} and (account.id = ${search.trim()} or ${sql.join(
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
    owner_name as "ownerName", owner_email as "ownerEmail", deleted_at as "deletedAt", suspended_reason as "suspendedReason",
    (select max(latest.asked_at) from membership cross join lateral (
      select asked_at from chat where chat.account_id = account.id and owner_id = user_id and chat.deleted_at is null
        and not is_temporary order by asked_at desc limit 1) as latest
      where membership.account_id = account.id) as "lastUsedAt",
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
  { page, page_size: size, month, ...wanted }: PageWanted & { month: Month },
): Promise<AccountRow[]> {
  const found = await facts(
    sql`select account.*, owner.name as owner_name, owner.email as owner_email from ${withOwner}
      where ${matching(wanted)} order by lower(account.name), account.id limit ${size} offset ${(page - 1) * size}`,
    month,
  ).execute(trx)
  return found.rows
}

type Wanted = { search?: string | undefined; state?: SystemAccountState | undefined }
type PageWanted = Wanted & { page: number; page_size: number }

export async function countAccounts(trx: Transaction, wanted: Wanted): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from ${withOwner} where ${matching(wanted)}`.execute(trx)
  return counted.rows[0]?.count ?? 0
}

export async function accountRow(
  trx: Transaction,
  id: AccountId,
  month: Month,
): Promise<AccountRow | undefined> {
  const found = await facts(
    sql`select account.*, owner.name as owner_name, owner.email as owner_email from ${withOwner}
      where account.id = ${id} and (deleted_at is null or deleted_by_system)`,
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
