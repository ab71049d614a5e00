import { isDeepStrictEqual } from 'node:util'
import type { AskQuestion, FileId, RoomId, UserId } from '@atrium/contract'
import { refuseSuspended } from '../accounts/index.ts'
import { attach, isPicture, refuseTooMuchTogether, requireAttachments } from '../attachments/index.ts'
import {
  enterChat,
  findEarlierTurn,
  insertTurn,
  isSameRequest,
  noteMentions,
  refuseWhileAnswering,
  takeQueued,
} from '../chats/index.ts'
import { holdCredits } from '../credits/index.ts'
import { inTenant, isUniqueViolation, retryable, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { firstHold, jobKindOf, leaveToJob } from './leave-to-job.ts'
import { keepResolution } from './plan/choose-model.ts'
import type { RequestedAnswer } from './plan/compared-answers.ts'
import type { GatheredQuestion } from './plan/gather-material.ts'
import { peopleIn } from './plan/mentions.ts'
import type { AnswerPlan } from './plan/plan-answer.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { RunningTurn } from './write/running-turn.ts'

export type PlannedQuestion = {
  asked: AskQuestion
  /** It comes from the queue of its chat. */
  isQueued: boolean
  /** The title of a new chat; by its question without one. */
  chatTitle: string | undefined
  requestHash: string
  question: GatheredQuestion
  /** One, or those of a comparison in the order of their columns. */
  answers: readonly PlannedAnswer[]
}

type PlannedAnswer = RequestedAnswer & { plan: AnswerPlan }

/**
 * What opening a question came to: its open turns, with the people it mentions; 'known' when the same request was accepted before;
 * 'outdated' when what the plan was made from has changed.
 */
export type OpenedQuestion =
  | { answers: { turn: RunningTurn; plan: AnswerPlan }[]; mentioned: UserId[] }
  | 'known'
  | 'outdated'

/**
 * Transaction 1: permission, question, open turns, holds. Writes nothing if anything is refused. A different request under the same id
 * throws IDEMPOTENCY_KEY_REUSED.
 */
export async function openQuestion(
  ports: AnswerPorts,
  member: Asker,
  planned: PlannedQuestion,
): Promise<OpenedQuestion> {
  try {
    return await retryable(() => inTenant(ports.database, member, (trx) => open(trx, ports, member, planned)))
  } catch (error) {
    if (error instanceof LimitPassed) return 'outdated'
    // Another account, chat or request has this id already; ids are random, so this is no accident.
    if (isUniqueViolation(error)) return fail('IDEMPOTENCY_KEY_REUSED', { cause: error })
    throw error
  }
}

async function open(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  planned: PlannedQuestion,
): Promise<OpenedQuestion> {
  const { asked, isQueued, chatTitle, requestHash, question, answers } = planned
  const { chatId, turnId, ask } = asked
  const first = {
    question: ask.kind === 'question' ? ask.text : '',
    title: chatTitle,
    isTemporary: asked.isTemporary ?? false,
    share: asked.share,
  }
  // Sent together; the server runs the second once the chat is locked.
  const [, { chat, hasTwin }, sooner] = await Promise.all([
    refuseSuspended(trx, member.accountId),
    enterChat(trx, member, chatId, member.roomId, first),
    findEarlierTurn(trx, member, turnId),
  ])
  const earlier = hasTwin ? await findEarlierTurn(trx, member, turnId) : sooner
  if (isSameRequest(earlier, member, requestHash)) return 'known'
  if (!isDeepStrictEqual(chat, question.chat)) return 'outdated'
  if (isQueued && !(await takeQueued(trx, { accountId: member.accountId, turnId }))) return 'known'
  if (asked.isLast) await refuseWhileAnswering(trx, member, asked, chat.share)
  const { messageId, material } = question
  // Regenerating or continuing mentions nobody again.
  const mentions = ask.kind === 'question' ? material.mentions : []
  const attachments = ask.kind === 'question' ? (ask.attachments ?? []) : []
  if (attachments.length > 0) await requireAttached(trx, ports, member, attachments, answers)
  const [, mentioned] = await Promise.all([
    insertTurns(trx, ports, member, planned, chat.ownerId),
    noteMentions(trx, member, { chatId, messageId }, peopleIn(mentions)),
    attach(
      trx,
      member.accountId,
      messageId,
      attachments.map((id) => ({ id })),
    ),
    ...answers.map(({ turnId, plan }) => keepResolution(trx, member, turnId, plan)),
  ])
  await hold(trx, member, chat.room.id, planned)
  for (const { turnId, plan } of answers) {
    const kind = jobKindOf(asked, plan)
    if (kind) await leaveToJob(trx, ports, member, { ...asked, turnId, roomId: chat.room.id }, { kind, plan })
  }
  const { accountId, userId } = member
  return {
    answers: answers.map(({ turnId, plan }) => ({
      plan,
      turn: new RunningTurn({ lease: { accountId, turnId, leaseNumber: 1 }, chatId, userId }),
    })),
    mentioned,
  }
}

/** Inserts the question with its turns. The first column comes last: it is the newest branch, which the chat shows. */
async function insertTurns(
  trx: TenantTransaction,
  { nodeId }: AnswerPorts,
  member: Asker,
  { asked, question, answers }: PlannedQuestion,
  ownerId: UserId,
): Promise<void> {
  const { ask } = asked
  const inOrder = answers.toReversed().map((answer, index) => ({
    ...answer,
    // One of them brings the question, the others answer it.
    ask: index === 0 ? ask : { kind: 'regenerate' as const, turnId: answer.turnId },
  }))
  // Sent together; the server runs them in this order.
  await Promise.all(
    inOrder.map(({ turnId, modelId, requestHash, comparison, plan: { model, drawing, search }, ...answer }) =>
      insertTurn(
        trx,
        member,
        {
          ...asked,
          turnId,
          ask: answer.ask,
          comparison: comparison ?? question.comparison,
          requestedModelId: modelId,
          requestHash,
          mentions: ask.kind === 'question' ? question.material.mentions : [],
          leaseOwner: nodeId,
          model,
          pictureOptions: drawing?.options ?? null,
          baseIds: search?.baseIds ?? question.baseIds,
          usesRoomFiles: question.usesRoomFiles,
          usesRoomFilesFromNowOn: asked.usesRoomFiles,
          usesWeb: question.usesWeb,
          usesWebFromNowOn: asked.usesWeb,
          usesTools: question.usesTools,
          usesToolsFromNowOn: asked.usesTools,
          ownerId,
        },
        question,
      ),
    ),
  )
}

/** Refuses attachments that are gone, too large together, or pictures that a model can't see. */
async function requireAttached(
  trx: TenantTransaction,
  { plans }: AnswerPorts,
  member: Asker,
  attachments: readonly FileId[],
  answers: readonly PlannedAnswer[],
): Promise<void> {
  const files = await requireAttachments(trx, member, attachments)
  await refuseTooMuchTogether(trx, member, plans, files)
  if (files.some(isPicture) && answers.some(({ plan }) => !plan.model.seesPictures)) fail('PICTURES_NOT_SEEN')
}

/** Other questions used up the limit since the plan was made: another model may have to answer. */
class LimitPassed extends Error {}

/** Holds the maximum price of every answer; refuses all of them when one is not covered. */
async function hold(
  trx: TenantTransaction,
  { accountId, userId }: Asker,
  roomId: RoomId,
  { asked, answers, question }: Pick<PlannedQuestion, 'asked' | 'answers' | 'question'>,
): Promise<void> {
  const { limit } = question.material
  const within = answers.filter(({ plan }) => !plan.isBeyondLimit)
  const isPlannedWithin =
    limit !== null && within.reduce((sum, { plan }) => sum + plan.maxCostMilli, 0) <= limit.leftMilli
  let heldMilli = 0
  for (const { turnId, plan } of answers) {
    const { drawing, isBeyondLimit } = plan
    const amountMilli = firstHold(asked, plan)
    const kind = jobKindOf(asked, plan) ? 'job' : drawing ? 'picture' : 'question'
    const held = await holdCredits(trx, {
      accountId,
      userId,
      turnId,
      amountMilli,
      kind,
      roomId,
      isBeyondLimit,
    })
    if (held.outcome !== 'held') {
      if (held.isByLimit && isPlannedWithin) throw new LimitPassed()
      return refuse(answers, heldMilli + held.availableMilli)
    }
    heldMilli += amountMilli
  }
}

function refuse(answers: readonly PlannedAnswer[], availableMilli: number): never {
  const neededMilli = answers.reduce((sum, { plan }) => sum + plan.maxCostMilli, 0)
  const details = {
    needed: neededMilli / 1000,
    available: availableMilli / 1000,
    ...(answers.length > 1 && { models: answers.length }),
  }
  return fail(availableMilli <= 0 ? 'CREDITS_EXHAUSTED' : 'NOT_ENOUGH_CREDITS', { details })
}
