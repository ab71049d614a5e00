import { z } from 'zod'

/** Kinds of ids. The kind is part of the id, so that ids are readable in logs and can't be mixed up in types. */
export const idKinds = [
  'user',
  'session',
  'passkey',
  'export',
  'account',
  'invite',
  'link',
  'room',
  'chat',
  'chat-link',
  'turn',
  'message',
  'file',
  'base',
  'source',
  'shaping',
  'label',
  'mention',
  'provider',
  'golden',
  'run',
  'request',
  'grant',
  'prompt',
  'canvas',
  'thread',
  'comment',
  'invocation',
  'schedule',
  'order',
  'tool-server',
  'tool-call',
] as const
export type IdKind = (typeof idKinds)[number]
export type Id<Kind extends IdKind> = `${Kind}_${string}`

export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type PasskeyId = Id<'passkey'>
export type ExportId = Id<'export'>
export type AccountId = Id<'account'>
export type InviteId = Id<'invite'>
export type LinkId = Id<'link'>
export type RoomId = Id<'room'>
export type ChatId = Id<'chat'>
/** A link to a read-only copy of a chat. */
export type ChatLinkId = Id<'chat-link'>
export type TurnId = Id<'turn'>
export type MessageId = Id<'message'>
export type FileId = Id<'file'>
/** A knowledge base. */
export type BaseId = Id<'base'>
/** A source of a knowledge base, beside files. */
export type SourceId = Id<'source'>
/** A shaping call: what its credits are held and charged for. */
export type ShapingId = Id<'shaping'>
export type LabelId = Id<'label'>
export type MentionId = Id<'mention'>
/** A model provider added on a running system. */
export type ProviderId = Id<'provider'>
/** A golden question of a room. */
export type GoldenQuestionId = Id<'golden'>
/** Credits granted by a system administrator. */
export type GrantId = Id<'grant'>
/** A run of a room's golden questions. */
export type CheckRunId = Id<'run'>
/** A member's request for more credits. */
export type CreditRequestId = Id<'request'>
/** A purchase. */
export type OrderId = Id<'order'>
/** A question template: a person's, or `atrium_…` for one of Atrium's own library. */
export type PromptId = Id<'prompt'> | LibraryPromptId
export type LibraryPromptId = `atrium_${string}`
/** An agent job. */
export type InvocationId = Id<'invocation'>
/** A question that repeats. */
export type ScheduleId = Id<'schedule'>
/** A connected tool server. */
export type ToolServerId = Id<'tool-server'>
/** A model's call of a tool of such a server. */
export type ToolCallId = Id<'tool-call'>
/** A document that people edit together. */
export type CanvasId = Id<'canvas'>
/** A thread of comments on a passage of a canvas. */
export type ThreadId = Id<'thread'>
export type CommentId = Id<'comment'>

/** The actor of an operator's command on the server: no person has this id. */
export const commandLineActor: UserId = 'user_00000000-0000-7000-8000-000000000000'

const uuidV7 = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

/** Returns whether a text is an id of this kind, where schemas would be too large to load. */
export const isId = <Kind extends IdKind>(kind: Kind, text: string): text is Id<Kind> =>
  new RegExp(`^${kind}_${uuidV7}$`).test(text)

const idSchema = <Kind extends IdKind>(kind: Kind) =>
  z
    .string()
    .regex(new RegExp(`^${kind}_${uuidV7}$`), `This is not the id of a ${kind}.`)
    .transform((value) => value as Id<Kind>)

export const UserId = idSchema('user')
export const SessionId = idSchema('session')
export const PasskeyId = idSchema('passkey')
export const ExportId = idSchema('export')
export const AccountId = idSchema('account')
export const InviteId = idSchema('invite')
export const LinkId = idSchema('link')
export const RoomId = idSchema('room')
export const ChatId = idSchema('chat')
export const ChatLinkId = idSchema('chat-link')
export const TurnId = idSchema('turn')
export const MentionId = idSchema('mention')
export const MessageId = idSchema('message')
export const FileId = idSchema('file')
export const BaseId = idSchema('base')
export const SourceId = idSchema('source')
export const ShapingId = idSchema('shaping')
export const LabelId = idSchema('label')
export const ProviderId = idSchema('provider')
export const GoldenQuestionId = idSchema('golden')
export const CheckRunId = idSchema('run')
export const CreditRequestId = idSchema('request')
export const GrantId = idSchema('grant')
export const CanvasId = idSchema('canvas')
export const ThreadId = idSchema('thread')
export const CommentId = idSchema('comment')
export const InvocationId = idSchema('invocation')
export const ScheduleId = idSchema('schedule')
export const OrderId = idSchema('order')
export const ToolServerId = idSchema('tool-server')
export const ToolCallId = idSchema('tool-call')
export const PromptId = z
  .string()
  .regex(
    new RegExp(`^(?:prompt_${uuidV7}|atrium_[a-z0-9]+(?:-[a-z0-9]+)*)$`),
    'This is not the id of a prompt.',
  )
  .max(80)
  .transform((value) => value as PromptId)

/**
 * Creates an id: the kind, an underscore, a UUIDv7 (RFC 9562: 48 bits of Unix milliseconds, then random bits). Runs in the
 * browser and on the server; browsers name chats, turns and messages.
 */
export function mintId<Kind extends IdKind>(kind: Kind, nowMs: number = Date.now()): Id<Kind> {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(nowMs / 2 ** (8 * (5 - index))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${kind}_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
