import { createHash } from 'node:crypto'
import {
  type AnswerChoice,
  type AskQuestion,
  type Mention,
  type MessageId,
  type Modifiers,
  type TurnId,
  type UserId,
  answerText,
  sourcesIn,
} from '@atrium/contract'
import { attach, type Attached, isPicture } from '../attachments/index.ts'
import {
  type Actor,
  enterChat,
  findEarlierTurn,
  insertTurn,
  isSameRequest,
  noteMentions,
  questionOf,
  readBranch,
  readParts,
  readQuestion,
} from '../chats/index.ts'
import { holdCredits, mostItCanCost } from '../credits/index.ts'
import type { AllowedModels, ResolvedModel } from '../models/index.ts'
import { inTenant, isUniqueViolation, retryable, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import { modelsAllowedIn, type RoomBrief } from '../rooms/index.ts'
import { buildPrompt, type PromptMaterial } from './build-prompt.ts'
import { chooseModel, choiceToTell, hasPictures, keepResolution } from './choose-model.ts'
import { countPrompt } from './count-prompt.ts'
import { fitDrawing, type FittedPrompt, fitPrompt, mostOutputTokens } from './fit-prompt.ts'
import { filesNamed, mentionsAsked, peopleIn } from './mentions.ts'
import { attachmentsAsked, attachmentsIn, documentNamesOf, madePicturesOf, picturesOf } from './pictures.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import type { AnswerPorts } from './ports.ts'
import {
  type Drawing,
  drawingWishesOf,
  mostDrawingCanCost,
  prepareDrawing,
  refuseImpossibleWishes,
} from './prepare-drawing.ts'
import { RunningTurn } from './running-turn.ts'

/** All that writing an answer needs, decided in the transaction that accepted its question. */
export type AnswerToWrite = FittedPrompt & {
  turn: RunningTurn
  model: ResolvedModel
  /** Who answers in its place, in order, when its provider fails before the first word. */
  fallbacks: ResolvedModel[]
  /** Who may be given the conversation to read. */
  allowedModelIds: AllowedModels
  /** What readers are told of how the model was chosen. */
  choice: AnswerChoice | null
  /** What is to be drawn; null for an answer in words. */
  drawing: Drawing | null
  /** Where is looked for what it is answered from; null where there is nothing to look in. */
  search: SearchPlan | null
  style: 'quick' | 'deep'
  /** What the reader already has, when the answer goes on from an interrupted one. */
  writtenBefore: string
  isFirstOfChat: boolean
}

/** A question that was just accepted, with whom it names that is to be told. */
export type AcceptedQuestion = AnswerToWrite & { mentioned: UserId[] }

/**
 * Transaction 1: may I, the question, its open turn, the hold. Null when the same request was accepted before; a different
 * request under the same id is refused. Nothing is written when anything is refused.
 */
export async function openTurn(
  ports: AnswerPorts,
  member: Member,
  asked: AskQuestion,
): Promise<AcceptedQuestion | null> {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  try {
    return await retryable(() =>
      inTenant(ports.database, member, async (trx) => {
        const text = asked.ask.kind === 'question' ? asked.ask.text : ''
        // Asked together; the server comes to the later ones when the chat is locked.
        const first = { question: text, isTemporary: asked.isTemporary ?? false }
        const [{ room, modifiers, sendsAll, hasTwin }, sooner] = await Promise.all([
          enterChat(trx, member, asked.chatId, member.roomId, first),
          findEarlierTurn(trx, member, asked.turnId),
        ])
        const earlier = hasTwin ? await findEarlierTurn(trx, member, asked.turnId) : sooner
        if (isSameRequest(earlier, member, requestHash)) return null
        const question = await questionOf(trx, member, asked)
        const attachments = await attachmentsAsked(trx, member, asked)
        const mentions = await mentionsAsked(trx, ports, member, room, asked)
        const partsBefore =
          asked.ask.kind === 'continue' ? await readParts(trx, member.accountId, asked.ask.turnId) : []
        const writtenBefore = answerText(partsBefore)
        const material = await gatherMaterial(trx, ports, member, {
          room,
          sendsAll,
          modifiers: asked.modifiers ?? modifiers,
          ...question,
          ...(text && { question: { text, mentions } }),
          attachments,
          writtenBefore,
        })
        const search = await planSearch(trx, member, {
          ...material,
          ...question,
          chatId: asked.chatId,
          roomId: room.id,
          marksUnsupported: room.marksUnsupported,
          question: { text: material.question, mentions: material.mentions },
          isLenient: asked.baseIds === undefined,
          told: sourcesIn(partsBefore),
        })
        const whole = buildPrompt(material)
        const drawingWishes = await drawingWishesOf(trx, member, asked)
        const resolution = await chooseModel(trx, ports, member, {
          ...asked,
          room,
          question: material.question,
          hasImages: hasPictures(whole),
          inputTokens: countPrompt(whole) + (search?.mostTokens ?? 0),
          pictureCount: drawingWishes.wishes.count,
          mostOutputTokens: mostOutputTokens[asked.style],
        })
        const { model, fallbacks } = resolution
        if (attachments?.some(isPicture) && !model.seesPictures) fail('PICTURES_NOT_SEEN')
        refuseImpossibleWishes(model, asked)
        const drawing = prepareDrawing(model, whole, room, drawingWishes)
        const fitted = drawing
          ? fitDrawing(drawing, whole, model, asked.style)
          : fitPrompt(material, model, {
              style: asked.style,
              sendsAll,
              wantedForSources: search?.mostTokens ?? 0,
            })
        const opening = {
          ...asked,
          requestedModelId: asked.modelId,
          requestHash,
          mentions,
          leaseOwner: ports.nodeId,
          model,
          pictureOptions: drawing?.options ?? null,
          baseIds: search?.baseIds ?? question.baseIds,
        }
        const place = { chatId: asked.chatId, messageId: question.messageId }
        const most = drawing ? mostDrawingCanCost(model, drawing) : mostItCanCost(model.price, fitted)
        const [, mentioned] = await Promise.all([
          insertTurn(trx, member, opening, question),
          noteMentions(trx, member, place, peopleIn(mentions)),
          attachments && attach(trx, member.accountId, question.messageId, attachments),
          keepResolution(trx, member, asked.turnId, resolution),
          hold(trx, member, asked.turnId, most),
        ])
        return {
          turn: new RunningTurn({
            lease: { accountId: member.accountId, turnId: asked.turnId, leaseNumber: 1 },
            chatId: asked.chatId,
            userId: member.userId,
          }),
          model,
          fallbacks,
          allowedModelIds: modelsAllowedIn(room),
          choice: choiceToTell(resolution),
          ...fitted,
          drawing,
          search,
          style: asked.style,
          writtenBefore,
          isFirstOfChat: question.parentTurnId === null,
          mentioned,
        }
      }),
    )
  } catch (error) {
    // An id that another account, chat or request holds already; ids are random, so nobody meets this by chance.
    if (isUniqueViolation(error)) return fail('IDEMPOTENCY_KEY_REUSED', { cause: error })
    throw error
  }
}

/** What the prompt of a turn is made of, from what is stored: of a new one, and of one that another node left unanswered. */
export async function gatherMaterial(
  trx: TenantTransaction,
  ports: AnswerPorts,
  actor: Actor,
  source: PromptSource,
): Promise<GatheredMaterial> {
  const { earlier, turns: history } = await readBranch(
    trx,
    actor.accountId,
    source.parentTurnId,
    source.sendsAll,
  )
  const { messageId } = source
  const question = source.question ?? (await readQuestion(trx, actor.accountId, messageId))
  const place = { accountId: actor.accountId, roomId: source.room.id }
  const attachments = await attachmentsIn(trx, actor, { history, messageId, asked: source.attachments })
  return {
    today: ports.clock.now().toISOString().slice(0, 10),
    room: source.room,
    modifiers: source.modifiers,
    earlier,
    history,
    messageId,
    attachments,
    mentions: question.mentions,
    pictures: picturesOf(attachments, ports),
    documents: documentNamesOf(attachments),
    madePictures: await madePicturesOf(trx, ports, actor, history),
    files: await filesNamed(trx, place, [...history, { messageId, mentions: question.mentions }]),
    question: question.text,
    writtenBefore: source.writtenBefore,
  }
}

/** With what is not for the prompt itself. */
type GatheredMaterial = PromptMaterial & {
  attachments: ReadonlyMap<MessageId, readonly Attached[]>
  mentions: readonly Mention[]
}

type PromptSource = {
  room: RoomBrief
  modifiers: Modifiers
  /** No summary is sent in the place of turns. */
  sendsAll: boolean
  parentTurnId: TurnId | null
  messageId: MessageId
  /** The question's text and mentions, where they are at hand. */
  question?: { text: string; mentions: readonly Mention[] }
  /** What the question came with, where that is at hand. */
  attachments?: readonly Attached[] | undefined
  writtenBefore: string
}

async function hold(
  trx: TenantTransaction,
  { accountId, userId }: Member,
  turnId: TurnId,
  amountMilli: number,
): Promise<void> {
  const held = await holdCredits(trx, { accountId, userId, turnId, amountMilli })
  if (held.outcome === 'held') return
  const details = { needed: amountMilli / 1000, available: held.availableMilli / 1000 }
  fail(held.availableMilli <= 0 ? 'CREDITS_EXHAUSTED' : 'NOT_ENOUGH_CREDITS', { details })
}
