import { z } from 'zod'
import { AccountRole } from './accounts.ts'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { AccountId, InviteId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'

/** ACCEPTED: joined by an invitation by email; JOINED: as creator, by a public link or by domain. */
export const memberStatuses = ['INVITED', 'JOINED', 'ACCEPTED'] as const
export const MemberStatus = z.enum(memberStatuses)
export type MemberStatus = z.infer<typeof MemberStatus>

/** A member of an account or (INVITED) a person with an open invitation, who has an `inviteId` and possibly no user yet. */
export const Member = z.strictObject({
  id: UserId.nullable(),
  inviteId: InviteId.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  /** The email address. */
  userName: z.string(),
  profilePicture: z.string().nullable(),
  role: z.strictObject({ name: AccountRole }),
  status: MemberStatus,
  /** When they joined, or were invited. */
  joinedAt: z.iso.datetime(),
  /** When the invitation expires; null for members. */
  expiresAt: z.iso.datetime().nullable(),
  /** Maximum credits per month; null without a limit, and for everybody but admins and themselves. */
  monthlyCreditLimit: z.number().nullable(),
  /** Credits each month beside the plan's share, which also extend the limit; 0 for everybody but admins and themselves. */
  monthlyExtraCredits: z.number(),
})
export type Member = z.infer<typeof Member>

export const memberSortKeys = ['name', 'email', 'role', 'status', 'joined'] as const
export const MemberSortKey = z.enum(memberSortKeys)
export type MemberSortKey = z.infer<typeof MemberSortKey>
export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

const ofAccount = z.strictObject({ id: AccountId })

export const listMembers = endpoint({
  name: 'listMembers',
  host: 'main',
  method: 'GET',
  path: '/user/teams/members/:id',
  caller: 'account-member',
  summary: 'Lists the members of the account, for admins including invited people.',
  params: ofAccount,
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.memberPageSize, limits.listPageSizeMost),
    /** Words that must each be in the name or the address; ignores accents and case. */
    search: Text(limits.memberSearchCharacters).optional(),
    sort_by: MemberSortKey.default('name'),
    order: SortOrder.default('asc'),
  }),
  reply: { json: dataPageReply(Member) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const changeMember = endpoint({
  name: 'changeMember',
  host: 'main',
  method: 'PATCH',
  path: '/user/teams/members/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Changes a member's role, monthly credit limit (credits; null removes it), or additional credits per month. Making another member the owner transfers the account: only its owner can, and stays as admin.",
  params: ofAccount,
  body: z
    .strictObject({
      userId: UserId,
      role: AccountRole.optional(),
      monthlyCreditLimit: z.number().min(0).max(1_000_000_000).multipleOf(0.001).nullable().optional(),
      /** In addition to the plan's share and to the limit. A reduction applies from next month. */
      monthlyExtraCredits: z.int().min(0).max(limits.monthlyExtraCreditsMax).optional(),
    })
    .refine(
      ({ role, monthlyCreditLimit, monthlyExtraCredits }) =>
        role !== undefined || monthlyCreditLimit !== undefined || monthlyExtraCredits !== undefined,
      'Say what is to change.',
    ),
  reply: { json: dataReply(Member) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER'],
  idempotency: 'key',
})
export const removeMember = endpoint({
  name: 'removeMember',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/members/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Removes a member: their shared content stays, their access ends at once. They can return by an invitation of their own.',
  params: ofAccount,
  query: z.strictObject({ userId: UserId }),
  reply: { json: dataReply(z.strictObject({ userId: UserId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER'],
  idempotency: 'key',
})
export const leaveAccount = endpoint({
  name: 'leaveAccount',
  host: 'main',
  method: 'POST',
  path: '/user/teams/leave/:id',
  caller: 'account-member',
  summary: 'Leaves the account. Its owner must transfer it first.',
  params: ofAccount,
  reply: { json: dataReply(z.strictObject({ userId: UserId })) },
  errors: ['NOT_A_MEMBER', 'LAST_OWNER'],
  idempotency: 'key',
})
export const memberEndpoints = { listMembers, changeMember, removeMember, leaveAccount }
