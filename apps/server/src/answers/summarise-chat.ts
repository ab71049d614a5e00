import { type ChatId, type ChatSummary, mintId, type TurnId } from '@atrium/contract'
import { requireChat, requireTurn, sendEverything, summariesOf } from '../chats/index.ts'
import { type AllowedModels, ProviderFault, type ResolvedModel } from '../models/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { modelsAllowedIn, usableRoom } from '../rooms/index.ts'
import { buildPrompt } from './build-prompt.ts'
import { chooseModel, hasPictures } from './choose-model.ts'
import { countPrompt } from './count-prompt.ts'
import { mostOutputTokens, readableBy } from './fit-prompt.ts'
import { gatherMaterial } from './open-turn.ts'
import { onRequest, planSummary, type SummaryPlan } from './plan-summary.ts'
import type { AnswerPorts } from './ports.ts'
import { summarise } from './summarise.ts'

type Asked = { chatId: ChatId; lastTurnId: TurnId; modelId: string }

/** How long a model may take for it, in milliseconds. */
const patienceMs = 120_000

/**
 * Has the older part of a branch summarised because its owner asks for it, and sends summaries from then on. Null when there is
 * nothing to summarise. Throws SUMMARY_FAILED, and then everything is as it was.
 */
export async function summariseChat(
  ports: AnswerPorts,
  member: Member,
  asked: Asked,
): Promise<ChatSummary | null> {
  const found = await whatToSummarise(ports, member, asked)
  if (!found) return null
  const { plan, model, allowedModelIds } = found
  try {
    await summarise(ports, member, {
      chatId: asked.chatId,
      turns: plan.turns,
      earlier: plan.rest.earlier,
      answeredBy: model,
      allowedModelIds,
      summaryTokens: plan.summaryTokens,
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch (error) {
    if (error instanceof ProviderFault) return fail('SUMMARY_FAILED', { cause: error })
    throw error
  }
  const lastTurnId = plan.turns.at(-1)?.turnId
  const kept = await inTenant(ports.database, member, async (trx) => {
    // It may have been left or deleted while the model wrote.
    await requireChat(trx, member, asked.chatId, 'write')
    await sendEverything(trx, member.accountId, asked.chatId, false)
    return await summariesOf(trx, member.accountId, asked.chatId)
  })
  ports.notices.publish(member, { type: 'chat-changed', chatId: asked.chatId })
  return kept.find(({ turnId }) => turnId === lastTurnId) ?? null
}

const whatToSummarise = (
  ports: AnswerPorts,
  member: Member,
  { chatId, lastTurnId, modelId }: Asked,
): Promise<{ plan: SummaryPlan; model: ResolvedModel; allowedModelIds: AllowedModels } | null> =>
  inTenant(ports.database, member, async (trx) => {
    const chat = await requireChat(trx, member, chatId, 'write')
    const last = await requireTurn(trx, member, lastTurnId, 'write')
    if (last.chat_id !== chatId) fail('NOT_FOUND')
    const room = (await usableRoom(trx, member, chat.room_id)) ?? fail('NOT_FOUND')
    const material = await gatherMaterial(trx, ports, member, {
      room,
      modifiers: chat.modifiers,
      sendsAll: false,
      parentTurnId: lastTurnId,
      messageId: mintId('message'),
      question: { text: '', mentions: [] },
      attachments: [],
      writtenBefore: '',
    })
    const prompt = buildPrompt(material)
    const { model } = await chooseModel(trx, ports, member, {
      modelId,
      room,
      style: 'quick',
      question: '',
      hasImages: hasPictures(prompt),
      inputTokens: countPrompt(prompt),
      mostOutputTokens: mostOutputTokens.quick,
    })
    const plan = planSummary(material, { readable: readableBy(model, 'quick'), ...onRequest })
    return plan && { plan, model, allowedModelIds: modelsAllowedIn(room) }
  })
