import {
  type AccountId,
  type ChatDetails,
  type ChatId,
  listReturnedQuestions,
  type QueuedQuestion,
  queueQuestion,
  removeQueuedQuestion,
  sendQueuedQuestion,
  type TurnId,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { QuestionFile } from '../files/question-file.ts'
import type { AskedHere } from '../turns/running-answer.ts'
import { chatKeys } from './queries.ts'

/** Changes what is shown of a chat's queue until the chat is loaded again. */
const edit = (
  accountId: AccountId,
  chatId: ChatId,
  change: (queue: ChatDetails['queue']) => ChatDetails['queue'],
): void =>
  void queryClient.setQueryData<ChatDetails>(
    chatKeys.details(accountId, chatId),
    (details) => details && { ...details, queue: change(details.queue) },
  )

/** Queues a question in a shared chat, behind the running answer, or throws. */
export async function queueInChat(accountId: AccountId, { request, question }: AskedHere): Promise<void> {
  const { chatId, parentTurnId, ask, isTemporary: _isTemporary, isLast: _isLast, ...how } = request
  if (ask.kind !== 'question' || parentTurnId === null)
    throw new Error('Only a follow-up question can be queued.')
  const waiting: QueuedQuestion = {
    turnId: request.turnId,
    author: { id: question.authorId, name: question.authorName, pictureUrl: null },
    text: ask.text,
    mentions: ask.mentions ?? [],
    canvasIds: [...(ask.canvasIds ?? [])],
    attachmentCount: ask.attachments?.length ?? 0,
    files: [],
    state: 'waiting',
    reason: null,
    queuedAt: question.askedAt,
  }
  edit(accountId, chatId, (queue) => [...queue, waiting])
  const body = { ...how, afterTurnId: parentTurnId, ask }
  const place = { accountId, roomId: null }
  try {
    await api.call(queueQuestion, { params: { chatId }, body }, { place })
  } catch (error) {
    edit(accountId, chatId, (queue) => queue.filter(({ turnId }) => turnId !== request.turnId))
    throw error
  }
}

/** Removes a question from a chat's queue, or throws. */
export async function removeFromQueue(accountId: AccountId, chatId: ChatId, turnId: TurnId): Promise<void> {
  await api.call(removeQueuedQuestion, { params: { chatId, turnId } })
  edit(accountId, chatId, (queue) => queue.filter((question) => question.turnId !== turnId))
}

/** Sends the next question of a queue though the answer before it was stopped, or throws. */
export async function sendNextOfQueue(accountId: AccountId, chatId: ChatId, turnId: TurnId): Promise<void> {
  await api.call(sendQueuedQuestion, { params: { chatId, turnId } })
  edit(accountId, chatId, (queue) =>
    queue.map((question) => (question.turnId === turnId ? { ...question, state: 'waiting' } : question)),
  )
}

/** The user's queued questions that could not start, including those in chats that they may no longer read. */
export const returnedQuestionsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['returned-questions', accountId],
    queryFn: async ({ signal }) => listFrom((await api.call(listReturnedQuestions, {}, { signal })).message),
  })

/** The files of one's own queued question, to attach them to the next one. */
export const filesOfQueued = ({ files }: Pick<QueuedQuestion, 'files'>): QuestionFile[] =>
  files.map(({ contentType, ...file }) => {
    const picture = pictureTypes.find((type) => type === contentType)
    return picture
      ? { ...file, contentType: picture }
      : {
          ...file,
          contentType,
          state: { status: 'COMPLETED', problem: null, partsDone: 0, partsTotal: null },
        }
  })

const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
