import { type AccountRole, isAdminRole, type UserId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../access.ts'

/**
 * Returns the roles of the actor and another member, locked until the transaction ends. Locks rows in the order of ids, so that
 * two people who act on each other wait and the second sees the first's change. Throws NOT_FOUND unless both are in the account.
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

/** The same, for admins only. */
export async function lockAsAdmin(trx: Transaction, actor: Actor, userId: UserId) {
  const roles = await lockMembers(trx, actor, userId)
  return isAdminRole(roles.actorRole) ? roles : fail('FORBIDDEN')
}
