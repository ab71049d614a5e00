import { type AccountRole, isAdminRole, type Member, type UserId } from '@atrium/contract'
import { type Database, inTenant, retryable, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../access.ts'
import { writeAudit } from '../audit.ts'
import { endInvitesOf } from '../invites/end-invites-of.ts'
import { memberOf } from './list-members.ts'
import { lockAsAdmin } from './lock-members.ts'

export type ChangePorts = {
  database: Database
  /** Notifies a person's open browsers of their new role; called after the commit. */
  onRoleChanged(member: Actor): void
  /** Grants this month's additional credits after a raise, in the transaction of the change. */
  onExtraRaised(trx: Transaction, member: Actor): Promise<void>
}

export type MemberChange = {
  userId: UserId
  role?: AccountRole | undefined
  /** Credits per month; null: no limit. */
  monthlyCreditLimit?: number | null | undefined
  /** Credits each month in addition to the plan's share. */
  monthlyExtraCredits?: number | undefined
}

/**
 * Changes a member's role, monthly limit or additional monthly credits; for admins. The role `owner` transfers the account, and the former
 * owner becomes an admin: there is always exactly one owner.
 */
export async function changeMember(
  { database, onRoleChanged, onExtraRaised }: ChangePorts,
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
      if (change.monthlyExtraCredits !== undefined) {
        await changeExtra(trx, actor, userId, change.monthlyExtraCredits)
        await onExtraRaised(trx, { accountId: actor.accountId, userId })
      }
      const member = await memberOf(trx, { ...actor, role: 'admin' }, userId)
      return { member: member ?? fail('NOT_FOUND'), changed }
    }),
  )
  for (const userId of changed) onRoleChanged({ accountId: actor.accountId, userId })
  return member
}

type RoleChange = { userId: UserId; actorRole: AccountRole; role: AccountRole; wanted: AccountRole }

/** Returns the people whose role changed. */
async function changeRole(
  trx: Transaction,
  actor: Actor,
  { userId, actorRole, role, wanted }: RoleChange,
): Promise<UserId[]> {
  if (role === 'owner') fail('LAST_OWNER')
  if (wanted === 'owner') {
    if (actorRole !== 'owner') fail('FORBIDDEN')
    // The former owner first: the database never allows two.
    await setRole(trx, actor, actor.userId, 'admin')
  }
  await setRole(trx, actor, userId, wanted)
  if (!isAdminRole(wanted))
    await endInvitesOf(trx, { ...actor, userId }, { by: actor.userId, because: 'admin-demoted' })
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

async function changeExtra(trx: Transaction, actor: Actor, userId: UserId, credits: number) {
  await trx
    .updateTable('membership')
    .set({ monthly_extra_milli: credits * 1000 })
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', userId)
    .execute()
  await writeAudit(trx, {
    accountId: actor.accountId,
    actorId: actor.userId,
    action: 'member.extra-changed',
    objectType: 'member',
    objectId: userId,
    details: { to: credits },
  })
}
