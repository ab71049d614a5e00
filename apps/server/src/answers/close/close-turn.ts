import {
  type AnswerEnd,
  type AnswerPart,
  type StreamPart,
  type TokenUsage,
  answerText,
  definitionOf,
  type PictureOptions,
  picturesIn,
} from '@atrium/contract'
import {
  type ChatToClose,
  credits,
  findChatToClose,
  finishTurn,
  refuseOtherChat,
  TurnLost,
} from '../../chats/index.ts'
import { OtherCharge, priceQuestion, settleAndCommit, wholeCharge } from '../../credits/index.ts'
import { fittingOptions, keepChoice, pictureMilliEach } from '../../models/index.ts'
import {
  inTenant,
  sendTogether,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import type { AnswerOutcome, AnswerToWrite } from '../write/answer-to-write.ts'
import { withRetry } from './retry-database.ts'
import { continueQueue } from '../queue/watch-queues.ts'
import { notifyReaders } from '../notify-readers.ts'
import type { AnswerPorts } from '../ports.ts'
import type { Drawing } from '../plan/prepare-drawing.ts'
import { usageOf } from './usage-of.ts'

type TurnToClose = Pick<
  AnswerToWrite,
  'turn' | 'inputTokens' | 'isFirstOfChat' | 'writtenBefore' | 'handedOver'
> & {
  /** The pictures to generate; null for an answer in words. */
  drawing: Pick<Drawing, 'options' | 'before'> | null
  /** The cost of an answer that took several model calls; by default that of its text. */
  cost?: { usage: TokenUsage; chargeMilli: number } | null
  /** Stores more in the same transaction. */
  alsoStore?: (trx: TenantTransaction) => Promise<void>
}

/**
 * Transaction 2: stores parts, terminal state, last events, settlement and follow-up jobs, all or nothing; then notifies the
 * readers. Does nothing when another writer took the turn over.
 */
export async function closeTurn(
  ports: AnswerPorts,
  closing: TurnToClose,
  outcome: AnswerOutcome,
): Promise<void> {
  const { turn } = closing
  turn.trace?.closing(outcome)
  await ports.logWriter.withdraw(turn)
  if (turn.abortReason === 'lease-lost') return turn.release({ cut: true })

  const parts = turn.parts
  const pictureOptions = optionsOf(closing, outcome)
  const { cost } = closing
  const usage =
    cost === undefined ? (pictureOptions ? null : usageOf(closing, outcome, parts)) : (cost?.usage ?? null)
  const chargeMilli = pictureOptions
    ? priceOfPictures(closing, outcome, pictureOptions, parts)
    : usage
      ? (cost?.chargeMilli ?? priceQuestion(outcome.model.price, usage))
      : 0
  const batchBefore = turn.takeBatch()
  const batchOf = (end: AnswerEnd) => ({
    ...batchBefore,
    events: [...batchBefore.events, ...lastEvents(end)],
  })
  const end = ({ expectedMilli, isLocked }: Ending) =>
    inTenant(ports.database, { accountId: turn.accountId, userId: turn.userId }, async (trx) => {
      const { accountId, turnId, chatId, lease } = turn
      const { modelId } = outcome.model
      const end: AnswerEnd = {
        state: outcome.state,
        errorCode: outcome.errorCode,
        retryAfterSeconds: outcome.retryAfterSeconds,
        usage,
        creditsCharged: credits(expectedMilli),
        endedAt: ports.clock.now().toISOString(),
      }
      const batch = batchOf(end)
      const chat = await findChatToClose(trx, accountId, chatId, { isLocked })
      const { finished, others } = finishTurn({
        lease,
        chatId,
        parts,
        lastEvents: batch,
        end,
        chargedMilli: expectedMilli,
        model: outcome.model,
        pictureOptions,
      })
      const statements = [
        { ...refuseOtherChat(accountId, chatId, chat), refusal: () => new ChatMoved() },
        finished,
        ...others,
        ...(outcome.choice ? [keepChoice({ ...lease, shownChoice: outcome.choice })] : []),
        ...(await followUps(ports, closing, chat, parts)),
      ]
      const sent = closing.alsoStore ? await sendTogether(trx, statements) : null
      await closing.alsoStore?.(trx)
      // Last, since all questions of the team wait for the balances.
      const settlement = { accountId, turnId, chargeMilli, modelId, expectedMilli }
      const committed = await settleAndCommit(trx, settlement, sent ? [] : statements)
      const hasQueue = (sent ?? committed)(finished).some((row) => row.hasQueue)
      return { batch, roomId: chat && chat.share !== 'none' ? chat.roomId : null, hasQueue }
    })
  const isClosed = await orLost(() =>
    endAsIs(end, { expectedMilli: wholeCharge(chargeMilli), isLocked: false }),
  )
  if (!isClosed) return turn.release({ cut: true })
  turn.markAppended(isClosed.batch)
  ports.measures.ended({
    modelId: outcome.model.modelId,
    state: outcome.state,
    errorCode: outcome.errorCode,
    usage,
    seconds: (performance.now() - turn.startedMs) / 1000,
  })
  turn.release()
  const closed = { type: 'turn-closed' as const, chatId: turn.chatId, turnId: turn.turnId }
  notifyReaders(ports, turn, isClosed.roomId, closed)
  ports.live.publish(turn, { type: 'credits-changed' })
  if (isClosed.hasQueue) continueQueue(ports, turn)
}

/** Statements that start what follows an answer. */
async function followUps(
  ports: AnswerPorts,
  { turn: { accountId, userId, chatId, turnId }, isFirstOfChat }: TurnToClose,
  chat: ChatToClose | null,
  parts: readonly AnswerPart[],
): Promise<Statement[]> {
  if (!chat) return []
  // A temporary chat that was left is erased when its last answer ends.
  if (chat.isTemporary) return chat.isDeleted ? [await ports.enqueueingErasure()] : []
  const needsTitle = isFirstOfChat && hasOutput(parts)
  return [
    ...(needsTitle ? [await ports.enqueueingTitle({ accountId, userId, chatId, turnId })] : []),
    ...ports.noteSources({ accountId, roomId: chat.roomId, turnId, parts }),
  ]
}

/** Whether the answer has content to make a title from. */
const hasOutput = (parts: readonly AnswerPart[]) => answerText(parts) !== '' || picturesIn(parts).length > 0

/** The chat was shared, moved or left after it was read: rolls the transaction back. */
class ChatMoved extends Error {}

type Ending = {
  /** The charge that the chat and the log get; the ledger refuses another. */
  expectedMilli: number
  /** Whether the chat is locked when it is read, and not only when the turn ends. */
  isLocked: boolean
}

/** Ends the turn, again where the chat or the charge is another than expected. */
async function endAsIs<Result>(end: (ending: Ending) => Promise<Result>, ending: Ending): Promise<Result> {
  try {
    return await end(ending)
  } catch (error) {
    if (error instanceof OtherCharge)
      return await endAsIs(end, { ...ending, expectedMilli: error.chargedMilli })
    if (error instanceof ChatMoved && !ending.isLocked)
      return await endAsIs(end, { ...ending, isLocked: true })
    throw error
  }
}

async function orLost<Result>(close: () => Promise<Result>): Promise<Result | null> {
  try {
    return await withRetry(close)
  } catch (error) {
    if (error instanceof TurnLost) return null
    throw error
  }
}

/** The picture options for the model that answered; a fallback may not support the same. */
const optionsOf = ({ drawing }: TurnToClose, { model }: AnswerOutcome): PictureOptions | null =>
  drawing && model.pictures ? fittingOptions(model.pictures, drawing.options) : (drawing?.options ?? null)

/** The price of the pictures that were generated here, each by its size. Earlier ones are already paid for. */
function priceOfPictures(
  { drawing }: TurnToClose,
  { model }: AnswerOutcome,
  { size }: PictureOptions,
  parts: readonly AnswerPart[],
): number {
  const before = new Set(drawing?.before.map(({ fileId }) => fileId))
  const made = picturesIn(parts).filter(({ fileId }) => !before.has(fileId))
  return model.pictures ? made.length * pictureMilliEach(model.pictures, size) : 0
}

/** The events that end an answer. */
export function lastEvents(end: AnswerEnd): string[] {
  const parts: StreamPart[] = [
    { type: 'finish-step' },
    ...(end.state === 'stopped' ? [{ type: 'abort' as const }] : []),
    ...(end.state === 'failed' && end.errorCode
      ? [{ type: 'error' as const, errorText: definitionOf(end.errorCode).message }]
      : []),
    { type: 'finish', messageMetadata: end },
  ]
  return parts.map((part) => JSON.stringify(part))
}
