import type { AccountId, AskQuestion, ChatId, ErrorCode, TurnId, UserId } from '@atrium/contract'
import {
  askBeforeQueued,
  countQueuedAttempt,
  nextQueued,
  type NextQuestion,
  notifyChat,
  requireChat,
  returnQueued,
} from '../../chats/index.ts'
import { inTenant, isDatabaseUnavailable } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { askQuestion } from '../ask-question.ts'
import type { AnswerPorts } from '../ports.ts'

type QueuePorts = AnswerPorts
type ChatKey = { accountId: AccountId; chatId: ChatId }

/** How often a start is retried after an error that is not the question's. */
const maxAttempts = 5

/** Temporary errors: the question stays in the queue. */
const passing = new Set<ErrorCode>(['TOO_MANY_ANSWERS', 'UNAVAILABLE', 'CONFLICT', 'RATE_LIMITED'])

/**
 * Starts the first question of a chat's queue, through the same steps as every question: with its author's current permissions, models and
 * credits. Returns questions that can't start to their authors, and continues with the next. Does nothing while an answer is running. Any
 * process may call it at any time: a question leaves the queue with the transaction that opens its turn.
 */
export async function startQueued(ports: QueuePorts, chat: ChatKey): Promise<void> {
  for (;;) {
    const next = await inTenant(ports.database, { accountId: chat.accountId, userId: null }, (trx) =>
      nextQueued(trx, chat),
    )
    if (!next) return
    const { turnId } = next.request
    const author = { accountId: chat.accountId, userId: next.authorId }
    const refusal = await refusalOf(() =>
      inTenant(ports.database, author, (trx) => requireChat(trx, author, chat.chatId, 'ask')),
    )
    if (!refusal && next.isAsking) return await askBefore(ports, author, chat, turnId, next)
    const reason = refusal ?? (await refusalOf(() => start(ports, author, chat, next)))
    if (!reason) return
    if (passing.has(reason)) return
    if (reason === 'INTERNAL' && next.attempts < maxAttempts) {
      await inTenant(ports.database, author, (trx) =>
        countQueuedAttempt(trx, { accountId: chat.accountId, turnId }),
      )
      return
    }
    await giveBack(ports, author, chat, turnId, reason)
  }
}

type Author = { accountId: AccountId; userId: UserId }

const start = (ports: QueuePorts, author: Author, { chatId }: ChatKey, next: NextQuestion): Promise<void> => {
  const { afterTurnId: _afterTurnId, ...request } = next.request
  const asked: AskQuestion = { ...request, chatId, parentTurnId: next.parentTurnId }
  return askQuestion(ports, { ...author, roomId: null }, asked, { isQueued: true })
}

/** The code of the error that prevents its start; null when there is none. Throws when the database is unavailable. */
async function refusalOf(attempt: () => Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    if (error instanceof Failure) return error.code
    if (isDatabaseUnavailable(error)) throw error
    return 'INTERNAL'
  }
}

async function askBefore(
  ports: QueuePorts,
  author: Author,
  { accountId, chatId }: ChatKey,
  turnId: TurnId,
  { wasAsking }: NextQuestion,
): Promise<void> {
  if (wasAsking) return
  const isMarked = await inTenant(ports.database, author, (trx) =>
    askBeforeQueued(trx, { accountId, turnId }),
  )
  if (isMarked) notifyChat(ports, author, chatId, { type: 'chat-changed', chatId })
}

async function giveBack(
  ports: QueuePorts,
  author: Author,
  { accountId, chatId }: ChatKey,
  turnId: TurnId,
  reason: ErrorCode,
): Promise<void> {
  const isReturned = await inTenant(ports.database, author, (trx) =>
    returnQueued(trx, { accountId, turnId }, reason),
  )
  if (!isReturned) return
  ports.log.info(
    { event: 'queue.returned', turnId, code: reason },
    'Returned a queued question to its author',
  )
  notifyChat(ports, author, chatId, { type: 'chat-changed', chatId })
  ports.live.publish(author, { type: 'question-returned', chatId, turnId })
}
