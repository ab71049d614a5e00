import {
  type Account,
  type AccountRole,
  type InviteId,
  isAdminRole,
  type Member,
  type MemberStatus,
  type UserId,
} from '@atrium/contract'
import { presentPlan } from './plan.ts'
import type { AccountRow } from './queries.ts'
import type { Plans } from './read-plans.ts'

/** An account as the interface knows it. `mainApiUrl` is where browsers reach the main API, without a slash at its end. */
export const presentAccount = (
  row: AccountRow,
  { plans, mainApiUrl }: { plans: Plans; mainApiUrl: string },
): Account => ({
  id: row.id,
  name: row.name,
  logoUrl: logoUrlOf(row.logoFilename, mainApiUrl),
  subscriptionPlan: presentPlan(plans.named(row.planName)),
  role: { name: row.role },
  memberCount: row.memberCount,
})

export const logoUrlOf = (logoFilename: string | null, mainApiUrl: string) =>
  logoFilename && `${mainApiUrl}/files/logo/${logoFilename}`

/** A member or an invitation as the query of the list gives it. */
export type MemberRow = {
  userId: UserId | null
  inviteId: InviteId | null
  firstName: string
  lastName: string
  email: string
  picture: string | null
  role: AccountRole
  status: MemberStatus
  joinedAt: Date
  expiresAt: Date | null
  monthlyCreditLimitMilli: number | null
}

/** A member as one who may see the list sees them: limits are for admins, and for whom they bind. */
export const presentMember = (row: MemberRow, viewer: { userId: UserId; role: AccountRole }): Member => {
  const seesLimit = isAdminRole(viewer.role) || viewer.userId === row.userId
  return {
    id: row.userId,
    inviteId: row.inviteId,
    firstName: row.firstName,
    lastName: row.lastName,
    userName: row.email,
    profilePicture: row.picture,
    role: { name: row.role },
    status: row.status,
    joinedAt: row.joinedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    monthlyCreditLimit:
      seesLimit && row.monthlyCreditLimitMilli !== null ? row.monthlyCreditLimitMilli / 1000 : null,
  }
}
