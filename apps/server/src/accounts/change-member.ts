import type { AccountRole, Member, UserId } from '@atrium/contract'
import { type Database, inTenant, retryable, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'
import { writeAudit } from './audit.ts'
import { memberOf } from './list-members.ts'
import { lockAsAdmin } from './lock-members.ts'

export type MemberChange = {
  userId: UserId
  role?: AccountRole | undefined
  /** Credits in a month; null: no limit. */
  monthlyCreditLimit?: number | null | undefined
}

/**
 * Changes what a member is, or what they may use in a month; for admins. The owner stays owner until they hand the account over
 * (role `owner` for somebody else), and is its admin from then on: there is exactly one owner at any time.
 */
export function changeMember(database: Database, actor: Actor, change: MemberChange): Promise<Member> {
  return retryable(() =>
    inTenant(database, actor, async (trx) => {
      const roles = await lockAsAdmin(trx, actor, change.userId)
      if (change.role !== undefined && change.role !== roles.role)
        await changeRole(trx, actor, { ...roles, userId: change.userId, wanted: change.role })
      if (change.monthlyCreditLimit !== undefined)
        await changeLimit(trx, actor, change.userId, change.monthlyCreditLimit)
      return (await memberOf(trx, { ...actor, role: 'admin' }, change.userId)) ?? fail('NOT_FOUND')
    }),
  )
}

type RoleChange = { userId: UserId; actorRole: AccountRole; role: AccountRole; wanted: AccountRole }

async function changeRole(
  trx: Transaction,
  actor: Actor,
  { userId, actorRole, role, wanted }: RoleChange,
): Promise<void> {
  if (role === 'owner') fail('LAST_OWNER')
  if (wanted === 'owner') {
    if (actorRole !== 'owner') fail('FORBIDDEN')
    // The former owner first: the database knows of no moment with two.
    await setRole(trx, actor, actor.userId, 'admin')
  }
  await setRole(trx, actor, userId, wanted)
  await writeAudit(trx, {
    accountId: actor.accountId,
    actorId: actor.userId,
    action: wanted === 'owner' ? 'owner.changed' : 'member.role-changed',
    objectType: 'member',
    objectId: userId,
    details: { from: role, to: wanted },
  })
}

async function setRole(trx: Transaction, { accountId }: Actor, userId: UserId, role: AccountRole) {
  await trx
    .updateTable('membership')
    .set({ role })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

async function changeLimit(trx: Transaction, actor: Actor, userId: UserId, limit: number | null) {
  await trx
    .updateTable('membership')
    .set({ monthly_credit_limit_milli: limit === null ? null : Math.round(limit * 1000) })
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', userId)
    .execute()
  await writeAudit(trx, {
    accountId: actor.accountId,
    actorId: actor.userId,
    action: 'member.limit-changed',
    objectType: 'member',
    objectId: userId,
    details: { to: limit },
  })
}
