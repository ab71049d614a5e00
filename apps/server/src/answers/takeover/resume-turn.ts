import {
  answerText,
  type ChatId,
  foldParts,
  hasStarted,
  picturesIn,
  sourcesIn,
  tablesIn,
  toolCallsIn,
  webIn,
} from '@atrium/contract'
import {
  type Actor,
  type LoggedEvent,
  loadTurn,
  type OrphanedTurn,
  readLog,
  requireChat,
  type StoredTurn,
} from '../../chats/index.ts'
import type { ModelPrice } from '../../credits/index.ts'
import { choicesOf } from '../../models/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { usableRoom } from '../../rooms/index.ts'
import { closeTurn } from '../close/close-turn.ts'
import { writtenTokens } from '../close/usage-of.ts'
import { buildPrompt } from '../plan/build-prompt.ts'
import { countPrompt } from '../plan/count-prompt.ts'
import { type AnswerMaterial, gatherMaterial, type MaterialSource } from '../plan/gather-material.ts'
import { planAnswer } from '../plan/plan-answer.ts'
import { type RequestedDrawing, requestedDrawing } from '../plan/prepare-drawing.ts'
import type { AnswerPorts } from '../ports.ts'
import type { AnswerOutcome } from '../write/answer-to-write.ts'
import { traceTurn } from '../write/trace-answers.ts'
import { RunningTurn } from '../write/running-turn.ts'
import { writeAnswer } from '../write/write-answer.ts'
import { handedOverIn } from './hand-over.ts'

/** Maximum attempts of a question whose writers die before the first word (B11). */
export const maxAttempts = 3

const free: ModelPrice = {
  inputMilliPerMillionTokens: 0,
  cachedInputMilliPerMillionTokens: 0,
  outputMilliPerMillionTokens: 0,
}

/**
 * Resumes a turn whose process stopped. If no text was shown yet, the model is asked again. If its writer handed it over, the
 * text continues where it stopped. If its writer died, it ends as interrupted with the text so far, and its asker may continue it.
 */
export async function resumeTurn(ports: AnswerPorts, orphan: OrphanedTurn): Promise<void> {
  const actor = { accountId: orphan.account_id, userId: orphan.asked_by }
  const left = await inTenant(ports.database, actor, (trx) => loadUnfinished(trx, ports, actor, orphan))
  if (!left) return
  const { stored, events, material, drawing, writtenBefore, handedOver, choice } = left
  const { style } = orphan
  const turn = new RunningTurn({
    lease: { accountId: actor.accountId, turnId: orphan.id, leaseNumber: orphan.lease_number },
    chatId: orphan.chat_id,
    userId: actor.userId,
    lastEventId: events.at(-1)?.eventId ?? 0,
    written: foldParts(events.map((event) => event.part)),
  })
  traceTurn(ports.traces, turn, 'answer')
  const announcedModelId = announcedModelIdOf(events)
  // One model makes all pictures of an answer.
  const modelId = (hasMade(drawing) && announcedModelId) || orphan.model_id
  const allowedModelIds = material?.allowedModelIds ?? null
  const model =
    ports.models.resolve(modelId, { style, inputTokens: 0, preference: 'balanced', allowedModelIds })
      ?.model ?? null
  const wasShown = hasStarted(turn.parts)
  const mayAsk = (handedOver || !wasShown) && !orphan.stop_requested && orphan.attempts <= maxAttempts
  const plan = mayAsk && material && model ? planAnswer(ports.models, material, { modelId, style }) : null
  if (plan && (plan.drawing || !hasMade(drawing))) {
    ports.running.set(turn.turnId, turn)
    // The earlier process used part of the hold.
    const maxOutputTokens = Math.max(1, plan.maxOutputTokens - writtenTokens({ writtenBefore, handedOver }))
    const isFirstOfChat = stored.first_of_chat
    const answer = { ...plan, maxOutputTokens, turn, choice, style, writtenBefore, handedOver, isFirstOfChat }
    void writeAnswer(ports, answer, { announcedModelId })
    return
  }
  const closing = {
    turn,
    inputTokens: material ? countPrompt(buildPrompt(material)) : 0,
    isFirstOfChat: stored.first_of_chat,
    writtenBefore,
    handedOver,
    drawing: stored.picture_options && { options: stored.picture_options, before: drawing.before },
  }
  const state = orphan.stop_requested || !material ? 'stopped' : wasShown ? 'interrupted' : 'failed'
  await closeTurn(ports, closing, {
    state,
    errorCode: errorCodeOf[state],
    retryAfterSeconds: null,
    usage: null,
    model: model ?? removedModel(orphan, stored),
  })
}

const errorCodeOf = {
  stopped: null,
  interrupted: 'ANSWER_INTERRUPTED',
  failed: 'PROVIDER_UNAVAILABLE',
} as const

/** A model that the configuration no longer has. It has no price: its unfinished answer is free. */
export const removedModel = (
  orphan: Pick<OrphanedTurn, 'model_id'>,
  stored: Pick<StoredTurn, 'model_name' | 'sandbox'>,
): AnswerOutcome['model'] => ({
  modelId: orphan.model_id,
  displayName: stored.model_name ?? orphan.model_id,
  sandbox: stored.sandbox,
  price: free,
  pictures: null,
})

const hasMade = ({ made = [] }: RequestedDrawing): boolean => made.length > 0

/** The model that was announced last; null when none was. */
const announcedModelIdOf = (events: readonly LoggedEvent[]): string | null =>
  events.reduce<string | null>(
    (retrieved, { part }) =>
      part.type === 'start' || part.type === 'message-metadata' ? part.messageMetadata.modelId : retrieved,
    null,
  )

/** Loads what is stored of an open turn; without its material when its asker may no longer write in the chat. */
export async function loadUnfinished(
  trx: TenantTransaction,
  ports: AnswerPorts,
  actor: Actor,
  orphan: Pick<OrphanedTurn, 'id' | 'chat_id' | 'model_id' | 'handed_over'>,
) {
  const stored = await loadTurn(trx, actor.accountId, orphan.id)
  if (!stored) return null
  const events = await readLog(trx, actor.accountId, orphan.id)
  const continued = stored.continues_turn_id
    ? await loadTurn(trx, actor.accountId, stored.continues_turn_id)
    : null
  const writtenBefore = answerText(continued?.parts ?? [])
  const written = foldParts(events.map(({ part }) => part))
  const found = tablesIn(written)
  const called = toolCallsIn(written)
  // While a call waits for consent, the writer writes nothing: the whole text is in the log, as after a handover.
  const isWaiting = called.some(({ state }) => state === 'waiting')
  const handedOver = orphan.handed_over || isWaiting ? handedOverIn(events, written) : null
  const earlierDrawing = requestedDrawing(continued !== null, continued, stored.picture_options)
  const before = new Set(earlierDrawing.before.map(({ fileId }) => fileId))
  const made = picturesIn(written).filter(({ fileId }) => !before.has(fileId))
  const drawing = { ...earlierDrawing, made: orphan.handed_over ? made : [] }
  const material = await gatherIfWritable(trx, ports, actor, orphan, {
    parentTurnId: stored.parent_turn_id,
    messageId: stored.question_message_id,
    writtenBefore: handedOver?.text || writtenBefore,
    drawing,
    search: {
      baseIds: stored.base_ids,
      usesRoomFiles: stored.uses_room_files,
      isLenient: true,
      // The sources already sent stay: no new search.
      retrieved: sourcesIn(written) ?? sourcesIn(continued?.parts ?? []),
    },
    tables: { found: found.length > 0 ? found : tablesIn(continued?.parts ?? []) },
    serverTools: stored.uses_tools
      ? { found: called.length > 0 ? called : toolCallsIn(continued?.parts ?? []) }
      : null,
    web: stored.uses_web ? { found: webIn(written) ?? webIn(continued?.parts ?? []) } : null,
  })
  const choice = (await choicesOf(trx, actor.accountId, [orphan.id])).get(orphan.id) ?? null
  return { stored, events, writtenBefore, handedOver, choice, drawing, material }
}

type UnfinishedSource = Omit<MaterialSource, 'chatId' | 'modelId' | keyof WritableChat>

/** The material of the turn's answer; null when its asker may no longer write in the chat. */
async function gatherIfWritable(
  trx: TenantTransaction,
  ports: AnswerPorts,
  actor: Actor,
  { chat_id: chatId, model_id: modelId }: Pick<OrphanedTurn, 'chat_id' | 'model_id'>,
  source: UnfinishedSource,
): Promise<AnswerMaterial | null> {
  const chat = await writableChat(trx, actor, chatId)
  if (!chat) return null
  const material = await gatherMaterial(trx, ports, actor, { ...source, ...chat, chatId, modelId })
  const { allowedModelIds } = material
  // The question was accepted for its model; fallback models must be allowed now.
  return { ...material, allowedModelIds: allowedModelIds && [...allowedModelIds, modelId] }
}

type WritableChat = Pick<MaterialSource, 'room' | 'modifiers' | 'sendsAll'>

async function writableChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<WritableChat | null> {
  try {
    const { room_id: roomId, modifiers, sends_all: sendsAll } = await requireChat(trx, actor, chatId, 'ask')
    const room = await usableRoom(trx, actor, roomId)
    return room && { room, modifiers, sendsAll }
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
