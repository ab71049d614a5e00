import { z } from 'zod'
import { AccountRole } from './accounts.ts'
import { dataPageReply, dataReply, endpoint, pageNumber } from './endpoint.ts'
import { AccountId, InviteId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { Text } from './text.ts'

/** ACCEPTED: joined through an invitation by email; JOINED: as creator, through a public link or for the domain. */
export const memberStatuses = ['INVITED', 'JOINED', 'ACCEPTED'] as const
export const MemberStatus = z.enum(memberStatuses)
export type MemberStatus = z.infer<typeof MemberStatus>

/** Somebody who belongs to an account, or (INVITED) was asked to: the latter has an `inviteId` and perhaps no user yet. */
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
  /** When the invitation ends; null for members. */
  expiresAt: z.iso.datetime().nullable(),
  /** Credits that they may use in a month; null without a limit, and for all but admins and themselves. */
  monthlyCreditLimit: z.number().nullable(),
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
  summary: 'The members of the account; admins also see whom it has invited.',
  params: ofAccount,
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.memberPageSize, limits.listPageSizeMost),
    /** Words, each of which is in the name or the address; accents and capitals do not count. */
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
    "Changes a member's role or monthly credit limit (credits; null takes it away). Making somebody else the owner hands the account over: only its owner can, and stays as admin.",
  params: ofAccount,
  body: z
    .strictObject({
      userId: UserId,
      role: AccountRole.optional(),
      monthlyCreditLimit: z.number().min(0).max(1_000_000_000).multipleOf(0.001).nullable().optional(),
    })
    .refine(
      ({ role, monthlyCreditLimit }) => role !== undefined || monthlyCreditLimit !== undefined,
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
    'Removes a member: what they shared stays, their access ends at once. They can come back by an invitation of their own.',
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
  summary: 'Leaves the account. Its owner hands it over first.',
  params: ofAccount,
  reply: { json: dataReply(z.strictObject({ userId: UserId })) },
  errors: ['NOT_A_MEMBER', 'LAST_OWNER'],
  idempotency: 'key',
})
export const memberEndpoints = { listMembers, changeMember, removeMember, leaveAccount }
