import type { AccountRole, Member, UserId } from '@atrium/contract'
import { type Database, inTenant, retryable, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'
import { writeAudit } from './audit.ts'
import { memberOf } from './list-members.ts'
import { lockAsAdmin } from './lock-members.ts'

export type ChangePorts = {
  database: Database
  /** Tells somebody's open browsers that they are something else in the account; called when it is true. */
  onRoleChanged(member: Actor): void
}

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
export async function changeMember(
  { database, onRoleChanged }: ChangePorts,
  actor: Actor,
  change: MemberChange,
): Promise<Member> {
  const { member, changed } = await retryable(() =>
    inTenant(database, actor, async (trx) => {
      const roles = await lockAsAdmin(trx, actor, change.userId)
      const { userId, role: wanted } = change
      const changed =
        wanted !== undefined && wanted !== roles.role
          ? await changeRole(trx, actor, { ...roles, userId, wanted })
          : []
      if (change.monthlyCreditLimit !== undefined)
        await changeLimit(trx, actor, userId, change.monthlyCreditLimit)
      const member = await memberOf(trx, { ...actor, role: 'admin' }, userId)
      return { member: member ?? fail('NOT_FOUND'), changed }
    }),
  )
  for (const userId of changed) onRoleChanged({ accountId: actor.accountId, userId })
  return member
}

type RoleChange = { userId: UserId; actorRole: AccountRole; role: AccountRole; wanted: AccountRole }

/** Returns who is something else now. */
async function changeRole(
  trx: Transaction,
  actor: Actor,
  { userId, actorRole, role, wanted }: RoleChange,
): Promise<UserId[]> {
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
  return wanted === 'owner' ? [userId, actor.userId] : [userId]
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
