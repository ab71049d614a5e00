import type { AccountId, UserId } from '@atrium/contract'
import type { Database, Transaction } from '../platform/database/index.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/**
 * A user's deletion, until when it can be undone, and the accounts that go with them. `isBySystem`: a system administrator deleted
 * them, and only system administrators can undo it.
 */
export type Deletion = { requestedAt: Date; eraseAt: Date; accountIds: AccountId[]; isBySystem: boolean }

const columns = [
  'requested_at as requestedAt',
  'erase_at as eraseAt',
  'account_ids as accountIds',
  'by_system as isBySystem',
] as const

/** Returns the user's deletion if it can be undone, else null. */
export async function deletionOf(database: Queryable, userId: UserId): Promise<Deletion | null> {
  const row = await database
    .selectFrom('user_deletion')
    .select(columns)
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Stores a deletion and returns whether it was the first; a concurrent second request changes nothing. */
export async function noteDeletion(
  transaction: Transaction,
  userId: UserId,
  { requestedAt, eraseAt, accountIds, isBySystem }: Deletion,
): Promise<boolean> {
  const noted = await transaction
    .insertInto('user_deletion')
    .values({
      user_id: userId,
      requested_at: requestedAt,
      erase_at: eraseAt,
      account_ids: accountIds,
      by_system: isBySystem,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Undoes a deletion of this kind and returns it; null when there is none to undo. */
export async function cancelDeletion(
  transaction: Transaction,
  userId: UserId,
  { isBySystem }: Pick<Deletion, 'isBySystem'>,
): Promise<Deletion | null> {
  const row = await transaction
    .deleteFrom('user_deletion')
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .where('by_system', '=', isBySystem)
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}
