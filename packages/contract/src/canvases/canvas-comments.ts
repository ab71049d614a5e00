import { z } from 'zod'
import { PersonMention, standInText } from '../chats/mentions.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { CanvasId, CommentId, ThreadId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'
import { CanvasRange } from './canvas-suggestions.ts'

const CanvasComment = z.strictObject({
  commentId: CommentId,
  author: z.strictObject({ id: UserId, name: z.string(), pictureUrl: z.string().nullable() }),
  text: z.string(),
  mentions: z.array(PersonMention),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
})
export type CanvasComment = z.infer<typeof CanvasComment>

/** Comments on a passage of a canvas, in the order of writing; at least one. */
export const CanvasThread = z.strictObject({
  threadId: ThreadId,
  /** The passage at its current position; covers no text once the passage is deleted. */
  range: CanvasRange,
  /** The words of the passage when the thread began. */
  quote: z.string(),
  resolved: z.strictObject({ by: z.string(), at: z.iso.datetime() }).nullable(),
  comments: z.array(CanvasComment),
})
export type CanvasThread = z.infer<typeof CanvasThread>

const comment = {
  text: Text(limits.commentCharacters).refine((text) => text.trim() !== '', 'This cannot be empty.'),
  /** Mentions of people in the text, in order. Notifies those who may open the canvas; others stay plain text. */
  mentions: z.array(PersonMention).max(limits.maxMentions).optional(),
}
const mentionsStand = ({ text, mentions = [] }: { text: string; mentions?: PersonMention[] | undefined }) =>
  standInText(mentions, text)
const unmentioned = { path: ['mentions'], message: 'A mention must stand in the text with its @.' }
const NewComment = z.strictObject(comment).refine(mentionsStand, unmentioned)

const ofCanvas = z.strictObject({ canvasId: CanvasId })
const ofThread = z.strictObject({ canvasId: CanvasId, threadId: ThreadId })
const ofComment = z.strictObject({ canvasId: CanvasId, commentId: CommentId })

export const listCanvasThreads = endpoint({
  name: 'listCanvasThreads',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId/threads',
  caller: 'account-member',
  policy: 'canvas:view',
  summary: 'Lists the threads of comments on a canvas, oldest first, resolved ones too.',
  params: ofCanvas,
  reply: { json: messageReply(z.array(CanvasThread)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const beginCanvasThread = endpoint({
  name: 'beginCanvasThread',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/threads',
  caller: 'account-member',
  policy: 'canvas:comment',
  summary: 'Comments on a passage of a canvas, whose words are kept with the thread.',
  params: ofCanvas,
  body: z.strictObject({ ...comment, range: CanvasRange.nullable() }).refine(mentionsStand, unmentioned),
  reply: { json: messageReply(CanvasThread) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_COMMENTS'],
  idempotency: 'key',
})
export const replyInCanvasThread = endpoint({
  name: 'replyInCanvasThread',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/threads/:threadId/comments',
  caller: 'account-member',
  policy: 'canvas:comment',
  summary: 'Adds a comment to a thread, and reopens it if it was resolved.',
  params: ofThread,
  body: NewComment,
  reply: { json: messageReply(CanvasThread) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_COMMENTS'],
  idempotency: 'key',
})
export const resolveCanvasThread = endpoint({
  name: 'resolveCanvasThread',
  host: 'main',
  method: 'PATCH',
  path: '/canvas/:canvasId/threads/:threadId',
  caller: 'account-member',
  policy: 'canvas:comment',
  summary: 'Resolves a thread, or reopens it.',
  params: ofThread,
  body: z.strictObject({ isResolved: z.boolean() }),
  reply: { json: messageReply(CanvasThread) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const changeCanvasComment = endpoint({
  name: 'changeCanvasComment',
  host: 'main',
  method: 'PATCH',
  path: '/canvas/:canvasId/comments/:commentId',
  caller: 'account-member',
  policy: 'canvas:author',
  summary: 'Changes the text of a comment of the caller. Notifies nobody who was mentioned before.',
  params: ofComment,
  body: NewComment,
  reply: { json: messageReply(CanvasThread) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const deleteCanvasComment = endpoint({
  name: 'deleteCanvasComment',
  host: 'main',
  method: 'DELETE',
  path: '/canvas/:canvasId/comments/:commentId',
  caller: 'account-member',
  policy: 'canvas:author',
  summary: 'Deletes a comment of the caller, and with the last one its thread.',
  params: ofComment,
  reply: { json: messageReply(z.strictObject({ commentId: CommentId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const canvasCommentEndpoints = {
  listCanvasThreads,
  beginCanvasThread,
  replyInCanvasThread,
  resolveCanvasThread,
  changeCanvasComment,
  deleteCanvasComment,
}
