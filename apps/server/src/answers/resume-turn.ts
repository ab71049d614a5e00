import { answerText, type ChatId, foldParts, isBegun, type Modifiers, sourcesIn } from '@atrium/contract'
import {
  type Actor,
  loadTurn,
  type LoggedEvent,
  type OrphanedTurn,
  readLog,
  requireChat,
} from '../chats/index.ts'
import type { ModelPrice } from '../credits/index.ts'
import { choicesOf, countTokens, plainQuestion } from '../models/index.ts'
import { inTenant, type TenantTransaction } from '../platform/database/index.ts'
import { Failure } from '../platform/failure.ts'
import { modelsAllowedIn, type RoomBrief, usableRoom } from '../rooms/index.ts'
import { buildPrompt } from './build-prompt.ts'
import { closeTurn } from './close-turn.ts'
import { hasPictures } from './choose-model.ts'
import { countPrompt } from './count-prompt.ts'
import { fitDrawing, fitPrompt } from './fit-prompt.ts'
import { gatherMaterial } from './open-turn.ts'
import type { AnswerPorts } from './ports.ts'
import { planSearch } from './plan-search.ts'
import { prepareDrawing, wishesAfter } from './prepare-drawing.ts'
import { RunningTurn } from './running-turn.ts'
import { writeAnswer } from './write-answer.ts'

/** How often a question is put to a model whose writers keep dying before the first word (B11). */
const mostAttempts = 3

const free: ModelPrice = {
  inputMilliPerMillionTokens: 0,
  cachedInputMilliPerMillionTokens: 0,
  outputMilliPerMillionTokens: 0,
}

/**
 * Goes on with a turn whose writer died. If nobody saw a word of it, it is asked again; else it ends as interrupted with the
 * text so far, and its asker may let it continue.
 */
export async function resumeTurn(ports: AnswerPorts, orphan: OrphanedTurn): Promise<void> {
  const actor = { accountId: orphan.account_id, userId: orphan.asked_by }
  const left = await inTenant(ports.database, actor, (trx) => whatIsLeft(trx, ports, actor, orphan))
  if (!left) return
  const { stored, events, material, search, sendsAll, writtenBefore, choice, room, drawingWishes } = left
  const turn = new RunningTurn({
    lease: { accountId: actor.accountId, turnId: orphan.id, leaseNumber: orphan.lease_number },
    chatId: orphan.chat_id,
    userId: actor.userId,
    lastEventId: events.at(-1)?.eventId ?? 0,
    written: foldParts(events.map((event) => event.part)),
  })
  const prompt = material ? buildPrompt(material) : null
  const promptTokens = countPrompt(prompt ?? [])
  const allowed = room && modelsAllowedIn(room)
  // The question was accepted for its model; who stands in for it must be allowed now.
  const allowedModelIds = allowed && [...allowed, orphan.model_id]
  const resolution = ports.models.resolve(orphan.model_id, {
    style: orphan.style,
    inputTokens: promptTokens,
    preference: 'balanced',
    allowedModelIds,
    traits: { ...plainQuestion, hasImages: hasPictures(prompt ?? []) },
  })
  const drawing =
    resolution && prompt && room ? prepareDrawing(resolution.model, prompt, room, drawingWishes) : null
  const inputTokens = drawing ? countTokens(drawing.prompt) : promptTokens
  const wasShown = isBegun(turn.parts)
  const mayAskAgain =
    material && resolution && !wasShown && !orphan.stop_requested && orphan.attempts <= mostAttempts
  if (mayAskAgain) {
    const { model, fallbacks } = resolution
    ports.running.set(turn.turnId, turn)
    const answer = {
      turn,
      model,
      fallbacks,
      allowedModelIds,
      choice,
      ...(drawing && prompt
        ? fitDrawing(drawing, prompt, model, orphan.style)
        : fitPrompt(material, model, {
            style: orphan.style,
            sendsAll,
            wantedForSources: search?.mostTokens ?? 0,
          })),
      drawing,
      search,
      style: orphan.style,
      writtenBefore,
      isFirstOfChat: stored.first_of_chat,
    }
    void writeAnswer(ports, answer, { toldModelId: toldModelIdOf(events) })
    return
  }
  const drawnSoFar = stored.picture_options && {
    options: stored.picture_options,
    before: drawingWishes.before,
  }
  const state = orphan.stop_requested || !prompt ? 'stopped' : wasShown ? 'interrupted' : 'failed'
  const errorCode = {
    stopped: null,
    interrupted: 'ANSWER_INTERRUPTED',
    failed: 'PROVIDER_UNAVAILABLE',
  } as const
  // A model that has left the configuration since has no price any more: its unfinished answer is free.
  const model = resolution?.model ?? {
    modelId: orphan.model_id,
    displayName: stored.model_name ?? orphan.model_id,
    sandbox: stored.sandbox,
    price: free,
    pictures: null,
  }
  await closeTurn(
    ports,
    { turn, inputTokens, isFirstOfChat: stored.first_of_chat, writtenBefore, drawing: drawnSoFar },
    { state, errorCode: errorCode[state], retryAfterSeconds: null, usage: null, model },
  )
}

/** Who was told last to answer; null when nothing was told. */
const toldModelIdOf = (events: readonly LoggedEvent[]): string | null =>
  events.reduce<string | null>(
    (told, { part }) =>
      part.type === 'start' || part.type === 'message-metadata' ? part.messageMetadata.modelId : told,
    null,
  )

/** What is stored of the turn; without its material when its asker may no longer write in the chat. */
async function whatIsLeft(trx: TenantTransaction, ports: AnswerPorts, actor: Actor, orphan: OrphanedTurn) {
  const stored = await loadTurn(trx, actor.accountId, orphan.id)
  if (!stored) return null
  const events = await readLog(trx, actor.accountId, orphan.id)
  const continued = stored.continues_turn_id
    ? await loadTurn(trx, actor.accountId, stored.continues_turn_id)
    : null
  const writtenBefore = answerText(continued?.parts ?? [])
  const chat = await writableChat(trx, actor, orphan.chat_id)
  const source = chat && {
    ...chat,
    parentTurnId: stored.parent_turn_id,
    messageId: stored.question_message_id,
    writtenBefore,
  }
  const material = source && (await gatherMaterial(trx, ports, actor, source))
  // What was told stays: the turn is not searched for again.
  const told = foldParts(events.map(({ part }) => part))
  const search =
    material &&
    (await planSearch(trx, actor, {
      ...material,
      roomId: material.room.id,
      marksUnsupported: material.room.marksUnsupported,
      chatId: orphan.chat_id,
      parentTurnId: stored.parent_turn_id,
      baseIds: stored.base_ids,
      isLenient: true,
      question: { text: material.question, mentions: material.mentions },
      told: sourcesIn(told) ?? sourcesIn(continued?.parts ?? []),
    }))
  const choice = (await choicesOf(trx, actor.accountId, [orphan.id])).get(orphan.id) ?? null
  return {
    stored,
    events,
    writtenBefore,
    choice,
    room: chat?.room ?? null,
    drawingWishes: wishesAfter(continued !== null, continued, stored.picture_options),
    sendsAll: chat?.sendsAll ?? false,
    material,
    search,
  }
}

async function writableChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<{ room: RoomBrief; modifiers: Modifiers; sendsAll: boolean } | null> {
  try {
    const { room_id: roomId, modifiers, sends_all: sendsAll } = await requireChat(trx, actor, chatId, 'write')
    const room = await usableRoom(trx, actor, roomId)
    return room && { room, modifiers, sendsAll }
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
