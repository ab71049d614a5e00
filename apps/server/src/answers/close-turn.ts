import {
  type AnswerChoice,
  type AnswerEnd,
  type AnswerPart,
  type ErrorCode,
  type StreamPart,
  type TokenUsage,
  answerText,
  definitionOf,
  type PictureOptions,
  picturesIn,
} from '@atrium/contract'
import { type AnsweringModel, credits, finishTurn, lockChat } from '../chats/index.ts'
import { priceQuestion, settleHold } from '../credits/index.ts'
import {
  countTokens,
  fittingOptions,
  keepChoice,
  pictureMilliEach,
  type ResolvedModel,
} from '../models/index.ts'
import { inTenant } from '../platform/database/index.ts'
import type { AnswerToWrite } from './open-turn.ts'
import { patiently } from './patiently.ts'
import type { AnswerPorts } from './ports.ts'
import type { Drawing } from './prepare-drawing.ts'

export type AnswerOutcome = {
  state: AnswerEnd['state']
  errorCode: ErrorCode | null
  retryAfterSeconds: number | null
  /** As the provider counted, if it told and can be believed. */
  usage: TokenUsage | null
  model: AnsweringModel & Pick<ResolvedModel, 'price' | 'pictures'>
  /** What is told of its choice, when it answered in another's place. */
  choice?: AnswerChoice
}

type TurnToClose = Pick<AnswerToWrite, 'turn' | 'inputTokens' | 'isFirstOfChat' | 'writtenBefore'> & {
  /** What was to be drawn; null for an answer in words. */
  drawing: Pick<Drawing, 'options' | 'before'> | null
}

/**
 * Transaction 2: the parts, the terminal state, the last events, the settlement and the later jobs, all or nothing; then the
 * readers hear of it. Does nothing when the turn was taken over by another writer.
 */
export async function closeTurn(
  ports: AnswerPorts,
  closing: TurnToClose,
  outcome: AnswerOutcome,
): Promise<void> {
  const { turn } = closing
  await ports.logWriter.withdraw(turn)
  if (turn.abortReason === 'lease-lost') return turn.release({ cut: true })

  const parts = turn.parts
  const pictureOptions = optionsOf(closing, outcome)
  const usage = pictureOptions ? null : usageOf(closing, outcome, parts)
  const chargeMilli = pictureOptions
    ? priceOfPictures(closing, outcome, pictureOptions, parts)
    : usage
      ? priceQuestion(outcome.model.price, usage)
      : 0
  const batchBefore = turn.takeBatch()
  const isClosed = await orLost(() =>
    inTenant(ports.database, { accountId: turn.accountId, userId: turn.userId }, async (trx) => {
      const { accountId, turnId } = turn
      const [chat, { chargedMilli }] = await Promise.all([
        lockChat(trx, accountId, turn.chatId),
        settleHold(trx, { accountId, turnId, chargeMilli }),
      ])
      const end: AnswerEnd = {
        state: outcome.state,
        errorCode: outcome.errorCode,
        retryAfterSeconds: outcome.retryAfterSeconds,
        usage,
        creditsCharged: credits(chargedMilli),
        endedAt: ports.clock.now().toISOString(),
      }
      const batch = { ...batchBefore, events: [...batchBefore.events, ...lastEvents(end)] }
      const needsTitle = closing.isFirstOfChat && chat?.isTemporary === false && hasOutput(parts)
      const finishing = finishTurn(trx, {
        lease: turn.lease,
        chatId: turn.chatId,
        parts,
        lastEvents: batch,
        end,
        chargedMilli,
        model: outcome.model,
        pictureOptions,
      })
      const naming =
        needsTitle && ports.enqueueTitle(trx, { accountId, userId: turn.userId, chatId: turn.chatId, turnId })
      const telling = outcome.choice && keepChoice(trx, { ...turn.lease, told: outcome.choice })
      const noting =
        chat?.isTemporary === false &&
        ports.noteSources(trx, { accountId, roomId: chat.roomId, turnId, parts })
      // A temporary chat that was left waited for this answer to end.
      const erasing = chat?.isTemporary && chat.isDeleted && ports.enqueueErasure(trx)
      const [finished] = await Promise.all([finishing, naming, telling, noting, erasing])
      if (!finished) throw new TurnLost()
      return batch
    }),
  )
  if (!isClosed) return turn.release({ cut: true })
  turn.markAppended(isClosed)
  turn.release()
  ports.notices.publish(turn, { type: 'turn-closed', chatId: turn.chatId, turnId: turn.turnId })
  ports.notices.publish(turn, { type: 'credits-changed' })
}

/** Whether there is anything that a title could be made of. */
const hasOutput = (parts: readonly AnswerPart[]) => answerText(parts) !== '' || picturesIn(parts).length > 0

/** Somebody else ended the turn or took it over: everything of this transaction is undone. */
class TurnLost extends Error {}

async function orLost<Result>(close: () => Promise<Result>): Promise<Result | null> {
  try {
    return await patiently(close)
  } catch (error) {
    if (error instanceof TurnLost) return null
    throw error
  }
}

/** What was asked of the model that answered; another than the first may not offer the same. */
const optionsOf = ({ drawing }: TurnToClose, { model }: AnswerOutcome): PictureOptions | null =>
  drawing && model.pictures ? fittingOptions(model.pictures, drawing.options) : (drawing?.options ?? null)

/** The pictures that were made here, each at the price of its size. What was there before was paid for then. */
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

/** What the answer took: as the provider counted or, without that, as counted here. Null for an answer without output. */
export function usageOf(
  { inputTokens, writtenBefore }: Pick<TurnToClose, 'inputTokens' | 'writtenBefore'>,
  { state, usage }: AnswerOutcome,
  parts: readonly AnswerPart[],
): TokenUsage | null {
  const text = answerText(parts).slice(writtenBefore.length)
  const reasoning = parts
    .filter((part) => part.type === 'reasoning')
    .map((part) => part.text)
    .join('')
  const hasOutput = text !== '' || (state === 'stopped' && reasoning !== '')
  if (!hasOutput) return null
  if (usage) return usage
  const reasoningTokens = countTokens(reasoning)
  return {
    inputTokens,
    cachedInputTokens: 0,
    outputTokens: countTokens(text) + reasoningTokens,
    reasoningTokens,
    estimated: true,
  }
}

function lastEvents(end: AnswerEnd): string[] {
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
