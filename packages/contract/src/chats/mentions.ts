import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { CanvasId, ChatId, FileId, MentionId, RoomId, ThreadId, TurnId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'

/** The position of a mention in a question's text, in UTF-16 units: from its `@` to the end of the name. */
const range = {
  start: z.int().min(0).max(limits.questionCharacters),
  length: z.int().min(2).max(limits.mentionedNameCharacters),
}

/** A mention of a person. */
export const PersonMention = z.strictObject({ kind: z.literal('person'), id: UserId, ...range })
export type PersonMention = z.infer<typeof PersonMention>

/** A mention in a question: by id, so that renaming or equal names don't matter. */
export const Mention = z.discriminatedUnion('kind', [
  PersonMention,
  z.strictObject({ kind: z.literal('model'), id: Text(200).min(1), ...range }),
  z.strictObject({ kind: z.literal('file'), id: FileId, ...range }),
])
export type Mention = z.infer<typeof Mention>

/** Returns whether mentions match their text: in order, without overlap, each beginning with its `@`. */
export const standInText = (mentions: readonly Pick<Mention, 'start' | 'length'>[], text: string): boolean =>
  mentions.every(({ start, length }, index) => {
    const before = mentions[index - 1]
    return (
      text[start] === '@' &&
      start + length <= text.length &&
      (before === undefined || before.start + before.length <= start)
    )
  })

/** A notice that a question or a comment mentions the caller. Says nothing of its text: only who, where and when. */
export const MentionNotice = z.strictObject({
  mentionId: MentionId,
  by: z.strictObject({ id: UserId, name: z.string() }),
  roomId: RoomId,
  roomName: z.string(),
  /** Where the question is; null for a comment, and in a chat that the caller may not read. */
  question: z.strictObject({ chatId: ChatId, turnId: TurnId }).nullable(),
  /** Where the comment is; null for a question, and on a canvas that is no longer shared. */
  comment: z.strictObject({ canvasId: CanvasId, threadId: ThreadId }).nullable(),
  mentionedAt: z.iso.datetime(),
  isSeen: z.boolean(),
})
export type MentionNotice = z.infer<typeof MentionNotice>

export const listMentions = endpoint({
  name: 'listMentions',
  host: 'main',
  method: 'GET',
  path: '/mentions',
  caller: 'account-member',
  summary:
    'Lists who mentioned the caller in which room, latest first: the last 20 in rooms that the caller may use.',
  reply: { json: messageReply(z.array(MentionNotice)) },
  errors: ['NOT_A_MEMBER'],
})
export const markMentionsSeen = endpoint({
  name: 'markMentionsSeen',
  host: 'main',
  method: 'PUT',
  path: '/mentions/seen',
  caller: 'account-member',
  summary: "Marks these mentions of the caller as seen; ignores other people's and unknown ones.",
  body: z.strictObject({ mentionIds: z.array(MentionId).min(1).max(limits.mentionsListed) }),
  reply: { json: messageReply(z.strictObject({ mentionIds: z.array(MentionId) })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
  idempotency: 'key',
})

export const mentionEndpoints = { listMentions, markMentionsSeen }
