import { type EstimateQuestion, mintId, type QuestionEstimate } from '@atrium/contract'
import { credits, questionOf, requireChat } from '../chats/index.ts'
import { mostItCanCost } from '../credits/index.ts'
import { requireAttachments } from '../attachments/index.ts'
import { inTenant, type TenantTransaction } from '../platform/database/index.ts'
import { Failure, fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { usableRoom } from '../rooms/index.ts'
import { buildPrompt } from './build-prompt.ts'
import { chooseModel, hasPictures } from './choose-model.ts'
import { countPrompt } from './count-prompt.ts'
import { fitDrawing, fitPrompt, mostOutputTokens, readableBy } from './fit-prompt.ts'
import { gatherMaterial } from './open-turn.ts'
import { pictureTokens } from './pictures.ts'
import { planSearch } from './plan-search.ts'
import type { AnswerPorts } from './ports.ts'
import { mostDrawingCanCost, prepareDrawing, refuseImpossibleWishes } from './prepare-drawing.ts'

/** Tokens of an answer that is as short as answers are. */
const shortAnswerTokens = 50

/**
 * What a question would cost if it were asked now: from that of a short answer to the most that it can, which is what would be held
 * for it. Nothing is written, held or asked. Throws what asking would.
 */
export const estimateQuestion = (
  ports: AnswerPorts,
  member: Member,
  asked: EstimateQuestion,
): Promise<QuestionEstimate> =>
  inTenant(ports.database, member, async (trx) => {
    const { room, modifiers, sendsAll } = await placeOf(trx, member, asked)
    const ask = { kind: 'question' as const, messageId: mintId('message'), text: asked.text }
    const question = await questionOf(trx, member, { ...asked, turnId: mintId('turn'), ask })
    const attachments = await requireAttachments(trx, member, asked.documents ?? [])
    const material = await gatherMaterial(trx, ports, member, {
      room,
      sendsAll,
      modifiers: asked.modifiers ?? modifiers,
      ...question,
      question: { text: asked.text, mentions: [] },
      attachments,
      writtenBefore: '',
    })
    const search = await planSearch(trx, member, {
      ...material,
      ...question,
      chatId: asked.chatId,
      roomId: room.id,
      marksUnsupported: room.marksUnsupported,
      question: { text: asked.text, mentions: [] },
      isLenient: false,
    })
    const wantedForSources = search?.mostTokens ?? 0
    const prompt = buildPrompt(material)
    const furtherTokens = asked.pictures * pictureTokens
    const contextTokens = countPrompt(prompt) + furtherTokens
    const wishes = asked.pictureOptions ?? {}
    const { model } = await chooseModel(trx, ports, member, {
      ...asked,
      room,
      question: asked.text,
      hasImages: asked.pictures > 0 || hasPictures(prompt),
      inputTokens: contextTokens + wantedForSources,
      mostOutputTokens: mostOutputTokens[asked.style],
      pictureCount: wishes.count,
    })
    refuseImpossibleWishes(model, asked)
    const drawing = prepareDrawing(model, prompt, room, { wishes, before: [] })
    const told = {
      modelId: model.modelId,
      modelName: model.displayName,
      contextLimit: readableBy(model, asked.style),
    }
    if (drawing) {
      const { inputTokens } = fitDrawing(drawing, prompt, model, asked.style)
      const price = credits(mostDrawingCanCost(model, drawing))
      return {
        ...told,
        // The end of the conversation is all that is sent.
        contextTokens: inputTokens,
        inputTokens,
        questionsToSummarise: 0,
        leastCredits: price,
        mostCredits: price,
      }
    }
    const { inputTokens, sourceTokens, maxOutputTokens, summary } = fitPrompt(material, model, {
      style: asked.style,
      sendsAll,
      furtherTokens,
      wantedForSources,
    })
    const most = mostItCanCost(model.price, { inputTokens, maxOutputTokens })
    const least = mostItCanCost(model.price, {
      inputTokens,
      maxOutputTokens: Math.min(shortAnswerTokens, maxOutputTokens),
    })
    return {
      ...told,
      inputTokens,
      contextTokens: contextTokens + sourceTokens,
      questionsToSummarise: summary?.turns.length ?? 0,
      leastCredits: credits(least),
      mostCredits: credits(most),
    }
  })

/** Where it would be asked: in its chat, or, for one that is still to begin, in the room. */
async function placeOf(trx: TenantTransaction, member: Member, { chatId, parentTurnId }: EstimateQuestion) {
  const chat = await requireChat(trx, member, chatId, 'write').catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null
    throw error
  })
  // A chat that is still to begin has no turns; one of somebody else looks the same.
  if (!chat && parentTurnId) fail('NOT_FOUND')
  const roomId = chat?.room_id ?? member.roomId ?? fail('ROOM_REQUIRED')
  const room = (await usableRoom(trx, member, roomId)) ?? fail('NOT_FOUND')
  return { room, modifiers: chat?.modifiers ?? {}, sendsAll: chat?.sends_all ?? false }
}
