import type { AccountId, UserId } from '@atrium/contract'
import type { Database, Transaction } from '../platform/database/index.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/** A user's requested deletion, until when they can undo it, and the accounts that go with them. */
export type Deletion = { requestedAt: Date; eraseAt: Date; accountIds: AccountId[] }

/** Returns the user's deletion if it can be undone, else null. */
export async function deletionOf(database: Queryable, userId: UserId): Promise<Deletion | null> {
  const row = await database
    .selectFrom('user_deletion')
    .select(['requested_at as requestedAt', 'erase_at as eraseAt', 'account_ids as accountIds'])
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Stores a deletion and returns whether it was the first; a concurrent second request changes nothing. */
export async function noteDeletion(
  transaction: Transaction,
  userId: UserId,
  { requestedAt, eraseAt, accountIds }: Deletion,
): Promise<boolean> {
  const noted = await transaction
    .insertInto('user_deletion')
    .values({ user_id: userId, requested_at: requestedAt, erase_at: eraseAt, account_ids: accountIds })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Undoes a deletion and returns it; null when there is none to undo. */
export async function takeBackDeletion(transaction: Transaction, userId: UserId): Promise<Deletion | null> {
  const row = await transaction
    .deleteFrom('user_deletion')
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .returning(['requested_at as requestedAt', 'erase_at as eraseAt', 'account_ids as accountIds'])
    .executeTakeFirst()
  return row ?? null
}
