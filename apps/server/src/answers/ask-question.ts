import type { AskQuestion } from '@atrium/contract'
import { findEarlierTurn, isSameRequest } from '../chats/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { jobKindOf } from './leave-to-job.ts'
import { openQuestion, type OpenedQuestion, type PlannedQuestion } from './open-turn.ts'
import { gatherQuestion, type GatheredQuestion, loadChatToAsk } from './plan/gather-material.ts'
import { planAnswer } from './plan/plan-answer.ts'
import { requestsOf } from './plan/compared-answers.ts'
import { notifyReaders } from './notify-readers.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { writeAnswer } from './write/write-answer.ts'

/** How often an answer is planned for one question, when its chat or room keeps changing. */
const maxPlans = 5

/**
 * Accepts a question and starts its answer. When this returns, the question, its turn and the hold are committed; this process writes
 * the answer whether or not anybody reads it, or workers do, for an answer that an agent job writes. Asking the same again only finds it. With `isQueued`, takes the question out of its chat's
 * queue, or does nothing when it is not there any more. `chatTitle` names a chat that it creates.
 */
export async function askQuestion(
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  { isQueued = false, chatTitle }: { isQueued?: boolean; chatTitle?: string } = {},
): Promise<void> {
  const accepted = await acceptQuestion(ports, member, asked, { isQueued, chatTitle })
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
    if (jobKindOf(asked, plan)) continue
    void writeAnswer(ports, {
      ...plan,
      turn,
      style: asked.style,
      writtenBefore: question.material.writtenBefore,
      handedOver: null,
      isFirstOfChat: question.parentTurnId === null,
    })
  }
}

type AcceptedQuestion = { question: GatheredQuestion } & Exclude<OpenedQuestion, string>

/**
 * Plans the answer, or those of a comparison, without a lock, then opens their turns. Plans again if the chat or its room changed in between. Null when the same
 * request was accepted before.
 */
async function acceptQuestion(
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  { isQueued, chatTitle }: Pick<PlannedQuestion, 'isQueued' | 'chatTitle'>,
): Promise<AcceptedQuestion | null> {
  const requests = requestsOf(asked)
  const { requestHash } = requests.find(({ turnId }) => turnId === asked.turnId) ?? fail('INVALID_INPUT')
  for (let count = 0; count < maxPlans; count += 1) {
    const question = await gatherUnlessKnown(ports, member, asked, requestHash)
    if (!question) return null
    const planned = {
      asked,
      isQueued,
      chatTitle,
      requestHash,
      question,
      answers: requests.map(({ modelId, ...request }) => ({
        ...request,
        modelId,
        plan: planAnswer(ports.models, question.material, { ...asked, modelId }),
      })),
    }
    const opened = await openQuestion(ports, member, planned)
    if (opened === 'known') return null
    if (opened !== 'outdated') return { question, ...opened }
  }
  return fail('CONFLICT')
}

const gatherUnlessKnown = (
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  requestHash: string,
): Promise<GatheredQuestion | null> =>
  inTenant(ports.database, member, async (trx) => {
    const [earlier, chat] = await Promise.all([
      findEarlierTurn(trx, member, asked.turnId),
      loadChatToAsk(trx, member, asked),
    ])
    if (isSameRequest(earlier, member, requestHash)) return null
    return await gatherQuestion(trx, ports, member, asked, chat)
  })
