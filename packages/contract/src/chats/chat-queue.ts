import { z } from 'zod'
import { AskQuestion, NewQuestion } from './answers.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { CanvasId, ChatId, FileId, TurnId, UserId } from '../ids.ts'
import { Mention } from './mentions.ts'

/** A question of an open shared chat that waits until the running answer has ended. Everybody who may read the chat sees it. */
export const QueuedQuestion = z.strictObject({
  /** The turn that it becomes. */
  turnId: TurnId,
  author: z.strictObject({ id: UserId, name: z.string(), pictureUrl: z.string().nullable() }),
  text: z.string(),
  mentions: z.array(Mention),
  /** Canvases that it is about; empty for others than its author. */
  canvasIds: z.array(CanvasId),
  attachmentCount: z.int(),
  /** Its files; empty for others than its author. */
  files: z.array(
    z.strictObject({ id: FileId, name: z.string(), contentType: z.string(), sizeBytes: z.int() }),
  ),
  /**
   * `asking`: the answer before it was stopped or failed; it starts when somebody confirms. `returned`: it could not start, and only
   * its author sees it, until they remove it.
   */
  state: z.enum(['waiting', 'asking', 'returned']),
  /** Why it was returned. */
  reason: ErrorCode.nullable(),
  queuedAt: z.iso.datetime(),
})
export type QueuedQuestion = z.infer<typeof QueuedQuestion>

export const QueueQuestion = AskQuestion.omit({
  chatId: true,
  parentTurnId: true,
  isTemporary: true,
  share: true,
  isLast: true,
  ask: true,
}).extend({
  /** The turn after which it is asked: the question continues the end of that turn's branch. */
  afterTurnId: TurnId,
  ask: NewQuestion,
})
export type QueueQuestion = z.infer<typeof QueueQuestion>

const params = z.strictObject({ chatId: ChatId, turnId: TurnId })

export const queueQuestion = endpoint({
  name: 'queueQuestion',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/queue',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Queues a question in a shared chat that is open for questions. It starts when the running answer and the questions before it have ended, with the permissions and credits that its author has then. The caller creates the ids: repeating it queues it once.',
  params: z.strictObject({ chatId: ChatId }),
  body: QueueQuestion,
  reply: { json: messageReply(z.strictObject({ turnId: TurnId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'QUEUE_FULL', 'IDEMPOTENCY_KEY_REUSED'],
  idempotency: 'ids',
  bodyLimitBytes: 2 * 1024 * 1024,
})
export const sendQueuedQuestion = endpoint({
  name: 'sendQueuedQuestion',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/queue/:turnId/send',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Confirms that a queued question is still wanted after the answer before it was stopped or failed.',
  params,
  reply: { json: messageReply(z.strictObject({ turnId: TurnId })) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})
export const removeQueuedQuestion = endpoint({
  name: 'removeQueuedQuestion',
  host: 'main',
  method: 'DELETE',
  path: '/sessions/:chatId/queue/:turnId',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    "Removes a question from the queue of a chat. Its author can always remove it, also when they may no longer read the chat. Removing one that isn't there does nothing.",
  params,
  reply: { json: messageReply(z.strictObject({ turnId: TurnId })) },
  errors: ['NOT_FOUND'],
  idempotency: 'key',
})
export const listReturnedQuestions = endpoint({
  name: 'listReturnedQuestions',
  host: 'main',
  method: 'GET',
  path: '/sessions/returned-questions',
  caller: 'account-member',
  summary:
    "Lists the caller's queued questions that could not start, latest first, with the reason; also of chats that they may no longer read.",
  reply: { json: messageReply(z.array(QueuedQuestion.extend({ chatId: ChatId }))) },
  errors: ['NOT_A_MEMBER'],
})

export const chatQueueEndpoints = {
  queueQuestion,
  sendQueuedQuestion,
  removeQueuedQuestion,
  listReturnedQuestions,
}
