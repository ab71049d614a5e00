import { type AccountId, type AccountRole, isAdminRole, type UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  type Database,
  refuseIf,
  type Statement,
  statement,
  type Transaction,
} from '../platform/database/index.ts'
import { fail, Failure } from '../platform/failure.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

export type Membership = { role: AccountRole; suspendedReason: string | null }

const roleQuery = ({ accountId, userId }: Actor) => sql<Membership>`
  select role, suspended_reason as "suspendedReason" from membership join account on account.id = membership.account_id
  where account_id = ${accountId} and user_id = ${userId} and status <> 'INVITED' and deleted_at is null`

/**
 * Returns a person's membership of an account at this moment; null alike for outsiders, invited people, and deleted or unknown
 * accounts. One query by primary key on every request, so removal and suspension take effect with the next one.
 */
export async function membershipIn(
  database: Database,
  accountId: AccountId,
  userId: UserId,
): Promise<Membership | null> {
  const found = await roleQuery({ accountId, userId }).execute(database.kysely)
  return found.rows[0] ?? null
}

/** Returns a person's role in an account, suspended or not. */
export const roleIn = async (
  database: Database,
  accountId: AccountId,
  userId: UserId,
): Promise<AccountRole | null> => (await membershipIn(database, accountId, userId))?.role ?? null

/**
 * Refuses with ACCOUNT_SUSPENDED while the account is suspended. Locks its row until the transaction ends: a concurrent suspension waits,
 * and then ends what this transaction began.
 */
export const refuseSuspended = (accountId: AccountId): Statement =>
  statement(
    sql<{ isRefused: boolean }>`
      with locked as materialized (select suspended_reason from account where id = ${accountId} for share)
      select ${refuseIf(sql`suspended_reason is not null`, sql`to_jsonb(suspended_reason)`)} as "isRefused" from locked`,
    (reason) => new Failure('ACCOUNT_SUSPENDED', { details: { reason: String(reason) } }),
  )

/** Throws unless the person is the account's owner or an admin. Outsiders don't learn that the account exists. */
export async function requireAccountEditor(trx: Transaction, actor: Actor): Promise<void> {
  const found = await roleQuery(actor).execute(trx)
  const role = found.rows[0]?.role ?? fail('NOT_FOUND')
  if (!isAdminRole(role)) fail('FORBIDDEN')
}

/**
 * The same for changes: locks the editor's membership until the transaction ends. A concurrent removal or demotion waits for this change,
 * or this change sees its result, so that a former admin can't change anything.
 */
export async function lockAccountEditor(trx: Transaction, actor: Actor): Promise<void> {
  const found = await sql<Membership>`${roleQuery(actor)} for share of membership`.execute(trx)
  const role = found.rows[0]?.role ?? fail('NOT_FOUND')
  if (!isAdminRole(role)) fail('FORBIDDEN')
}

/** Selects the membership of a person who has joined an account that is neither deleted nor suspended; for `exists` and for locking. */
export const membershipOf = (accountId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`
  select from membership join account on account.id = membership.account_id
  where membership.account_id = ${accountId} and membership.user_id = ${userId}
    and membership.status <> 'INVITED' and account.deleted_at is null and account.suspended_at is null`

/** Returns those of the given people who are not (or no longer) members of their account, or whose account is suspended, in one query. */
export async function outsidersAmong(database: Database, people: readonly Actor[]): Promise<Actor[]> {
  const found = await sql<Actor>`
    select account_id as "accountId", user_id as "userId"
    from unnest(${people.map((one) => one.accountId)}::text[], ${people.map((one) => one.userId)}::text[])
      as person (account_id, user_id)
    where not exists (
      select from membership join account on account.id = membership.account_id
      where membership.account_id = person.account_id and membership.user_id = person.user_id
        and membership.status <> 'INVITED' and account.deleted_at is null and account.suspended_at is null)`.execute(
    database.kysely,
  )
  return found.rows
}
