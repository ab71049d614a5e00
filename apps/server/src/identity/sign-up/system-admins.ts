import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { advisoryLock, type Database, type Transaction } from '../../platform/database/index.ts'

/**
 * Returns whether a person is a system administrator: has a confirmed email address in `ATRIUM_ADMINS`, or was granted the role
 * in the database. Queried on each call, so that no browser or token outlasts a change.
 */
export async function isSystemAdmin(
  { kysely }: Database,
  admins: readonly string[],
  userId: UserId,
): Promise<boolean> {
  const found = await kysely
    .selectFrom('identity_user')
    .leftJoin('system_admin', 'system_admin.user_id', 'identity_user.id')
    .select(['email', 'system_admin.user_id as grantedTo'])
    .where('identity_user.id', '=', userId)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  return found !== undefined && (found.grantedTo !== null || admins.includes(found.email.toLowerCase()))
}

/** Grants the role; idempotent. */
export async function grantSystemAdmin(
  transaction: Transaction,
  userId: UserId,
  source: 'setup-link' | 'command' | 'page',
): Promise<void> {
  await transaction
    .insertInto('system_admin')
    .values({ user_id: userId, source })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/**
 * Returns the system administrators who can sign in, by ATRIUM_ADMINS (`admins`) or by a grant. Locks the list until the
 * transaction ends.
 */
export async function lockSystemAdmins(
  transaction: Transaction,
  admins: readonly string[],
): Promise<{ userId: UserId; isByEnvironment: boolean }[]> {
  await advisoryLock(transaction, 'identity: system administrators')
  const { rows } = await sql<{ userId: UserId; isByEnvironment: boolean }>`
    select id as "userId", lower(email) = any(${[...admins]}::text[]) as "isByEnvironment" from identity_user
    where email_verified
      and (lower(email) = any(${[...admins]}::text[]) or exists (select from system_admin where user_id = identity_user.id))
      and not exists (select from user_deletion where user_id = identity_user.id)`.execute(transaction)
  return rows
}

export async function revokeSystemAdmin(transaction: Transaction, userId: UserId): Promise<void> {
  await transaction.deleteFrom('system_admin').where('user_id', '=', userId).execute()
}
