import { type AccountRole, isAdminRole, type UserId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'

/**
 * What the actor and another member are, locked until the transaction ends. Rows are locked in the order of their ids, so that
 * two people who act on each other at once wait for one another and the second finds what the first has done. Who is not in the
 * account gets NOT_FOUND, for themselves and for others alike.
 */
export async function lockMembers(
  trx: Transaction,
  actor: Actor,
  userId: UserId,
): Promise<{ actorRole: AccountRole; role: AccountRole }> {
  const rows = await trx
    .selectFrom('membership')
    .select(['user_id', 'role'])
    .where('account_id', '=', actor.accountId)
    .where('user_id', 'in', [actor.userId, userId])
    .where('status', '<>', 'INVITED')
    .orderBy('user_id')
    .forUpdate()
    .execute()
  const roleOf = (id: UserId) => rows.find((row) => row.user_id === id)?.role ?? fail('NOT_FOUND')
  return { actorRole: roleOf(actor.userId), role: roleOf(userId) }
}

/** The same for an admin; others are refused. */
export async function lockAsAdmin(trx: Transaction, actor: Actor, userId: UserId) {
  const roles = await lockMembers(trx, actor, userId)
  return isAdminRole(roles.actorRole) ? roles : fail('FORBIDDEN')
}
