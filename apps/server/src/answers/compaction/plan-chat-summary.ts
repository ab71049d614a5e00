import { type ChatId, mintId, type RoomId, type TurnId } from '@atrium/contract'
import { requireChat, requireTurn } from '../../chats/index.ts'
import type { AllowedModels, ResolvedModel } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Member } from '../../platform/http/guards.ts'
import { usableRoom } from '../../rooms/index.ts'
import { gatherMaterial } from '../plan/gather-material.ts'
import { planAnswer } from '../plan/plan-answer.ts'
import type { AnswerPorts } from '../ports.ts'
import type { SummaryPlan } from './plan-summary.ts'

export type SummaryRequest = { chatId: ChatId; lastTurnId: TurnId; modelId: string }

export type PlannedChatSummary = {
  plan: SummaryPlan
  model: ResolvedModel
  allowedModelIds: AllowedModels
  /** The room of the chat. */
  roomId: RoomId
}

/** Plans an answer to an empty question, and returns which turns it would summarize for which model; null if none. */
export async function planChatSummary(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Member,
  { chatId, lastTurnId, modelId }: SummaryRequest,
): Promise<PlannedChatSummary | null> {
  const chat = await requireChat(trx, member, chatId, 'ask')
  const last = await requireTurn(trx, member, lastTurnId, 'ask')
  if (last.chat_id !== chatId) fail('NOT_FOUND')
  const room = (await usableRoom(trx, member, chat.room_id)) ?? fail('NOT_FOUND')
  const material = await gatherMaterial(trx, ports, member, {
    room,
    chatId,
    modelId,
    modifiers: chat.modifiers,
    sendsAll: false,
    parentTurnId: lastTurnId,
    messageId: mintId('message'),
    question: { text: '', mentions: [], canvasIds: [] },
    attachments: [],
    writtenBefore: '',
    drawing: { options: {}, before: [] },
    search: null,
    web: null,
    tables: null,
    serverTools: null,
  })
  const request = { modelId, style: 'quick' as const, compactsNow: true }
  const { model, summary, allowedModelIds } = planAnswer(ports.models, material, request)
  return summary && { plan: summary, model, allowedModelIds, roomId: chat.room_id }
}
