import { type Language, limits, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { noteDeletion } from '../../identity/index.ts'
import { advisoryLock, type Transaction } from '../../platform/database/index.ts'
import type { UserPorts } from '../ports.ts'
import { deleteWithUser, ownedAccounts } from './accounts-of-user.ts'

export const eraseAtFrom = (now: Date): Date =>
  new Date(now.getTime() + limits.userUndoDays * 24 * 60 * 60 * 1000)

/** The day of the erasure in a person's language and time zone. */
export const eraseDateFor = (
  { language, timeZone }: { language: Language | null; timeZone: string | null },
  eraseAt: Date,
): string =>
  new Intl.DateTimeFormat(language ?? 'en', { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(
    eraseAt,
  )

type Wanted = { userId: UserId; requestedAt: Date; isBySystem: boolean }

/**
 * Deletes a user until `eraseAtFrom`: their activity ends, and accounts that are theirs alone are deleted with them. Changes nothing
 * while an account of theirs has other members, or when they are being deleted already. The caller ends their sessions.
 */
export async function deleteUser(
  trx: Transaction,
  { endActivity }: Pick<UserPorts, 'endActivity'>,
  { userId, requestedAt, isBySystem }: Wanted,
): Promise<'deleted' | 'owns-shared-account' | 'already-deleted'> {
  await advisoryLock(trx, `accounts owned by ${userId}`)
  const owned = await ownedAccounts(trx, userId)
  if (owned.some(({ memberCount }) => memberCount > 1)) return 'owns-shared-account'
  const accountIds = owned.map(({ id }) => id)
  const eraseAt = eraseAtFrom(requestedAt)
  if (!(await noteDeletion(trx, userId, { requestedAt, eraseAt, accountIds, isBySystem })))
    return 'already-deleted'
  await deleteWithUser(trx, accountIds, requestedAt)
  const found = await sql<{ accountId: `account_${string}` }>`
    select account_id as "accountId" from membership where user_id = ${userId}`.execute(trx)
  for (const { accountId } of found.rows) await endActivity(trx, { accountId, userId })
  return 'deleted'
}
