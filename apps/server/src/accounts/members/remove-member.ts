import type { UserId } from '@atrium/contract'
import type { RevokedAccess } from '../../live/index.ts'
import { type Database, inTenant, retryable, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../access.ts'
import { writeAudit } from '../audit.ts'
import { endInvitesOf } from '../invites/end-invites-of.ts'
import { lockAsAdmin, lockMembers } from './lock-members.ts'

export type LeavingPorts = {
  database: Database
  /** Other nouns' steps before a person leaves, in the same transaction: their rooms get another owner. */
  onLeaving: readonly ((trx: Transaction, leaving: Actor) => Promise<void>)[]
  /** Closes what the person has open; called after the commit. */
  onAccessRevoked(revoked: RevokedAccess): void
}

/**
 * Removes a member; for admins. Their shared content and questions stay; with the commit their access ends and open streams
 * close. The owner cannot be removed. A removed person can't return by a public link.
 */
export async function removeMember(ports: LeavingPorts, actor: Actor, userId: UserId): Promise<void> {
  await takeOut(ports, { ...actor, userId }, async (trx) => {
    const { role } = await lockAsAdmin(trx, actor, userId)
    if (role === 'owner') fail('LAST_OWNER')
    await trx
      .insertInto('removed_member')
      .values({ account_id: actor.accountId, user_id: userId })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'user_id']).doUpdateSet({ removed_at: new Date() }),
      )
      .execute()
    await audit(trx, actor, userId)
    await endInvitesOf(trx, { ...actor, userId }, { by: actor.userId, because: 'admin-removed' })
  })
}

/** Leaves an account, for everybody but its owner. */
export async function leaveAccount(ports: LeavingPorts, actor: Actor): Promise<void> {
  await takeOut(ports, actor, async (trx) => {
    const { role } = await lockMembers(trx, actor, actor.userId)
    if (role === 'owner') fail('LAST_OWNER')
    await audit(trx, actor, actor.userId)
    await endInvitesOf(trx, actor, { by: actor.userId, because: 'admin-left' })
  })
}

async function takeOut(ports: LeavingPorts, leaving: Actor, allow: (trx: Transaction) => Promise<void>) {
  await retryable(() =>
    inTenant(ports.database, leaving, async (trx) => {
      await allow(trx)
      for (const see of ports.onLeaving) await see(trx, leaving)
      await trx
        .deleteFrom('membership')
        .where('account_id', '=', leaving.accountId)
        .where('user_id', '=', leaving.userId)
        .execute()
    }),
  )
  ports.onAccessRevoked({ accountId: leaving.accountId, userId: leaving.userId })
}

async function audit(trx: Transaction, actor: Actor, userId: UserId) {
  const email = await trx
    .selectFrom('identity_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  await writeAudit(trx, {
    accountId: actor.accountId,
    actorId: actor.userId,
    action: actor.userId === userId ? 'member.left' : 'member.removed',
    objectType: 'member',
    objectId: userId,
    details: { email: email?.email ?? null },
  })
}
