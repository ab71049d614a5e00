import type { AskQuestion, UserId } from '@atrium/contract'
import { refuseSuspended } from '../accounts/index.ts'
import { attach, isPicture, refuseTooMuchTogether } from '../attachments/index.ts'
import {
  insertTurn,
  type LogBatch,
  newChat,
  noteMentions,
  refuseChangedChat,
  refuseWhileAnswering,
  takeQueued,
} from '../chats/index.ts'
import { type Hold, holdAndCommit, holdCredits, NotHeld } from '../credits/index.ts'
import {
  type RowsOf,
  sendTogether,
  type Statement,
  type TenantTransaction,
} from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { firstHold, jobKindOf, startAgentJob } from './start-agent-job.ts'
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

/**
 * Opens a planned question: permission, question, open turns, holds. Writes nothing if anything is refused, since its errors roll the
 * transaction back: `Outdated`, `LeftQueue`, `ChatExists`, a unique violation for another request under the same id, and refusals. What it
 * writes is sent in one message, with the commit where neither an agent job nor a monthly limit needs a second look.
 */
export async function openQuestion(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  planned: PlannedQuestion,
): Promise<OpenedQuestion> {
  const { asked, question, answers } = planned
  const { chatId } = asked
  if (asked.ask.kind === 'question') await refuseAttachments(trx, ports, member, question, answers)
  const opened = answers.map(({ turnId, plan }) => {
    const turn = new RunningTurn({ lease: { ...leaseOf(member), turnId }, chatId, userId: member.userId })
    // An agent job announces its answer itself.
    if (!jobKindOf(asked, plan)) announce(ports, turn, plan)
    return { plan, turn, firstEvents: turn.takeBatch() }
  })
  // Regenerating or continuing mentions nobody again.
  const people = asked.ask.kind === 'question' ? peopleIn(question.material.mentions) : []
  const mentions = noteMentions(member, { chatId, messageId: question.messageId }, people)
  const statements = [...refusals(member, planned), ...writes(ports, member, planned, opened, mentions)]
  const rowsOf = await sendWithHolds(trx, ports, member, planned, statements)
  return { answers: opened, mentioned: mentions ? rowsOf(mentions).map(({ personId }) => personId) : [] }
}

const leaseOf = ({ accountId }: Asker) => ({ accountId, leaseNumber: 1 })

/** What must be true when the turns are opened, however long planning took. */
function refusals(member: Asker, { asked, isQueued, question: { chat } }: PlannedQuestion): Statement[] {
  const { accountId } = member
  const changed = chat.isNew ? [] : refuseChangedChat(member, asked.chatId, chat)
  return [
    refuseSuspended(accountId),
    ...changed.map((statement) => ({ ...statement, refusal: () => new Outdated() })),
    ...(isQueued ? [takeQueued({ accountId, turnId: asked.turnId })] : []),
    ...(asked.isLast && chat.share === 'open' ? [refuseWhileAnswering(member, asked)] : []),
  ]
}

type OpenedAnswer = OpenedQuestion['answers'][number]

/** The question with its chat if that is new, its attachments and mentions, and its turns. */
function writes(
  ports: AnswerPorts,
  member: Asker,
  planned: PlannedQuestion,
  opened: readonly OpenedAnswer[],
  mentions: Statement | null,
): Statement[] {
  const { asked, question, answers } = planned
  const attachments = asked.ask.kind === 'question' ? (asked.ask.attachments ?? []) : []
  const files = attachments.map((id) => ({ id }))
  const choices = answers.map(({ turnId, plan }) => keepResolution(member, turnId, plan))
  return [
    ...insertTurns(ports, member, planned, opened),
    ...(files.length > 0 ? [attach(member.accountId, question.messageId, files)] : []),
    ...[mentions, ...choices].filter((statement) => statement !== null),
  ]
}

/** Emits the first events of an answer. */
function announce(ports: AnswerPorts, turn: RunningTurn, plan: AnswerPlan): void {
  const messageMetadata = startOf(ports, { turn, drawing: plan.drawing }, plan.model, plan.choice)
  turn.emit({ type: 'start', messageId: turn.turnId, messageMetadata })
  turn.emit({ type: 'start-step' })
}

/** Inserts the question with its turns. The first column comes last: it is the newest branch, which the chat shows. */
function insertTurns(
  { nodeId }: AnswerPorts,
  member: Asker,
  { asked, chatTitle, question, answers }: PlannedQuestion,
  opened: readonly OpenedAnswer[],
): Statement[] {
  const { ask } = asked
  const isQuestion = ask.kind === 'question'
  const created = question.chat.isNew
    ? newChat(question.chat, {
        question: isQuestion ? ask.text : '',
        title: chatTitle,
        isTemporary: asked.isTemporary ?? false,
        share: asked.share,
      })
    : undefined
  return answers.toReversed().flatMap(({ turnId, modelId, requestHash, comparison, plan }, index) => {
    const { model, drawing, search } = plan
    const firstEvents = opened.find(({ turn }) => turn.turnId === turnId)?.firstEvents
    return insertTurn(
      member,
      {
        ...asked,
        turnId,
        // The first turn inserts the question; the others answer the same one.
        ask: index === 0 ? ask : { kind: 'regenerate', turnId },
        newChat: index === 0 ? created : undefined,
        firstEvents: firstEvents?.events.length === 0 ? undefined : firstEvents,
        comparison: comparison ?? question.comparison,
        requestedModelId: modelId,
        requestHash,
        mentions: isQuestion ? question.material.mentions : [],
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
      },
      question,
    )
  })
}

/** Refuses attachments that are too large together, or pictures that a model can't see. Planning has found and locked them. */
async function refuseAttachments(
  trx: TenantTransaction,
  { plans }: AnswerPorts,
  member: Asker,
  { messageId, material }: GatheredQuestion,
  answers: readonly PlannedAnswer[],
): Promise<void> {
  const files = material.attachments.get(messageId) ?? []
  await refuseTooMuchTogether(trx, member, plans, files)
  if (files.some(isPicture) && answers.some(({ plan }) => !plan.model.seesPictures)) fail('PICTURES_NOT_SEEN')
}

/**
 * Sends the statements, and holds the maximum price of every answer last, since all questions of the team wait for the balances; refuses all
 * answers when one is not covered. Commits the transaction where no limit applies.
 */
async function sendWithHolds(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  { asked, answers, question }: PlannedQuestion,
  statements: readonly Statement[],
): Promise<RowsOf> {
  const { accountId, userId } = member
  const { room } = question.chat
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
  const jobs = answers.flatMap(({ turnId, plan }) => {
    const kind = jobKindOf(asked, plan)
    return kind ? [{ turnId, plan, kind }] : []
  })
  const sent = jobs.length > 0 || room.isLimited ? await sendTogether(trx, statements) : null
  for (const { turnId, plan, kind } of jobs)
    await startAgentJob(trx, ports, member, { ...asked, turnId, roomId: room.id }, { kind, plan })
  if (sent && room.isLimited) {
    await holdWithinLimits(trx, holds, { answers, question })
    return sent
  }
  try {
    const committed = await holdAndCommit(trx, holds, sent ? [] : statements)
    return sent ?? committed
  } catch (error) {
    if (!(error instanceof NotHeld)) throw error
    // A limit was set after the plan was made.
    if (error.availableMilli === null) throw new Outdated()
    return refuse(answers, error.availableMilli)
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
