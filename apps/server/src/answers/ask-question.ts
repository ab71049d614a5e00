import type { AskQuestion } from '@atrium/contract'
import { ChatExists, findEarlierTurn, isSameRequest, LeftQueue } from '../chats/index.ts'
import { inTenant, isUniqueViolation, retryable, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Span } from '../platform/traces/index.ts'
import { jobKindOf } from './start-agent-job.ts'
import { openQuestion, type OpenedQuestion, Outdated, type PlannedQuestion } from './open-turn.ts'
import { gatherQuestion, type GatheredQuestion, loadChatToAsk } from './plan/gather-material.ts'
import { planAnswer } from './plan/plan-answer.ts'
import { requestsOf } from './plan/compared-answers.ts'
import { notifyReaders } from './notify-readers.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { traceAccepting } from './write/trace-answers.ts'
import { writeAnswer } from './write/write-answer.ts'

/** How often an answer is planned for one question, when its chat or room keeps changing. */
const maxPlans = 5

/** `span` is that of the request; null if its trace isn't recorded. */
type AskOptions = { isQueued?: boolean; chatTitle?: string; span?: Span | null | undefined }

/**
 * Accepts a question and starts its answer. When this returns, the question, its turn and the hold are committed; this process writes the
 * answer whether or not anybody reads it, or workers do if it is an agent job. A repeated request only finds it. With `isQueued`, takes the
 * question out of its chat's queue, or does nothing when it is no longer there. `chatTitle` names a chat that it creates.
 */
export async function askQuestion(
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  { isQueued = false, chatTitle, span }: AskOptions = {},
): Promise<void> {
  const accepted = await traceAccepting(ports.traces, span, () =>
    acceptQuestion(ports, member, asked, { isQueued, chatTitle }),
  )
  if (!accepted) return
  const { question, answers, mentioned } = accepted
  const { share, room } = question.chat
  for (const { plan, turn } of answers) {
    if (!jobKindOf(asked, plan)) ports.running.set(turn.turnId, turn)
    const opened = { type: 'turn-opened' as const, chatId: asked.chatId, turnId: turn.turnId }
    notifyReaders(ports, member, share === 'none' ? null : room.id, opened)
  }
  for (const userId of mentioned) ports.publishMention({ accountId: member.accountId, userId })
  for (const { plan, turn } of answers) {
    // An agent job writes it.
    if (jobKindOf(asked, plan)) {
      turn.trace?.end(true)
      continue
    }
    const answer = {
      ...plan,
      turn,
      style: asked.style,
      writtenBefore: question.material.writtenBefore,
      handedOver: null,
      isFirstOfChat: question.parentTurnId === null,
    }
    void writeAnswer(ports, answer, { announcedModelId: plan.model.modelId })
  }
}

type AcceptedQuestion = { question: GatheredQuestion } & OpenedQuestion

/**
 * Plans the answer, or those of a comparison, and opens their turns in one transaction. Plans before it locks the chat, and again if the
 * chat or its room changed in between. Null when the same request was accepted before.
 */
async function acceptQuestion(
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  options: Pick<PlannedQuestion, 'isQueued' | 'chatTitle'>,
): Promise<AcceptedQuestion | null> {
  const requests = requestsOf(asked)
  const { requestHash } = requests.find(({ turnId }) => turnId === asked.turnId) ?? fail('INVALID_INPUT')
  const planAndOpen = async (trx: TenantTransaction): Promise<AcceptedQuestion | null> => {
    const question = await gatherUnlessKnown(trx, ports, member, asked, requestHash)
    if (!question) return null
    const answers = requests.map(({ modelId, ...request }) => ({
      ...request,
      modelId,
      plan: planAnswer(ports.models, question.material, { ...asked, modelId }),
    }))
    return { question, ...(await openQuestion(trx, ports, member, { ...options, asked, question, answers })) }
  }
  let hasMetAnother = false
  for (let count = 0; count < maxPlans; count += 1)
    try {
      const accepted = await retryable(() => inTenant(ports.database, member, planAndOpen))
      for (const { turn, firstEvents } of accepted?.answers ?? []) turn.markAppended(firstEvents)
      return accepted
    } catch (error) {
      if (error instanceof LeftQueue) return null
      const hasMet = error instanceof ChatExists || isUniqueViolation(error)
      if (!(error instanceof Outdated) && !hasMet) throw error
      // Either it is the same request, which the next plan finds, or the id belongs to an object of somebody else.
      if (hasMet && hasMetAnother)
        return error instanceof ChatExists
          ? fail('NOT_FOUND')
          : fail('IDEMPOTENCY_KEY_REUSED', { cause: error })
      hasMetAnother ||= hasMet
    }
  return fail('CONFLICT')
}

async function gatherUnlessKnown(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  requestHash: string,
): Promise<GatheredQuestion | null> {
  const [earlier, chat] = await Promise.all([
    findEarlierTurn(trx, member, asked.turnId),
    loadChatToAsk(trx, member, asked),
  ])
  if (isSameRequest(earlier, member, requestHash)) return null
  return await gatherQuestion(trx, ports, member, asked, chat)
}
