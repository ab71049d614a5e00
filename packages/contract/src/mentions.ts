import { z } from 'zod'
import { endpoint, messageReply } from './endpoint.ts'
import { FileId, MentionId, RoomId, UserId } from './ids.ts'
import { limits } from './limits.ts'

/** Where in a question's text something is named, in UTF-16 units: from its `@` to the end of its name. */
const range = {
  start: z.int().min(0).max(limits.questionCharacters),
  length: z.int().min(2).max(limits.mentionedNameCharacters),
}

/** Somebody or something that a question names: by its id, so that a new name or an equal one changes nothing. */
export const Mention = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), id: UserId, ...range }),
  z.strictObject({ kind: z.literal('model'), id: z.string().min(1).max(200), ...range }),
  z.strictObject({ kind: z.literal('file'), id: FileId, ...range }),
])
export type Mention = z.infer<typeof Mention>

/** Whether mentions stand in their text, one after another, each beginning with its `@`. */
export const standInText = (mentions: readonly Pick<Mention, 'start' | 'length'>[], text: string): boolean =>
  mentions.every(({ start, length }, index) => {
    const before = mentions[index - 1]
    return (
      text[start] === '@' &&
      start + length <= text.length &&
      (before === undefined || before.start + before.length <= start)
    )
  })

/** Tells that somebody named the caller in a question. What they asked is theirs alone: it says only who, where and when. */
export const MentionNotice = z.strictObject({
  mentionId: MentionId,
  by: z.strictObject({ id: UserId, name: z.string() }),
  roomId: RoomId,
  roomName: z.string(),
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
    'Who named the caller in a question and in which room, the latest first: the last 20 of the rooms that the caller may use.',
  reply: { json: messageReply(z.array(MentionNotice)) },
  errors: ['NOT_A_MEMBER'],
})
export const markMentionsSeen = endpoint({
  name: 'markMentionsSeen',
  host: 'main',
  method: 'PUT',
  path: '/mentions/seen',
  caller: 'account-member',
  summary: 'Says that the caller has seen these mentions; those of others and unknown ones are passed over.',
  body: z.strictObject({ mentionIds: z.array(MentionId).min(1).max(limits.mentionsListed) }),
  reply: { json: messageReply(z.strictObject({ mentionIds: z.array(MentionId) })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
  idempotency: 'key',
})

export const mentionEndpoints = { listMentions, markMentionsSeen }
