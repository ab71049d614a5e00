import type { AccountId, AccountRole, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** An account as one of its members sees it. */
export type AccountRow = {
  id: AccountId
  name: string
  logoFilename: string | null
  planName: string
  role: AccountRole
  memberCount: number
  suspendedReason: string | null
}

const accountOfMember = sql`
  select account.id, account.name, account.logo_filename as "logoFilename", account.plan_name as "planName", mine.role,
    account.suspended_reason as "suspendedReason",
    (select count(*)::int from membership as anyone where anyone.account_id = account.id and anyone.status <> 'INVITED')
      as "memberCount"
  from membership as mine join account on account.id = mine.account_id
  where mine.status <> 'INVITED' and account.deleted_at is null`

/** Returns the accounts that a person has joined, oldest membership first. Reads across accounts: needs a system transaction. */
export async function accountsOf(trx: Transaction, userId: UserId): Promise<AccountRow[]> {
  const found = await sql<AccountRow>`
    ${accountOfMember} and mine.user_id = ${userId} order by mine.joined_at, account.id`.execute(trx)
  return found.rows
}

export async function accountOf(
  trx: Transaction,
  accountId: AccountId,
  userId: UserId,
): Promise<AccountRow | undefined> {
  const found = await sql<AccountRow>`
    ${accountOfMember} and mine.user_id = ${userId} and account.id = ${accountId}`.execute(trx)
  return found.rows[0]
}

/** Returns the plan of an account, for background work; undefined when it is deleted. */
export async function planNameOf(trx: Transaction, accountId: AccountId): Promise<string | undefined> {
  const found = await sql<{ planName: string }>`
    select plan_name as "planName" from account where id = ${accountId} and deleted_at is null`.execute(trx)
  return found.rows[0]?.planName
}

/** Returns how many undeleted accounts a person owns. Reads across accounts: needs a system transaction. */
export async function countOwned(trx: Transaction, userId: UserId): Promise<number> {
  const owned = await sql<{ count: number }>`
    select count(*)::int as count from membership join account on account.id = membership.account_id
    where user_id = ${userId} and role = 'owner' and deleted_at is null`.execute(trx)
  return owned.rows[0]?.count ?? 0
}

export type AccountToRenew = { id: AccountId; planName: string; userIds: UserId[] }

/** Returns the next accounts by id, with everybody who has joined them. Needs a system transaction. */
export async function accountsAfter(
  trx: Transaction,
  after: AccountId | null,
  limit: number,
): Promise<AccountToRenew[]> {
  const found = await sql<AccountToRenew>`
    select account.id, account.plan_name as "planName",
      array(select user_id from membership where account_id = account.id and status <> 'INVITED' order by user_id) as "userIds"
    from account where deleted_at is null and account.id > ${after ?? ''} order by account.id limit ${limit}`.execute(
    trx,
  )
  return found.rows
}
