import { z } from 'zod'
import { Account, AccountRole } from './accounts.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { AccountId, InviteId, LinkId } from './ids.ts'
import { limits } from './limits.ts'
import { Email, Text } from './text.ts'

/** What somebody may be invited as; the owner is made by handing the account over. */
export const InvitedRole = AccountRole.exclude(['owner'])
export type InvitedRole = z.infer<typeof InvitedRole>

/** An account that the caller may join: asked by email, or because it takes everybody of their address's domain. */
export const PendingInvite = z.strictObject({
  kind: z.enum(['email', 'domain']),
  inviteId: InviteId.nullable(),
  accountId: AccountId,
  accountName: z.string(),
  logoUrl: z.string().nullable(),
  /** First name and the last name's initial; null for a domain, or when the inviter is gone. */
  inviterName: z.string().nullable(),
  memberCount: z.int(),
  role: z.strictObject({ name: AccountRole }),
  expiresAt: z.iso.datetime().nullable(),
})
export type PendingInvite = z.infer<typeof PendingInvite>

const ofAccount = z.strictObject({ id: AccountId })
const joined = dataReply(z.strictObject({ account: Account }))

export const listInvites = endpoint({
  name: 'listInvites',
  host: 'main',
  method: 'GET',
  path: '/user/teams/invites',
  caller: 'accepted-terms',
  summary: 'The accounts that the caller is invited to or may join for their domain, newest first.',
  reply: { json: dataReply(z.array(PendingInvite)) },
  errors: [],
})
export const acceptInvite = endpoint({
  name: 'acceptInvite',
  host: 'main',
  method: 'POST',
  path: '/user/teams/invites',
  caller: 'accepted-terms',
  summary: 'Accepts an invitation that listInvites shows: by its id, or by the account for a domain.',
  body: z
    .strictObject({ inviteId: InviteId.optional(), accountId: AccountId.optional() })
    .refine(
      ({ inviteId, accountId }) => (inviteId === undefined) !== (accountId === undefined),
      'Name either the invitation or the account.',
    ),
  reply: { json: joined },
  errors: ['INVALID_INPUT', 'INVITE_NOT_VALID', 'INVITE_FOR_ANOTHER_ADDRESS'],
  idempotency: 'key',
})
export const declineInvite = endpoint({
  name: 'declineInvite',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/invites',
  caller: 'accepted-terms',
  summary: 'Declines an invitation by email.',
  query: z.strictObject({ inviteId: InviteId }),
  reply: { json: dataReply(z.strictObject({ inviteId: InviteId })) },
  errors: ['INVALID_INPUT', 'INVITE_NOT_VALID', 'INVITE_FOR_ANOTHER_ADDRESS'],
  idempotency: 'key',
})

export const SentInvite = z.strictObject({
  inviteId: InviteId,
  email: z.string(),
  role: z.strictObject({ name: AccountRole }),
  expiresAt: z.iso.datetime(),
})
export type SentInvite = z.infer<typeof SentInvite>

export const inviteMember = endpoint({
  name: 'inviteMember',
  host: 'main',
  method: 'POST',
  path: '/user/teams/members/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: `Invites one person by email; the invitation is good for ${limits.inviteLifeDays} days.`,
  params: ofAccount,
  body: z.strictObject({ email: Email, role: InvitedRole.default('member') }),
  reply: { status: 201, json: dataReply(SentInvite) },
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'FORBIDDEN',
    'ALREADY_A_MEMBER',
    'ALREADY_INVITED',
    'TOO_MANY_INVITES',
    'RATE_LIMITED',
  ],
  idempotency: 'key',
})

/** What became of a line: `valid` when only looked at, else `invited`, or why nobody was. */
export const inviteLineOutcomes = [
  'valid',
  'invited',
  'heading',
  'not-an-address',
  'several-addresses',
  'unknown-role',
  'twice-in-list',
  'already-a-member',
  'already-invited',
  'too-many-mails',
] as const
export const InviteLineOutcome = z.enum(inviteLineOutcomes)
export type InviteLineOutcome = z.infer<typeof InviteLineOutcome>
export const InviteLine = z.strictObject({
  /** Counted from 1, blank lines included. */
  line: z.int(),
  text: z.string(),
  email: z.string().nullable(),
  role: InvitedRole.nullable(),
  outcome: InviteLineOutcome,
})
export type InviteLine = z.infer<typeof InviteLine>

export const inviteMany = endpoint({
  name: 'inviteMany',
  host: 'main',
  method: 'POST',
  path: '/user/teams/invites/bulk/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Invites the people of a list, one a line: an address, or cells (by comma, semicolon or tab) with an address and perhaps a role. Lines that are right are sent, the others told with their reason; with `preview` nothing is sent.',
  params: ofAccount,
  body: z.strictObject({
    lines: z
      .array(Text(500))
      .min(1, 'There is no line.')
      .max(limits.inviteLinesAtMost, `A list can have at most ${limits.inviteLinesAtMost} lines.`),
    /** For lines that name none. */
    role: InvitedRole.default('member'),
    preview: z.boolean().default(false),
  }),
  reply: {
    json: dataReply(
      z.strictObject({ invitedCount: z.int(), refusedCount: z.int(), lines: z.array(InviteLine) }),
    ),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_INVITES'],
  idempotency: 'key',
  bodyLimitBytes: 1024 * 1024,
})
export const resendInvite = endpoint({
  name: 'resendInvite',
  host: 'main',
  method: 'POST',
  path: '/user/teams/invites/resend/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Sends an invitation again, with a new link and a new expiry; the former link ends.',
  params: ofAccount,
  body: z.strictObject({ inviteId: InviteId }),
  reply: { json: dataReply(SentInvite) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
  idempotency: 'key',
})
export const withdrawInvite = endpoint({
  name: 'withdrawInvite',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/invites/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Takes an invitation back: neither its link nor the accounts screen leads anywhere any more.',
  params: ofAccount,
  query: z.strictObject({ inviteId: InviteId }),
  reply: { json: dataReply(z.strictObject({ inviteId: InviteId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})

export const InviteLink = z.strictObject({
  linkId: LinkId,
  /** Who made it; null when they are gone. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** How many may join by it; null: any number. */
  useLimit: z.int().nullable(),
  useCount: z.int(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(['open', 'expired', 'used-up', 'revoked']),
})
export type InviteLink = z.infer<typeof InviteLink>

export const createInviteLink = endpoint({
  name: 'createInviteLink',
  host: 'main',
  method: 'POST',
  path: '/public-invite',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Makes a public link by which people join the account (header Workspace-Id) as members. Its address is shown this once: only a hash of it is kept.',
  body: z.strictObject({
    expiresInDays: z.int().min(1).max(limits.inviteLinkLifeDaysMost).default(7),
    useLimit: z.int().min(1).max(limits.inviteLinkUsesMost).nullable().default(null),
  }),
  reply: {
    status: 201,
    json: dataReply(z.strictObject({ link: InviteLink, token: z.string(), url: z.string() })),
  },
  errors: ['INVALID_INPUT', 'ACCOUNT_REQUIRED', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_INVITES'],
  idempotency: 'key',
})
export const listInviteLinks = endpoint({
  name: 'listInviteLinks',
  host: 'main',
  method: 'GET',
  path: '/public-invite',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'The public links of the account (header Workspace-Id), newest first, without their addresses.',
  reply: { json: dataReply(z.array(InviteLink)) },
  errors: ['ACCOUNT_REQUIRED', 'NOT_FOUND', 'FORBIDDEN'],
})
export const revokeInviteLink = endpoint({
  name: 'revokeInviteLink',
  host: 'main',
  method: 'DELETE',
  path: '/public-invite/:linkId',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Takes a public link back.',
  params: z.strictObject({ linkId: LinkId }),
  reply: { json: dataReply(z.strictObject({ linkId: LinkId })) },
  errors: ['INVALID_INPUT', 'ACCOUNT_REQUIRED', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})

/** The token of a mailed invitation or a public link: 32 random bytes. */
export const InviteToken = z.string().regex(/^[\w-]{43}$/, 'This is not the token of an invitation.')

export const showInvite = endpoint({
  name: 'showInvite',
  host: 'main',
  method: 'GET',
  path: '/public-invite/join/:token',
  caller: 'anyone',
  summary: 'What one would join by a public link or a mailed invitation. Joins nothing.',
  params: z.strictObject({ token: InviteToken }),
  reply: {
    json: dataReply(
      z.strictObject({
        kind: z.enum(['link', 'email']),
        accountName: z.string(),
        logoUrl: z.string().nullable(),
        inviterName: z.string().nullable(),
        memberCount: z.int(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  },
  errors: ['INVALID_INPUT', 'INVITE_NOT_VALID'],
})
export const joinByInvite = endpoint({
  name: 'joinByInvite',
  host: 'main',
  method: 'POST',
  path: '/public-invite/join/:token',
  caller: 'accepted-terms',
  summary:
    'Joins by a public link (JOINED) or a mailed invitation (ACCEPTED; only for the address it was sent to). Who is a member already stays what they are.',
  params: z.strictObject({ token: InviteToken }),
  reply: { json: joined },
  errors: ['INVALID_INPUT', 'INVITE_NOT_VALID', 'INVITE_FOR_ANOTHER_ADDRESS', 'NOT_A_MEMBER'],
  idempotency: 'key',
})
export const inviteEndpoints = {
  listInvites,
  acceptInvite,
  declineInvite,
  inviteMember,
  inviteMany,
  resendInvite,
  withdrawInvite,
  createInviteLink,
  listInviteLinks,
  revokeInviteLink,
  showInvite,
  joinByInvite,
}
