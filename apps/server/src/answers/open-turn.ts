import { createHash } from 'node:crypto'
import {
  type AnswerChoice,
  type AskQuestion,
  type MessageId,
  type Modifiers,
  type TurnId,
  answerText,
} from '@atrium/contract'
import { attach, type StoredAttachment } from '../attachments/index.ts'
import {
  type Actor,
  enterChat,
  findSameTurn,
  insertTurn,
  questionOf,
  readBranch,
  readParts,
  readQuestion,
} from '../chats/index.ts'
import { holdCredits, mostItCanCost } from '../credits/index.ts'
import type { ResolvedModel } from '../models/index.ts'
import { inTenant, isUniqueViolation, retryable, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'
import type { RoomBrief } from '../rooms/index.ts'
import { buildPrompt, type PromptMaterial } from './build-prompt.ts'
import { chooseModel, choiceToTell, hasPictures, keepResolution } from './choose-model.ts'
import { countPrompt } from './count-prompt.ts'
import { type FittedPrompt, fitPrompt, mostOutputTokens } from './fit-prompt.ts'
import { picturesAsked, picturesOf } from './pictures.ts'
import type { AnswerPorts } from './ports.ts'
import { RunningTurn } from './running-turn.ts'

/** All that writing an answer needs, decided in the transaction that accepted its question. */
export type AnswerToWrite = FittedPrompt & {
  turn: RunningTurn
  model: ResolvedModel
  /** Who answers in its place, in order, when its provider fails before the first word. */
  fallbacks: ResolvedModel[]
  /** What readers are told of how the model was chosen. */
  choice: AnswerChoice | null
  style: 'quick' | 'deep'
  /** What the reader already has, when the answer goes on from an interrupted one. */
  writtenBefore: string
  isFirstOfChat: boolean
}

/**
 * Transaction 1: may I, the question, its open turn, the hold. Null when the same request was accepted before; a different
 * request under the same id is refused. Nothing is written when anything is refused.
 */
export async function openTurn(
  ports: AnswerPorts,
  member: Member,
  asked: AskQuestion,
): Promise<AnswerToWrite | null> {
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  try {
    return await retryable(() =>
      inTenant(ports.database, member, async (trx) => {
        const text = asked.ask.kind === 'question' ? asked.ask.text : ''
        const { room, isNew, modifiers, sendsAll } = await enterChat(
          trx,
          member,
          asked.chatId,
          member.roomId,
          text,
        )
        if (!isNew && (await findSameTurn(trx, member, asked.turnId, requestHash))) return null
        const question = await questionOf(trx, member, asked)
        const pictures = await picturesAsked(trx, member, asked)
        const writtenBefore =
          asked.ask.kind === 'continue'
            ? answerText(await readParts(trx, member.accountId, asked.ask.turnId))
            : ''
        const material = await gatherMaterial(trx, ports, member, {
          room,
          sendsAll,
          modifiers: asked.modifiers ?? modifiers,
          ...question,
          ...(text && { question: text }),
          pictures,
          writtenBefore,
        })
        const whole = buildPrompt(material)
        const resolution = await chooseModel(trx, ports, member, {
          ...asked,
          question: material.question,
          hasImages: hasPictures(whole),
          inputTokens: countPrompt(whole),
          mostOutputTokens: mostOutputTokens[asked.style],
        })
        const { model, fallbacks } = resolution
        if (pictures?.length && !model.seesPictures) fail('PICTURES_NOT_SEEN')
        const fitted = fitPrompt(material, model, { style: asked.style, sendsAll })
        await insertTurn(
          trx,
          member,
          { ...asked, requestedModelId: asked.modelId, requestHash, leaseOwner: ports.nodeId, model },
          question,
        )
        if (pictures) await attach(trx, member.accountId, question.messageId, pictures)
        await keepResolution(trx, member, asked.turnId, resolution)
        await hold(trx, member, asked.turnId, mostItCanCost(model.price, fitted))
        return {
          turn: new RunningTurn({
            lease: { accountId: member.accountId, turnId: asked.turnId, leaseNumber: 1 },
            chatId: asked.chatId,
            userId: member.userId,
          }),
          model,
          fallbacks,
          choice: choiceToTell(resolution),
          ...fitted,
          style: asked.style,
          writtenBefore,
          isFirstOfChat: question.parentTurnId === null,
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
): Promise<PromptMaterial> {
  const { earlier, turns: history } = await readBranch(
    trx,
    actor.accountId,
    source.parentTurnId,
    source.sendsAll,
  )
  const { messageId, pictures: asked } = source
  return {
    today: ports.clock.now().toISOString().slice(0, 10),
    room: source.room,
    modifiers: source.modifiers,
    earlier,
    history,
    messageId,
    pictures: await picturesOf(trx, ports, actor, { history, messageId, asked }),
    question: source.question ?? (await readQuestion(trx, actor.accountId, source.messageId)),
    writtenBefore: source.writtenBefore,
  }
}

type PromptSource = {
  room: RoomBrief
  modifiers: Modifiers
  /** No summary is sent in the place of turns. */
  sendsAll: boolean
  parentTurnId: TurnId | null
  messageId: MessageId
  /** The question's text, where it is at hand. */
  question?: string
  /** The question's pictures, where they are at hand. */
  pictures?: readonly StoredAttachment[] | undefined
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
