import { createHash } from 'node:crypto'
import type { AskQuestion } from '@atrium/contract'
import { findEarlierTurn, isSameRequest } from '../chats/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { openTurn, type OpenedTurn, type PlannedQuestion } from './open-turn.ts'
import { gatherQuestion, type GatheredQuestion, loadChatToAsk } from './plan/gather-material.ts'
import { planAnswer } from './plan/plan-answer.ts'
import { notifyReaders } from './notify-readers.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { writeAnswer } from './write/write-answer.ts'

/** How often an answer is planned for one question, when its chat or room keeps changing. */
const maxPlans = 5

/**
 * Accepts a question and starts its answer. When this returns, the question, its turn and the hold are committed; this process writes
 * the answer whether or not anybody reads it, or workers do, for a model whose answers are deferred. Asking the same again only finds it. With `isQueued`, takes the question out of its chat's
 * queue, or does nothing when it is not there any more.
 */
export async function askQuestion(
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  { isQueued = false }: { isQueued?: boolean } = {},
): Promise<void> {
  const accepted = await acceptQuestion(ports, member, asked, isQueued)
  if (!accepted) return
  const { plan, question, turn, mentioned } = accepted
  const { isDeferred } = plan.model
  if (!isDeferred) ports.running.set(turn.turnId, turn)
  const { share, room } = question.chat
  const opened = { type: 'turn-opened' as const, chatId: asked.chatId, turnId: asked.turnId }
  notifyReaders(ports, member, share === 'none' ? null : room.id, opened)
  for (const userId of mentioned) ports.publishMention({ accountId: member.accountId, userId })
  // An agent job writes it.
  if (isDeferred) return
  void writeAnswer(ports, {
    ...plan,
    turn,
    style: asked.style,
    writtenBefore: question.material.writtenBefore,
    handedOver: null,
    isFirstOfChat: question.parentTurnId === null,
  })
}

type AcceptedQuestion = PlannedQuestion & Exclude<OpenedTurn, string>

/**
 * Plans the answer without a lock, then opens its turn. Plans again if the chat or its room changed in between. Null when the same
 * request was accepted before.
 */
async function acceptQuestion(
  ports: AnswerPorts,
  member: Asker,
  asked: AskQuestion,
  isQueued: boolean,
): Promise<AcceptedQuestion | null> {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  for (let count = 0; count < maxPlans; count += 1) {
    const question = await gatherUnlessKnown(ports, member, asked, requestHash)
    if (!question) return null
    const planned = {
      asked,
      isQueued,
      requestHash,
      question,
      plan: planAnswer(ports.models, question.material, asked),
    }
    const opened = await openTurn(ports, member, planned)
    if (opened === 'known') return null
    if (opened !== 'outdated') return { ...planned, ...opened }
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
