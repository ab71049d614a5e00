import { type AccountId, type AccountRole, isAdminRole, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }

const roleQuery = ({ accountId, userId }: Actor) => sql<{ role: AccountRole }>`
  select role from membership join account on account.id = membership.account_id
  where account_id = ${accountId} and user_id = ${userId} and status <> 'INVITED' and deleted_at is null`

/**
 * What a person is in an account, as it is at this moment; null for outsiders, people who are only invited, deleted and unknown
 * accounts alike. One query by primary key, asked for every request: whoever is removed is out with their next one.
 */
export async function roleIn(
  database: Database,
  accountId: AccountId,
  userId: UserId,
): Promise<AccountRole | null> {
  const found = await roleQuery({ accountId, userId }).execute(database.kysely)
  return found.rows[0]?.role ?? null
}

/** The policy of editing an account: its owner and admins. Outsiders do not learn that it exists. */
export async function requireAccountEditor(trx: Transaction, actor: Actor): Promise<void> {
  const found = await roleQuery(actor).execute(trx)
  const role = found.rows[0]?.role ?? fail('NOT_FOUND')
  if (!isAdminRole(role)) fail('FORBIDDEN')
}

/** Those of these people who have no place in that account (any more), across accounts: one query for all. */
export async function outsidersAmong(database: Database, people: readonly Actor[]): Promise<Actor[]> {
  const found = await sql<Actor>`
    select account_id as "accountId", user_id as "userId"
    from unnest(${people.map((one) => one.accountId)}::text[], ${people.map((one) => one.userId)}::text[])
      as person (account_id, user_id)
    where not exists (
      select from membership join account on account.id = membership.account_id
      where membership.account_id = person.account_id and membership.user_id = person.user_id
        and membership.status <> 'INVITED' and account.deleted_at is null)`.execute(database.kysely)
  return found.rows
}
