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
} from '@atrium/contract'
import { attach, type StoredAttachment } from '../attachments/index.ts'
import {
  type Actor,
  enterChat,
  findSameTurn,
  insertTurn,
  noteMentions,
  questionOf,
  readBranch,
  readParts,
  readQuestion,
} from '../chats/index.ts'
import { holdCredits, mostItCanCost } from '../credits/index.ts'
import { countTokens, type PromptMessage, type ResolvedModel } from '../models/index.ts'
import { inTenant, isUniqueViolation, retryable, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import type { RoomBrief } from '../rooms/index.ts'
import { pictureTokens, picturesAsked, picturesOf } from './pictures.ts'
import { filesNamed, mentionsAsked, peopleIn } from './mentions.ts'
import { buildPrompt } from './build-prompt.ts'
import { chooseModel, choiceToTell, hasPictures, keepResolution, questionIn } from './choose-model.ts'
import type { AnswerPorts } from './ports.ts'
import { RunningTurn } from './running-turn.ts'

/** All that writing an answer needs, decided in the transaction that accepted its question. */
export type AnswerToWrite = {
  turn: RunningTurn
  model: ResolvedModel
  /** Who answers in its place, in order, when its provider fails before the first word. */
  fallbacks: ResolvedModel[]
  /** What readers are told of how the model was chosen. */
  choice: AnswerChoice | null
  prompt: PromptMessage[]
  inputTokens: number
  maxOutputTokens: number
  style: 'quick' | 'deep'
  /** What the reader already has, when the answer goes on from an interrupted one. */
  writtenBefore: string
  isFirstOfChat: boolean
}

/** A question that was just accepted, with whom it names that is to be told. */
export type AcceptedQuestion = AnswerToWrite & { mentioned: UserId[] }

/** Tokens that an answer may have at most, if its model allows so many. */
const leastOutputTokens = 1024
export const mostOutputTokens = { quick: 8_192, deep: 24_576 }

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
        const { room, isNew, modifiers } = await enterChat(trx, member, asked.chatId, member.roomId, text)
        if (!isNew && (await findSameTurn(trx, member, asked.turnId, requestHash))) return null
        const question = await questionOf(trx, member, asked)
        const pictures = await picturesAsked(trx, member, asked)
        const mentions = await mentionsAsked(trx, ports, member, room, asked)
        const writtenBefore =
          asked.ask.kind === 'continue'
            ? answerText(await readParts(trx, member.accountId, asked.ask.turnId))
            : ''
        const prompt = await preparePrompt(trx, ports, member, {
          room,
          modifiers: asked.modifiers ?? modifiers,
          ...question,
          ...(text && { question: { text, mentions } }),
          pictures,
          writtenBefore,
        })
        const inputTokens = countPrompt(prompt)
        const resolution = await chooseModel(trx, ports, member, {
          ...asked,
          question: questionIn(prompt, writtenBefore),
          hasImages: hasPictures(prompt),
          inputTokens,
          mostOutputTokens: mostOutputTokens[asked.style],
        })
        const { model, fallbacks } = resolution
        if (pictures?.length && !model.seesPictures) fail('PICTURES_NOT_SEEN')
        const budget = { inputTokens, maxOutputTokens: roomToAnswer(model, inputTokens, asked.style) }
        await insertTurn(
          trx,
          member,
          {
            ...asked,
            requestedModelId: asked.modelId,
            requestHash,
            mentions,
            leaseOwner: ports.nodeId,
            model,
          },
          question,
        )
        if (pictures) await attach(trx, member.accountId, question.messageId, pictures)
        const place = { chatId: asked.chatId, messageId: question.messageId }
        const mentioned = await noteMentions(trx, member, place, peopleIn(mentions))
        await keepResolution(trx, member, asked.turnId, resolution)
        await hold(trx, member, asked.turnId, mostItCanCost(model.price, budget))
        return {
          turn: new RunningTurn({
            lease: { accountId: member.accountId, turnId: asked.turnId, leaseNumber: 1 },
            chatId: asked.chatId,
            userId: member.userId,
          }),
          model,
          fallbacks,
          choice: choiceToTell(resolution),
          prompt,
          ...budget,
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

/** The prompt of a turn from what is stored: of a new one, and of one that another node left unanswered. */
export async function preparePrompt(
  trx: TenantTransaction,
  ports: AnswerPorts,
  actor: Actor,
  source: PromptSource,
): Promise<PromptMessage[]> {
  const history = await readBranch(trx, actor.accountId, source.parentTurnId)
  const { messageId, pictures: asked } = source
  const question = source.question ?? (await readQuestion(trx, actor.accountId, messageId))
  const place = { accountId: actor.accountId, roomId: source.room.id }
  return buildPrompt({
    today: ports.clock.now().toISOString().slice(0, 10),
    room: source.room,
    modifiers: source.modifiers,
    history,
    messageId,
    pictures: await picturesOf(trx, ports, actor, { history, messageId, asked }),
    files: await filesNamed(trx, place, [...history, { messageId, mentions: question.mentions }]),
    question: question.text,
    writtenBefore: source.writtenBefore,
  })
}

type PromptSource = {
  room: RoomBrief
  modifiers: Modifiers
  parentTurnId: TurnId | null
  messageId: MessageId
  /** The question's text and mentions, where they are at hand. */
  question?: { text: string; mentions: readonly Mention[] }
  /** The question's pictures, where they are at hand. */
  pictures?: readonly StoredAttachment[] | undefined
  writtenBefore: string
}

/** What a prompt counts, with the few tokens that every message takes beside its text. */
export const countPrompt = (prompt: readonly PromptMessage[]): number =>
  prompt.reduce(
    (sum, message) => sum + countTokens(message.text) + (message.pictures?.length ?? 0) * pictureTokens + 4,
    0,
  )

/** Tokens that the answer may have; refuses a conversation that leaves the model no room to answer. */
export function roomToAnswer(model: ResolvedModel, inputTokens: number, style: 'quick' | 'deep'): number {
  const wanted = Math.min(model.maxOutputTokens, mostOutputTokens[style])
  const limit = model.contextLimit - Math.min(wanted, leastOutputTokens)
  if (inputTokens > limit)
    fail('TOKEN_LIMIT_REACHED', { details: { tokens: inputTokens, limit, excess: inputTokens - limit } })
  return Math.min(wanted, model.contextLimit - inputTokens)
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
