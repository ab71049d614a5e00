import { z } from 'zod'
import { TurnState } from './answers.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId, ChatLinkId, RoomId, TurnId } from '../ids.ts'
import { limits } from '../limits.ts'

/** Who can open a link: the members of its account after signing in, or anyone who has it. */
export const linkAudiences = ['account', 'anyone'] as const
export type LinkAudience = (typeof linkAudiences)[number]

/** A link to a frozen, read-only copy of a chat's branch. Its address is shown once, when it is made. */
export const ChatLink = z.strictObject({
  chatLinkId: ChatLinkId,
  audience: z.enum(linkAudiences),
  /** The chat's title when the link was made. */
  title: z.string(),
  turnCount: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
  /** How often others opened it. */
  viewCount: z.int(),
  lastViewedAt: z.iso.datetime().nullable(),
})
export type ChatLink = z.infer<typeof ChatLink>

const LinkToken = z.string().regex(/^[\w-]{22}$/, 'This is not the name of a link.')

/** A source of a linked answer. What the reader may not open keeps only its number; web pages are open to everybody. */
export const LinkedSource = z.strictObject({
  number: z.int(),
  name: z.string().nullable(),
  excerpt: z.string().nullable(),
  url: z.string().nullable(),
})
export type LinkedSource = z.infer<typeof LinkedSource>

export const LinkedTurn = z.strictObject({
  /** Null for readers outside of the account. */
  authorName: z.string().nullable(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  answer: z.string(),
  modelName: z.string().nullable(),
  sandbox: z.boolean(),
  state: TurnState,
  sources: z.array(LinkedSource),
  /** The number of attachments and pictures of the turn; links never include them. */
  leftOutCount: z.int(),
})
export type LinkedTurn = z.infer<typeof LinkedTurn>

export const LinkedChat = z.strictObject({
  title: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether the reader is a member of the link's account. */
  isMember: z.boolean(),
  /** Older turns that the link doesn't include. */
  earlierCount: z.int(),
  turns: z.array(LinkedTurn),
})
export type LinkedChat = z.infer<typeof LinkedChat>

const ofChat = z.strictObject({ chatId: ChatId })
const ofLink = z.strictObject({ token: LinkToken })

export const createChatLink = endpoint({
  name: 'createChatLink',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/links',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    "Makes a link to a read-only copy of a chat's branch as it is now, for its owner. `anyone` needs the account's permission. The address is returned once.",
  params: ofChat,
  body: z.strictObject({
    /** The last turn of the branch. A running answer is left out. */
    turnId: TurnId,
    audience: z.enum(linkAudiences).default('account'),
    expiresInDays: z.int().min(1).max(limits.maxLinkDays).default(limits.usualLinkDays),
  }),
  reply: { status: 201, json: messageReply(z.strictObject({ link: ChatLink, url: z.url() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
  holdsSecret: true,
})
export const listChatLinks = endpoint({
  name: 'listChatLinks',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/links',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Lists the links of a chat with their views, newest first, for those who may stop its sharing.',
  params: ofChat,
  reply: {
    json: messageReply(
      z.strictObject({
        links: z.array(ChatLink),
        /** Whether the account allows links for anyone. */
        allowsAnyone: z.boolean(),
      }),
    ),
  },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})
export const revokeChatLink = endpoint({
  name: 'revokeChatLink',
  host: 'main',
  method: 'DELETE',
  path: '/sessions/:chatId/links/:chatLinkId',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Revokes a link at once, for those who may stop sharing of its chat. Idempotent.',
  params: z.strictObject({ chatId: ChatId, chatLinkId: ChatLinkId }),
  reply: { json: messageReply(z.strictObject({ chatLinkId: ChatLinkId })) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const openChatLink = endpoint({
  name: 'openChatLink',
  host: 'main',
  method: 'GET',
  path: '/shared/:token',
  caller: 'anyone',
  summary:
    'Opens a link without signing in. UNAUTHENTICATED for a link to members, NOT_FOUND for one that is missing, expired, revoked or gone with its chat, owner or account.',
  params: ofLink,
  reply: { json: messageReply(LinkedChat) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'UNAUTHENTICATED', 'RATE_LIMITED'],
})
export const openChatLinkSignedIn = endpoint({
  name: 'openChatLinkSignedIn',
  host: 'main',
  method: 'GET',
  path: '/shared/:token/signed-in',
  caller: 'accepted-terms',
  summary: 'Opens a link: for members of its account with names and the sources that they may open.',
  params: ofLink,
  reply: { json: messageReply(LinkedChat) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
})
export const copyChatLink = endpoint({
  name: 'copyChatLink',
  host: 'main',
  method: 'POST',
  path: '/shared/:token/copy',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    "Makes a private chat of the caller's own in a room from the texts of a link that they may open: no sources, files or pictures. A second call returns the same chat.",
  params: ofLink,
  body: z.strictObject({ roomId: RoomId }),
  reply: { json: messageReply(z.strictObject({ chatId: ChatId, roomId: RoomId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
  idempotency: 'key',
})

export const chatLinkEndpoints = {
  createChatLink,
  listChatLinks,
  revokeChatLink,
  openChatLink,
  openChatLinkSignedIn,
  copyChatLink,
}
