import { isDeepStrictEqual } from 'node:util'
import type { AskQuestion, FileId, UserId } from '@atrium/contract'
import { refuseSuspended } from '../accounts/index.ts'
import { attach, isPicture, refuseTooMuchTogether, requireAttachments } from '../attachments/index.ts'
import {
  insertTurn,
  lockChatToAsk,
  type LogBatch,
  newChat,
  type NewChat,
  noteMentions,
  refuseWhileAnswering,
  takeQueued,
} from '../chats/index.ts'
import { type Hold, holdAndCommit, holdCredits, NotHeld } from '../credits/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { RoomBrief } from '../rooms/index.ts'
import { firstHold, jobKindOf, leaveToJob } from './leave-to-job.ts'
import { keepResolution } from './plan/choose-model.ts'
import type { RequestedAnswer } from './plan/compared-answers.ts'
import type { GatheredQuestion } from './plan/gather-material.ts'
import { peopleIn } from './plan/mentions.ts'
import type { AnswerPlan } from './plan/plan-answer.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { RunningTurn } from './write/running-turn.ts'
import { startOf } from './write/write-answer.ts'

export type PlannedQuestion = {
  asked: AskQuestion
  /** It comes from the queue of its chat. */
  isQueued: boolean
  /** The title of a new chat; by default made from its question. */
  chatTitle: string | undefined
  question: GatheredQuestion
  /** One, or those of a comparison in the order of their columns. */
  answers: readonly PlannedAnswer[]
}

type PlannedAnswer = RequestedAnswer & { plan: AnswerPlan }

/** The open turns of a question, with the people it mentions. */
export type OpenedQuestion = {
  /** `firstEvents` count as appended once the transaction has committed. */
  answers: { turn: RunningTurn; plan: AnswerPlan; firstEvents: LogBatch }[]
  mentioned: UserId[]
}

/** The chat or room has changed since the plan was made: rolls the transaction back, and the question is planned again. */
export class Outdated extends Error {}

/** The question left the queue of its chat meanwhile: rolls the transaction back. */
export class LeftQueue extends Error {}

/**
 * Opens a planned question: permission, question, open turns, holds. Writes nothing if anything is refused, since its errors roll the
 * transaction back: `Outdated`, `LeftQueue`, `ChatExists`, a unique violation for another request under the same id, and refusals.
 */
export async function openQuestion(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  planned: PlannedQuestion,
): Promise<OpenedQuestion> {
  const { asked, isQueued, chatTitle, question, answers } = planned
  const { accountId, userId } = member
  const { chatId, ask } = asked
  const { messageId, material, chat } = question
  // Regenerating or continuing mentions nobody again.
  const mentions = ask.kind === 'question' ? material.mentions : []
  const attachments = ask.kind === 'question' ? (ask.attachments ?? []) : []
  const first = {
    question: ask.kind === 'question' ? ask.text : '',
    title: chatTitle,
    isTemporary: asked.isTemporary ?? false,
    share: asked.share,
  }
  const created = chat.isNew ? newChat(chat, first) : undefined
  if (attachments.length > 0) await requireAttached(trx, ports, member, attachments, answers)
  const opened = answers.map(({ turnId, plan }) => {
    const turn = new RunningTurn({ lease: { accountId, turnId, leaseNumber: 1 }, chatId, userId })
    // An agent job announces its answer itself.
    if (!jobKindOf(asked, plan)) announce(ports, turn, plan)
    return { plan, turn, firstEvents: turn.takeBatch() }
  })
  // Sent together: the server runs them in this order, and stops at the first that fails.
  const [, , , , , mentioned] = await Promise.all([
    refuseSuspended(trx, accountId),
    created ?? refuseOutdated(trx, member, planned),
    isQueued && leaveQueue(trx, { accountId, turnId: asked.turnId }),
    asked.isLast && refuseWhileAnswering(trx, member, asked, chat.share),
    insertTurns(trx, ports, member, planned, { opened, created }),
    noteMentions(trx, member, { chatId, messageId }, peopleIn(mentions)),
    attach(
      trx,
      accountId,
      messageId,
      attachments.map((id) => ({ id })),
    ),
    ...answers.map(({ turnId, plan }) => keepResolution(trx, member, turnId, plan)),
  ])
  for (const { turnId, plan } of answers) {
    const kind = jobKindOf(asked, plan)
    if (kind) await leaveToJob(trx, ports, member, { ...asked, turnId, roomId: chat.room.id }, { kind, plan })
  }
  // Last, since all questions of the team wait for the balances.
  await hold(trx, member, chat.room, planned)
  return { answers: opened, mentioned }
}

/** Emits the first events of an answer. */
function announce(ports: AnswerPorts, turn: RunningTurn, plan: AnswerPlan): void {
  const messageMetadata = startOf(ports, { turn, drawing: plan.drawing }, plan.model, plan.choice)
  turn.emit({ type: 'start', messageId: turn.turnId, messageMetadata })
  turn.emit({ type: 'start-step' })
}

/** Locks the chat, and throws when it or its room differ from those that the plan was made from. */
async function refuseOutdated(
  trx: TenantTransaction,
  member: Asker,
  { asked, question }: PlannedQuestion,
): Promise<void> {
  const chat = await lockChatToAsk(trx, member, asked.chatId, member.roomId)
  if (!isDeepStrictEqual(chat, question.chat)) throw new Outdated()
}

async function leaveQueue(trx: TenantTransaction, queued: Parameters<typeof takeQueued>[1]): Promise<void> {
  if (!(await takeQueued(trx, queued))) throw new LeftQueue()
}

/** Inserts the question with its turns. The first column comes last: it is the newest branch, which the chat shows. */
async function insertTurns(
  trx: TenantTransaction,
  { nodeId }: AnswerPorts,
  member: Asker,
  { asked, question, answers }: PlannedQuestion,
  {
    opened,
    created,
  }: { opened: readonly { turn: RunningTurn; firstEvents: LogBatch }[]; created: NewChat | undefined },
): Promise<void> {
  const { ask } = asked
  const inOrder = answers.toReversed().map((answer, index) => ({
    ...answer,
    // The first turn inserts the question; the others answer the same one.
    ask: index === 0 ? ask : { kind: 'regenerate' as const, turnId: answer.turnId },
    newChat: index === 0 ? created : undefined,
    firstEvents: opened.find(({ turn }) => turn.turnId === answer.turnId)?.firstEvents,
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
          newChat: answer.newChat,
          firstEvents: answer.firstEvents?.events.length === 0 ? undefined : answer.firstEvents,
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
          ownerId: question.chat.ownerId,
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

/** Holds the maximum price of every answer; refuses all of them when one is not covered. Commits the transaction where no limit applies. */
async function hold(
  trx: TenantTransaction,
  { accountId, userId }: Asker,
  room: RoomBrief,
  { asked, answers, question }: Pick<PlannedQuestion, 'asked' | 'answers' | 'question'>,
): Promise<void> {
  const holds = answers.map(({ turnId, plan }) => ({
    accountId,
    userId,
    turnId,
    roomId: room.id,
    amountMilli: firstHold(asked, plan),
    kind: jobKindOf(asked, plan)
      ? ('job' as const)
      : plan.drawing
        ? ('picture' as const)
        : ('question' as const),
    isBeyondLimit: plan.isBeyondLimit,
  }))
  if (room.isLimited) return await holdWithinLimits(trx, holds, { answers, question })
  try {
    await holdAndCommit(trx, holds)
  } catch (error) {
    if (!(error instanceof NotHeld)) throw error
    // A limit was set after the plan was made.
    if (error.availableMilli === null) throw new Outdated()
    refuse(answers, error.availableMilli)
  }
}

async function holdWithinLimits(
  trx: TenantTransaction,
  holds: readonly Hold[],
  { answers, question }: Pick<PlannedQuestion, 'answers' | 'question'>,
): Promise<void> {
  const { limit } = question.material
  const within = answers.filter(({ plan }) => !plan.isBeyondLimit)
  const isPlannedWithin =
    limit !== null && within.reduce((sum, { plan }) => sum + plan.maxCostMilli, 0) <= limit.leftMilli
  let heldMilli = 0
  for (const hold of holds) {
    const held = await holdCredits(trx, hold)
    if (held.outcome !== 'held') {
      // Other questions used up the limit since the plan was made: another model may have to answer.
      if (held.isByLimit && isPlannedWithin) throw new Outdated()
      return refuse(answers, heldMilli + held.availableMilli)
    }
    heldMilli += hold.amountMilli
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
