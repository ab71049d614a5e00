import type { AnswerChoice, AnswerStart, ErrorCode, TokenUsage } from '@atrium/contract'
import {
  fittingOptions,
  type ModelPart,
  type ProviderFault,
  type ResolvedModel,
  streamWithRetry,
} from '../../models/index.ts'
import { type Attempt, faultOf } from './attempt.ts'
import { choiceAfter } from '../plan/choose-model.ts'
import { closeTurn } from '../close/close-turn.ts'
import { drawAs } from './draw-answer.ts'
import { canBeHandedOver, handOver } from '../takeover/hand-over.ts'
import type { WritingMeasure } from './measures.ts'
import type { AnswerOutcome, AnswerToWrite, HandedOver } from './answer-to-write.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from './running-turn.ts'
import { findSources } from '../sources/find-sources.ts'
import { compactPrompt } from '../compaction/compact-prompt.ts'
import { emitRetry } from './emit-retry.ts'
import { emitUnsupportedNumbers } from '../tables/emit-unsupported-numbers.ts'
import { emitUnsupported } from '../sources/emit-unsupported.ts'
import { streamWithTools } from '../tools/stream-with-tools.ts'

/** Longer answers are cut: no reader needs them and no browser can draw them (L11). */
const maxCharacters = 1_000_000

/**
 * Writes one answer from the first event to its end, with no transaction open while the provider streams. Never throws: every
 * outcome becomes a state. `announcedModelId` is the model that an earlier writer of the same turn announced.
 */
export async function writeAnswer(
  ports: AnswerPorts,
  answer: AnswerToWrite,
  { announcedModelId = null }: { announcedModelId?: string | null } = {},
): Promise<void> {
  const { turn } = answer
  const measure = ports.measures.begin(answer.model.modelId)
  try {
    const messageMetadata = startOf(ports, answer, answer.model, answer.choice)
    if (announcedModelId === null) {
      turn.emit({ type: 'start', messageId: turn.turnId, messageMetadata })
      turn.emit({ type: 'start-step' })
      ports.logWriter.wake(turn)
    } else if (announcedModelId !== answer.model.modelId) {
      turn.emit({ type: 'message-metadata', messageMetadata })
    }
    const compacted = answer.summary ? await compactPrompt(ports, answer) : answer
    if ('errorCode' in compacted) return await closeTurn(ports, answer, { ...compacted, model: answer.model })
    const ready = compacted.search ? await findSources(ports, compacted) : { ...compacted, read: [] }
    const outcome = await speak(ports, ready, measure)
    if (canBeHandedOver(turn, outcome)) return await handOver(ports, turn)
    if (ready.read.length > 0) emitUnsupported(ready, outcome)
    if (ready.tables) emitUnsupportedNumbers(ready, outcome)
    await closeTurn(ports, ready, outcome)
  } catch (error) {
    // The database is unreachable or refuses: the lease expires, and the process that takes the turn over ends it.
    ports.log.error(
      { event: 'turn.close_failed', err: error, turnId: turn.turnId },
      'Could not close an answer; it will be taken over',
    )
    turn.release({ cut: true })
  } finally {
    measure.end()
    // This same process may have taken the turn over from a writer that was too slow.
    if (ports.running.get(turn.turnId) === turn) ports.running.delete(turn.turnId)
  }
}

/** The first metadata of an answer. */
export const startOf = (
  ports: Pick<AnswerPorts, 'clock'>,
  { turn, drawing }: Pick<AnswerToWrite, 'turn' | 'drawing'>,
  model: Pick<ResolvedModel, 'modelId' | 'displayName' | 'sandbox' | 'pictures'>,
  choice: AnswerChoice | null,
): AnswerStart => ({
  turnId: turn.turnId,
  chatId: turn.chatId,
  modelId: model.modelId,
  modelName: model.displayName,
  sandbox: model.sandbox,
  choice,
  pictureOptions: drawing && model.pictures ? fittingOptions(model.pictures, drawing.options) : null,
  startedAt: ports.clock.now().toISOString(),
})

/** Runs the model, or the next suitable one when it fails before its first word or picture. */
async function speak(
  ports: AnswerPorts,
  answer: AnswerToWrite,
  measure: WritingMeasure,
): Promise<AnswerOutcome> {
  const candidates = [answer.model, ...answer.fallbacks]
  for (const [index, model] of candidates.entries()) {
    const choice = choiceAfter(answer.choice, candidates.slice(0, index), candidates[index + 1])
    if (index > 0) {
      measure.answeredBy(model.modelId)
      answer.turn.emit({ type: 'message-metadata', messageMetadata: startOf(ports, answer, model, choice) })
      ports.logWriter.wake(answer.turn)
    }
    const { hasStarted, ...outcome } = answer.drawing
      ? await drawAs(ports, model, answer, answer.drawing)
      : await speakAs(ports, model, answer)
    const hasFallback = isFaultOfProvider(outcome) && !hasStarted && index < candidates.length - 1
    if (!hasFallback) {
      // The text of the earlier process stays, and its asker can continue it.
      const state =
        outcome.state === 'failed' && !hasStarted && answer.handedOver?.text ? 'interrupted' : outcome.state
      return { ...outcome, state, model, ...(index > 0 && choice && { choice }) }
    }
    ports.log.warn(
      {
        event: 'answer.fallback_used',
        turnId: answer.turn.turnId,
        modelId: model.modelId,
        errorCode: outcome.errorCode,
      },
      'A model failed before its first word; trying the next',
    )
  }
  throw new Error('Unreachable: the loop returns with the last model.')
}

/** Another model may succeed. Not for a model that declined to answer: no other is asked then. */
const isFaultOfProvider = ({ state, errorCode }: Omit<Attempt, 'hasStarted'>): boolean =>
  state === 'failed' && errorCode !== 'CONTENT_FILTERED'

async function speakAs(ports: AnswerPorts, model: ResolvedModel, answer: AnswerToWrite): Promise<Attempt> {
  const { turn, prompt, style, web, tables, serverTools } = answer
  const emitter = new AnswerEmitter(ports, turn, answer, () => {
    // The first word of a handed-over answer came from the earlier writer.
    if (!answer.handedOver?.text)
      ports.measures.firstWord(model.modelId, (performance.now() - turn.startedMs) / 1000)
  })
  // A fallback may have a smaller context window.
  const maxOutputTokens = Math.max(
    1,
    Math.min(answer.maxOutputTokens, model.contextLimit - answer.inputTokens),
  )
  let usage: TokenUsage | null = null
  let finish: Extract<ModelPart, { type: 'finish' }>['reason'] | null = null
  try {
    const { signal } = turn
    const onRetry = (retry: number) => emitRetry(ports, turn, retry)
    const onStopped = (sofar: TokenUsage) => void (usage = sofar)
    const take = (part: ModelPart) => {
      if (turn.abortReason && !(turn.abortReason === 'handed-over' && finish)) return
      if (part.type === 'text-delta') emitter.say('text', part.delta)
      else if (part.type === 'reasoning-delta') emitter.say('reasoning', part.delta)
      else if (part.type === 'usage-final') usage = part.usage
      else finish ??= part.reason
      if (emitter.characters > maxCharacters) turn.abort('too-long')
    }
    const options = { signal, style, maxOutputTokens, span: turn.trace?.span }
    if (web || tables || serverTools)
      await streamWithTools(ports, model, answer, { style, maxOutputTokens, onRetry, onStopped, take })
    else await streamWithRetry(model, prompt, { ...options, onRetry }, take)
  } catch (error) {
    if (!turn.abortReason) return { ...failed(faultOf(error), usage), hasStarted: emitter.hasSpoken }
  } finally {
    if (turn.abortReason === 'handed-over' && !finish) emitter.leave()
    else emitter.close()
  }
  return judge(turn, emitter, finish, usage)
}

/** The outcome of an answer whose stream ended or was ended here. A missing abort proves nothing. */
function judge(
  turn: RunningTurn,
  emitter: AnswerEmitter,
  finish: string | null,
  usage: TokenUsage | null,
): Attempt {
  const ended = (state: AnswerOutcome['state'], errorCode: ErrorCode | null) => ({
    state,
    errorCode,
    retryAfterSeconds: null,
    usage,
    hasStarted: emitter.hasSpoken,
  })
  if (turn.abortReason === 'stopped') return ended('stopped', null)
  if (turn.abortReason === 'too-long') return ended('answered', 'ANSWER_TOO_LONG')
  const isWhole = turn.abortReason === 'handed-over' && finish !== null
  if (turn.abortReason && !isWhole) return ended('interrupted', 'ANSWER_INTERRUPTED')
  if (finish === null) return ended('failed', 'PROVIDER_DROPPED')
  if (!emitter.hasSaidText)
    return ended('failed', finish === 'content-filter' ? 'CONTENT_FILTERED' : 'PROVIDER_EMPTY')
  if (finish === 'content-filter') return ended('answered', 'CONTENT_FILTERED')
  return ended('answered', finish === 'length' ? 'ANSWER_TOO_LONG' : null)
}

const failed = (fault: ProviderFault, usage: TokenUsage | null) => ({
  // An answer that used up its time can be continued.
  state: fault.code === 'ANSWER_TOO_LONG' ? ('interrupted' as const) : ('failed' as const),
  errorCode: fault.code,
  retryAfterSeconds: fault.retryAfterSeconds ?? null,
  usage,
})

/** Turns model output into the protocol's parts: opens, streams and closes each part of text or reasoning. */
class AnswerEmitter {
  readonly #ports: AnswerPorts
  readonly #turn: RunningTurn
  #open: { kind: 'text' | 'reasoning'; id: string; sinceMs: number } | null = null
  #stretches: number
  /** The text part in which another process stopped: the first words continue it. */
  #continued: string | null
  #before: string
  readonly #onFirst: () => void
  hasSpoken = false
  hasSaidText = false
  characters = 0

  constructor(
    ports: AnswerPorts,
    turn: RunningTurn,
    { writtenBefore, handedOver }: { writtenBefore: string; handedOver: HandedOver | null },
    onFirst: () => void,
  ) {
    this.#ports = ports
    this.#turn = turn
    this.#onFirst = onFirst
    this.#before = handedOver?.text ? '' : writtenBefore
    this.#stretches = handedOver?.stretches ?? 0
    this.#continued = handedOver?.openTextId ?? null
  }

  say(kind: 'text' | 'reasoning', delta: string): void {
    if (delta === '') return
    const isFirst = !this.hasSpoken
    this.hasSpoken = true
    if (isFirst) this.#onFirst()
    const { id } = this.#stretchOf(kind)
    if (kind === 'text') this.hasSaidText = true
    // A continued answer begins with the text of the interrupted one, so that it is whole.
    const piece = kind === 'text' ? this.#before + delta : delta
    if (kind === 'text') this.#before = ''
    this.#turn.emit({ type: `${kind}-delta`, id, delta: piece })
    this.characters += delta.length
    this.#ports.logWriter.wake(this.#turn, isFirst)
  }

  /** The open part of a kind; closes a part of the other kind first. */
  #stretchOf(kind: 'text' | 'reasoning'): { id: string } {
    if (this.#open?.kind === kind) return this.#open
    this.close()
    const isContinued = kind === 'text' && this.#continued !== null
    if (!isContinued) this.#stretches += 1
    const id = (isContinued && this.#continued) || `${kind}-${this.#stretches}`
    if (isContinued) this.#continued = null
    else this.#turn.emit({ type: `${kind}-start`, id })
    this.#open = { kind, id, sinceMs: performance.now() }
    return this.#open
  }

  /** Leaves a text part open for the process that continues the answer. */
  leave(): void {
    if (this.#open?.kind === 'reasoning') this.close()
  }

  close(): void {
    if (!this.#open) return
    const { kind, id, sinceMs } = this.#open
    const durationMs = Math.round(performance.now() - sinceMs)
    if (kind === 'text') this.#turn.emit({ type: 'text-end', id })
    else this.#turn.emit({ type: 'reasoning-end', id, providerMetadata: { atrium: { durationMs } } })
    this.#open = null
  }
}
