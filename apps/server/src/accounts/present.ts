import {
  type Account,
  type AccountRole,
  type InviteId,
  isAdminRole,
  type Member,
  type MemberStatus,
  type UserId,
  userTypeOf,
} from '@atrium/contract'
import { presentPlan } from './plan.ts'
import type { AccountRow } from './queries.ts'
import type { Plans } from './read-plans.ts'

/**
 * An account as the interface sees it. `mainApiUrl` is the public address of the main API, without a trailing slash; `ownerEmail`
 * distinguishes it from a look-alike account of the same person.
 */
export const presentAccount = (
  row: AccountRow,
  { plans, mainApiUrl }: { plans: Plans; mainApiUrl: string },
  ownerEmail: string | null = null,
): Account => {
  const subscriptionPlan = presentPlan(plans.named(row.planName))
  return {
    id: row.id,
    name: row.name,
    logoUrl: logoUrlOf(row.logoFilename, mainApiUrl),
    subscriptionPlan,
    role: { name: row.role },
    userType: userTypeOf(row.role, subscriptionPlan),
    memberCount: row.memberCount,
    ownerEmail,
    suspendedReason: row.suspendedReason,
  }
}

export const logoUrlOf = (logoFilename: string | null, mainApiUrl: string) =>
  logoFilename && `${mainApiUrl}/files/logo/${logoFilename}`

/** A member or an invitation as the list query returns it. */
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
  monthlyExtraMilli: number
}

/** A member as a viewer of the list sees them: limits are visible to admins and to the member. */
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
    monthlyExtraCredits: seesLimit ? row.monthlyExtraMilli / 1000 : 0,
  }
}
