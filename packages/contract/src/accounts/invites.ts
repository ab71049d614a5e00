import { z } from 'zod'
import { Account, AccountRole } from './accounts.ts'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId, InviteId, LinkId, RoomId } from '../ids.ts'
import { AccessToken, NewPassword } from '../identity/identity.ts'
import { limits } from '../limits.ts'
import { Email, Name, Text } from '../text/text.ts'

/** Roles for invitations; only a transfer of the account makes an owner. */
export const InvitedRole = AccountRole.exclude(['owner'])
export type InvitedRole = z.infer<typeof InvitedRole>

/** An account that the caller may join: invited by email, or because it is open to their address's domain. */
export const PendingInvite = z.strictObject({
  kind: z.enum(['email', 'domain']),
  inviteId: InviteId.nullable(),
  accountId: AccountId,
  accountName: z.string(),
  logoUrl: z.string().nullable(),
  /** First name and the last name's initial; null for a domain, and once the inviter is erased. */
  inviterName: z.string().nullable(),
  /** The invitation's room; null when it names none that can be joined now. */
  roomName: z.string().nullable(),
  memberCount: z.int(),
  role: z.strictObject({ name: AccountRole }),
  expiresAt: z.iso.datetime().nullable(),
})
export type PendingInvite = z.infer<typeof PendingInvite>

const ofAccount = z.strictObject({ id: AccountId })
/** Where a person lands after accepting an invitation. */
const landing = {
  /** The invitation's room, which they have joined; null: there is none, or it is closed. */
  roomId: RoomId.nullable(),
  /** They could not be added to the invitation's room: it is deleted, or the inviter may no longer add people. */
  isRoomClosed: z.boolean(),
}
const joined = dataReply(z.strictObject({ account: Account, ...landing }))
const roomToLandIn = RoomId.optional().describe(
  'The room that they land in and become members of; the caller must be allowed to add people to it, also when they accept.',
)

export const listInvites = endpoint({
  name: 'listInvites',
  host: 'main',
  method: 'GET',
  path: '/user/teams/invites',
  caller: 'accepted-terms',
  summary: 'Lists the accounts that the caller is invited to or may join by domain, newest first.',
  reply: { json: dataReply(z.array(PendingInvite)) },
  errors: [],
})
export const acceptInvite = endpoint({
  name: 'acceptInvite',
  host: 'main',
  method: 'POST',
  path: '/user/teams/invites',
  caller: 'accepted-terms',
  summary: 'Accepts an invitation of listInvites: by its id, or by the account for a domain.',
  body: z
    .strictObject({ inviteId: InviteId.optional(), accountId: AccountId.optional() })
    .refine(
      ({ inviteId, accountId }) => (inviteId === undefined) !== (accountId === undefined),
      'Name either the invitation or the account.',
    ),
  reply: { json: joined },
  errors: ['INVALID_INPUT', 'INVITE_NOT_VALID', 'INVITE_FOR_ANOTHER_ADDRESS', 'NAME_LOOKS_LIKE_MEMBER'],
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
  summary: `Invites one person by email; the invitation is valid for ${limits.inviteLifeDays} days.`,
  params: ofAccount,
  body: z.strictObject({ email: Email, role: InvitedRole.default('member'), roomId: roomToLandIn }),
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

/** The result of a line: `valid` in a preview, else `invited`, or why not. */
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
  /** Counted from 1, including blank lines. */
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
    'Invites the people of a list, one per line: an address, or cells (separated by comma, semicolon or tab) with an address and optionally a role. Sends valid lines, and returns the reason for the others; with `preview` sends nothing.',
  params: ofAccount,
  body: z.strictObject({
    lines: z
      .array(Text(500))
      .min(1, 'There is no line.')
      .max(limits.maxInviteLines, `A list can have at most ${limits.maxInviteLines} lines.`),
    /** For lines without one. */
    role: InvitedRole.default('member'),
    roomId: roomToLandIn,
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
  summary: 'Resends an invitation, with a new link and a new expiry; the former link stops working.',
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
  summary: 'Withdraws an invitation: neither its link nor the accounts screen works for it anymore.',
  params: ofAccount,
  query: z.strictObject({ inviteId: InviteId }),
  reply: { json: dataReply(z.strictObject({ inviteId: InviteId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})

export const InviteLink = z.strictObject({
  linkId: LinkId,
  /** Its creator; null once they are erased. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Maximum joins; null: unlimited. */
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
    'Creates a public link by which people join the account (header Workspace-Id) as members. Its URL is returned only here: only a hash is stored.',
  body: z.strictObject({
    expiresInDays: z.int().min(1).max(limits.inviteLinkLifeDaysMost).default(7),
    useLimit: z.int().min(1).max(limits.inviteLinkUsesMost).nullable().default(null),
    roomId: roomToLandIn,
  }),
  reply: {
    status: 201,
    json: dataReply(z.strictObject({ link: InviteLink, token: z.string(), url: z.string() })),
  },
  errors: ['INVALID_INPUT', 'ACCOUNT_REQUIRED', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_INVITES'],
  holdsSecret: true,
})
export const listInviteLinks = endpoint({
  name: 'listInviteLinks',
  host: 'main',
  method: 'GET',
  path: '/public-invite',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Lists the public links of the account (header Workspace-Id), newest first, without their URLs.',
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
  summary: 'Revokes a public link.',
  params: z.strictObject({ linkId: LinkId }),
  reply: { json: dataReply(z.strictObject({ linkId: LinkId })) },
  errors: ['INVALID_INPUT', 'ACCOUNT_REQUIRED', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})

/** Why a person's invitations ended: they were removed, they left, or they are no longer an admin. */
export const InvitesEndedBecause = z.enum(['admin-removed', 'admin-left', 'admin-demoted'])
export type InvitesEndedBecause = z.infer<typeof InvitesEndedBecause>

/** An invitation or public link that ended because its creator is no longer an admin. */
export const EndedInvite = z.strictObject({
  kind: z.enum(['email', 'link']),
  /** Of an invitation by email; null for a link. */
  inviteId: InviteId.nullable(),
  email: z.string().nullable(),
  /** Of a public link; null for an invitation by email. */
  linkId: LinkId.nullable(),
  role: z.strictObject({ name: InvitedRole }),
  /** Its room, when the reader may invite people to it. */
  roomId: RoomId.nullable(),
  /** Its creator; null once they are erased. */
  invitedBy: z.string().nullable(),
  invitedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  because: InvitesEndedBecause,
})
export type EndedInvite = z.infer<typeof EndedInvite>

export const listEndedInvites = endpoint({
  name: 'listEndedInvites',
  host: 'main',
  method: 'GET',
  path: '/user/teams/invites/ended/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: `Lists the invitations and public links that ended because their creator was removed, left or is no longer an admin, latest first. Kept for ${limits.endedInviteDays} days, until the person is invited again or joins, another link is created, or an admin dismisses them.`,
  params: ofAccount,
  reply: { json: dataReply(z.array(EndedInvite)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const dismissEndedInvite = endpoint({
  name: 'dismissEndedInvite',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/invites/ended/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Dismisses an ended invitation or public link, for all admins.',
  params: ofAccount,
  query: z
    .strictObject({ inviteId: InviteId.optional(), linkId: LinkId.optional() })
    .refine(
      ({ inviteId, linkId }) => (inviteId === undefined) !== (linkId === undefined),
      'Name either the invitation or the link.',
    ),
  reply: {
    json: dataReply(z.strictObject({ inviteId: InviteId.optional(), linkId: LinkId.optional() })),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
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
  summary: 'Shows what a public link or a mailed invitation lets one join. Joins nothing.',
  params: z.strictObject({ token: InviteToken }),
  reply: {
    json: dataReply(
      z.strictObject({
        kind: z.enum(['link', 'email']),
        accountName: z.string(),
        logoUrl: z.string().nullable(),
        /** Null once the inviter is erased. */
        inviterName: z.string().nullable(),
        /** Its room; null when it names none that can be joined now. */
        roomName: z.string().nullable(),
        memberCount: z.int(),
        expiresAt: z.iso.datetime(),
        /** The recipient of a mailed invitation; null for a public link. */
        recipient: z.strictObject({ email: z.string(), hasSignIn: z.boolean() }).nullable(),
      }),
    ),
  },
  errors: ['INVALID_INPUT', 'INVITE_NOT_VALID'],
})
export const signUpByInvite = endpoint({
  name: 'signUpByInvite',
  host: 'main',
  method: 'POST',
  path: '/auth/sign-up-by-invite',
  caller: 'anyone',
  summary:
    'Signs up with the address of a mailed invitation, accepts the terms, joins the account and starts a session (sets the refresh cookie). The mailed token proves the address, so no code is sent; the token of a public link proves nothing.',
  body: z.strictObject({
    token: InviteToken,
    password: NewPassword,
    firstName: Name,
    lastName: Name,
    language: z.string().max(5).optional(),
    confirmedLegalAge: z.literal(true, 'Please confirm that you are of legal age.'),
  }),
  reply: {
    status: 201,
    /** `account` is null when the invitation ended during the sign-up. */
    json: dataReply(z.strictObject({ token: AccessToken, account: Account.nullable(), ...landing })),
  },
  errors: [
    'INVALID_INPUT',
    'INVITE_NOT_VALID',
    'INVITE_SIGN_IN_FIRST',
    'PASSWORD_TOO_COMMON',
    'EMAIL_NOT_ACCEPTED',
    'SIGN_UP_REFUSED',
    'SIGN_IN_METHOD_OFF',
    'RATE_LIMITED',
  ],
  holdsSecret: true,
})
export const joinByInvite = endpoint({
  name: 'joinByInvite',
  host: 'main',
  method: 'POST',
  path: '/public-invite/join/:token',
  caller: 'accepted-terms',
  summary:
    "Joins by a public link (JOINED) or a mailed invitation (ACCEPTED; only for its recipient's address). Existing members keep their role.",
  params: z.strictObject({ token: InviteToken }),
  reply: { json: joined },
  errors: [
    'INVALID_INPUT',
    'INVITE_NOT_VALID',
    'INVITE_FOR_ANOTHER_ADDRESS',
    'NAME_LOOKS_LIKE_MEMBER',
    'NOT_A_MEMBER',
  ],
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
  listEndedInvites,
  dismissEndedInvite,
  showInvite,
  signUpByInvite,
  joinByInvite,
}
