import { isDeepStrictEqual } from 'node:util'
import { type AskQuestion, limits, type RoomId, type UserId } from '@atrium/contract'
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
import { keepResolution } from './plan/choose-model.ts'
import type { GatheredQuestion } from './plan/gather-material.ts'
import { peopleIn } from './plan/mentions.ts'
import type { AnswerPlan } from './plan/plan-answer.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { RunningTurn } from './write/running-turn.ts'

export type PlannedQuestion = {
  asked: AskQuestion
  /** It comes from the queue of its chat. */
  isQueued: boolean
  requestHash: string
  question: GatheredQuestion
  plan: AnswerPlan
}

/**
 * What opening a turn came to: the open turn with the people it mentions; 'known' when the same request was accepted before;
 * 'outdated' when what the plan was made from has changed.
 */
export type OpenedTurn = { turn: RunningTurn; mentioned: UserId[] } | 'known' | 'outdated'

/**
 * Transaction 1: permission, question, open turn, hold. Writes nothing if anything is refused. A different request under the same id
 * throws IDEMPOTENCY_KEY_REUSED.
 */
export async function openTurn(
  ports: AnswerPorts,
  member: Asker,
  planned: PlannedQuestion,
): Promise<OpenedTurn> {
  try {
    return await retryable(() => inTenant(ports.database, member, (trx) => open(trx, ports, member, planned)))
  } catch (error) {
    // Another account, chat or request has this id already; ids are random, so this is no accident.
    if (isUniqueViolation(error)) return fail('IDEMPOTENCY_KEY_REUSED', { cause: error })
    throw error
  }
}

async function open(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  { asked, isQueued, requestHash, question, plan }: PlannedQuestion,
): Promise<OpenedTurn> {
  const { chatId, turnId, ask } = asked
  const first = {
    question: ask.kind === 'question' ? ask.text : '',
    isTemporary: asked.isTemporary ?? false,
    share: asked.share,
  }
  // Sent together; the server runs the second once the chat is locked.
  const [{ chat, hasTwin }, sooner] = await Promise.all([
    enterChat(trx, member, chatId, member.roomId, first),
    findEarlierTurn(trx, member, turnId),
  ])
  const earlier = hasTwin ? await findEarlierTurn(trx, member, turnId) : sooner
  if (isSameRequest(earlier, member, requestHash)) return 'known'
  if (!isDeepStrictEqual(chat, question.chat)) return 'outdated'
  if (isQueued && !(await takeQueued(trx, { accountId: member.accountId, turnId }))) return 'known'
  if (asked.isLast) await refuseWhileAnswering(trx, member, asked, chat.share)
  const { model, drawing, search } = plan
  const { messageId, material } = question
  // Regenerating or continuing mentions nobody again.
  const mentions = ask.kind === 'question' ? material.mentions : []
  const opening = {
    ...asked,
    requestedModelId: asked.modelId,
    requestHash,
    mentions,
    leaseOwner: ports.nodeId,
    model,
    pictureOptions: drawing?.options ?? null,
    baseIds: search?.baseIds ?? question.baseIds,
    usesRoomFiles: question.usesRoomFiles,
    usesRoomFilesFromNowOn: asked.usesRoomFiles,
    usesWeb: question.usesWeb,
    usesWebFromNowOn: asked.usesWeb,
    ownerId: chat.ownerId,
  }
  if (ask.kind === 'question' && ask.attachments?.length) await requireAttached(trx, ports, member, ask, plan)
  const [, mentioned] = await Promise.all([
    insertTurn(trx, member, opening, question),
    noteMentions(trx, member, { chatId, messageId }, peopleIn(mentions)),
    ask.kind === 'question' &&
      attach(
        trx,
        member.accountId,
        messageId,
        (ask.attachments ?? []).map((id) => ({ id })),
      ),
    keepResolution(trx, member, turnId, plan),
    hold(trx, member, { turnId, roomId: chat.room.id }, { ...plan, maxCostMilli: firstHold(asked, plan) }),
  ])
  if (model.isDeferred) await startJob(trx, ports, member, asked, chat.room.id)
  const lease = { accountId: member.accountId, turnId, leaseNumber: 1 }
  return { turn: new RunningTurn({ lease, chatId, userId: member.userId }), mentioned }
}

/** Refuses attachments that are gone, too large together, or pictures that the model can't see. */
async function requireAttached(
  trx: TenantTransaction,
  { plans }: AnswerPorts,
  member: Asker,
  { attachments = [] }: Extract<AskQuestion['ask'], { kind: 'question' }>,
  { model }: AnswerPlan,
): Promise<void> {
  const files = await requireAttachments(trx, member, attachments)
  await refuseTooMuchTogether(trx, member, plans, files)
  if (files.some(isPicture) && !model.seesPictures) fail('PICTURES_NOT_SEEN')
}

/** An agent job raises its hold step by step, within its budget. */
const firstHold = ({ job }: AskQuestion, { model, maxCostMilli }: AnswerPlan): number =>
  model.isDeferred ? Math.min(maxCostMilli, budgetOf(job)) : maxCostMilli

const budgetOf = (job: AskQuestion['job']): number => (job?.budgetCredits ?? limits.jobBudgetCredits) * 1000

/** Has an agent job write the answer. */
async function startJob(
  trx: TenantTransaction,
  ports: AnswerPorts,
  { accountId, userId }: Asker,
  { chatId, turnId, job, ask }: AskQuestion,
  roomId: RoomId,
): Promise<void> {
  // A job writes an answer of its own.
  if (ask.kind === 'continue') fail('MODEL_NOT_AVAILABLE')
  const reviewsPlan = job?.reviewsPlan ?? false
  await ports.startJob(trx, {
    accountId,
    userId,
    chatId,
    turnId,
    roomId,
    budgetMilli: budgetOf(job),
    reviewsPlan,
  })
}

async function hold(
  trx: TenantTransaction,
  { accountId, userId }: Asker,
  { turnId, roomId }: { turnId: AskQuestion['turnId']; roomId: RoomId },
  { model, drawing, maxCostMilli: amountMilli }: Pick<AnswerPlan, 'model' | 'drawing' | 'maxCostMilli'>,
): Promise<void> {
  const kind = model.isDeferred ? 'job' : drawing ? 'picture' : 'question'
  const held = await holdCredits(trx, { accountId, userId, turnId, amountMilli, kind, roomId })
  if (held.outcome === 'held') return
  const details = { needed: amountMilli / 1000, available: held.availableMilli / 1000 }
  fail(held.availableMilli <= 0 ? 'CREDITS_EXHAUSTED' : 'NOT_ENOUGH_CREDITS', { details })
}
