import type { AccountId, UserId } from '@atrium/contract'
import { type Database, inTenant, retryable, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'
import { writeAudit } from './audit.ts'
import { lockAsAdmin, lockMembers } from './lock-members.ts'

/** Whose right to what ended: in a room of the account, in the account, or (no user) everybody's in it. */
export type AccessTaken = { accountId: AccountId; userId?: UserId; roomId?: string }

export type LeavingPorts = {
  database: Database
  /** What other nouns must see to before somebody is gone, in the same transaction: their rooms find another owner. */
  onLeaving: readonly ((trx: Transaction, leaving: Actor) => Promise<void>)[]
  /** Ends what is open for the person; called when it is true. */
  onAccessTaken(taken: AccessTaken): void
}

/**
 * Removes a member; for admins. What they shared and asked stays; every right of theirs ends with the commit, and what they
 * have open is cut. The owner cannot be removed. Who was removed does not come back by a public link.
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
  })
}

/** Leaves an account by one's own will, as everybody but its owner may. */
export async function leaveAccount(ports: LeavingPorts, actor: Actor): Promise<void> {
  await takeOut(ports, actor, async (trx) => {
    const { role } = await lockMembers(trx, actor, actor.userId)
    if (role === 'owner') fail('LAST_OWNER')
    await audit(trx, actor, actor.userId)
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
  ports.onAccessTaken({ accountId: leaving.accountId, userId: leaving.userId })
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
