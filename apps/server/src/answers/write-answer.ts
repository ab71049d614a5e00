import type { AnswerChoice, AnswerStart, ErrorCode, TokenUsage } from '@atrium/contract'
import {
  fittingOptions,
  type ModelPart,
  type ProviderFault,
  type ResolvedModel,
  streamModel,
} from '../models/index.ts'
import { type Attempt, faultOf } from './attempt.ts'
import { choiceAfter } from './choose-model.ts'
import { closeTurn, type AnswerOutcome } from './close-turn.ts'
import { drawAs } from './draw-answer.ts'
import type { AnswerToWrite } from './open-turn.ts'
import type { AnswerPorts } from './ports.ts'
import type { RunningTurn } from './running-turn.ts'
import { findSources } from './find-sources.ts'
import { shorten } from './shorten.ts'
import { tellUnsupported } from './tell-unsupported.ts'

/** An answer longer than this is cut: no reader needs it and no browser draws it (L11). */
const mostCharacters = 1_000_000

/**
 * Writes one answer from the first event to its end, with no transaction open while the provider speaks. Never throws: every
 * way in which it can go ends in a state. `toldModelId` is who was told to answer by an earlier writer of the same turn.
 */
export async function writeAnswer(
  ports: AnswerPorts,
  answer: AnswerToWrite,
  { toldModelId = null }: { toldModelId?: string | null } = {},
): Promise<void> {
  const { turn } = answer
  try {
    const messageMetadata = startOf(ports, answer, answer.model, answer.choice)
    if (toldModelId === null) {
      turn.emit({ type: 'start', messageId: turn.turnId, messageMetadata })
      turn.emit({ type: 'start-step' })
      ports.logWriter.wake(turn)
    } else if (toldModelId !== answer.model.modelId) {
      turn.emit({ type: 'message-metadata', messageMetadata })
    }
    const shortened = await shorten(ports, answer)
    if ('errorCode' in shortened) await closeTurn(ports, answer, { ...shortened, model: answer.model })
    else {
      const ready = await findSources(ports, shortened)
      const outcome = await speak(ports, ready)
      tellUnsupported(ready, outcome)
      await closeTurn(ports, ready, outcome)
    }
  } catch (error) {
    // The database cannot be reached or refuses: the lease runs out, and whoever takes the turn over ends it.
    ports.log.error({ err: error, turnId: turn.turnId }, 'an answer could not be closed')
    turn.release({ cut: true })
  } finally {
    // A writer that was too slow may have been followed by another one in this very process.
    if (ports.running.get(turn.turnId) === turn) ports.running.delete(turn.turnId)
  }
}

const startOf = (
  ports: AnswerPorts,
  { turn, drawing }: AnswerToWrite,
  model: ResolvedModel,
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

/** Lets the model speak or draw, or the next suitable one when it fails before its first word or picture. */
async function speak(ports: AnswerPorts, answer: AnswerToWrite): Promise<AnswerOutcome> {
  const candidates = [answer.model, ...answer.fallbacks]
  for (const [index, model] of candidates.entries()) {
    const choice = choiceAfter(answer.choice, candidates.slice(0, index), candidates[index + 1])
    if (index > 0) {
      answer.turn.emit({ type: 'message-metadata', messageMetadata: startOf(ports, answer, model, choice) })
      ports.logWriter.wake(answer.turn)
    }
    const { isBegun, ...outcome } = answer.drawing
      ? await drawAs(ports, model, answer, answer.drawing)
      : await speakAs(ports, model, answer)
    const mayTryAnother = isFaultOfProvider(outcome) && !isBegun && index < candidates.length - 1
    if (!mayTryAnother) return { ...outcome, model, ...(index > 0 && choice && { choice }) }
    ports.log.warn(
      { turnId: answer.turn.turnId, modelId: model.modelId, errorCode: outcome.errorCode },
      'the next model is asked',
    )
  }
  throw new Error('There is always a last model.')
}

/** Another may do better. Not where a model declined to answer: nobody is asked to get round that. */
const isFaultOfProvider = ({ state, errorCode }: Omit<Attempt, 'isBegun'>): boolean =>
  state === 'failed' && errorCode !== 'CONTENT_FILTERED'

async function speakAs(ports: AnswerPorts, model: ResolvedModel, answer: AnswerToWrite): Promise<Attempt> {
  const { turn, prompt, style } = answer
  const mouth = new Mouth(ports, turn, answer.writtenBefore)
  // Whoever answers in another's place may read less.
  const maxOutputTokens = Math.max(
    1,
    Math.min(answer.maxOutputTokens, model.contextLimit - answer.inputTokens),
  )
  let usage: TokenUsage | null = null
  let finish: Extract<ModelPart, { type: 'finish' }>['reason'] | null = null
  try {
    for await (const part of streamModel(model, prompt, { signal: turn.signal, style, maxOutputTokens })) {
      if (turn.abortReason) break
      if (part.type === 'text-delta') mouth.say('text', part.delta)
      else if (part.type === 'reasoning-delta') mouth.say('reasoning', part.delta)
      else if (part.type === 'usage-final') usage = part.usage
      else finish ??= part.reason
      if (mouth.characters > mostCharacters) turn.abort('too-long')
    }
  } catch (error) {
    if (!turn.abortReason) return { ...failed(faultOf(error), usage), isBegun: mouth.hasSpoken }
  } finally {
    mouth.close()
  }
  return judge(turn, mouth, finish, usage)
}

/** How an answer ended whose stream ended by itself or was ended here. The absence of an abort proves nothing. */
function judge(turn: RunningTurn, mouth: Mouth, finish: string | null, usage: TokenUsage | null): Attempt {
  const ended = (state: AnswerOutcome['state'], errorCode: ErrorCode | null) => ({
    state,
    errorCode,
    retryAfterSeconds: null,
    usage,
    isBegun: mouth.hasSpoken,
  })
  if (turn.abortReason === 'stopped') return ended('stopped', null)
  if (turn.abortReason === 'too-long') return ended('answered', 'ANSWER_TOO_LONG')
  if (turn.abortReason) return ended('interrupted', 'ANSWER_INTERRUPTED')
  if (finish === null) return ended('failed', 'PROVIDER_DROPPED')
  if (!mouth.hasSaidText)
    return ended('failed', finish === 'content-filter' ? 'CONTENT_FILTERED' : 'PROVIDER_EMPTY')
  if (finish === 'content-filter') return ended('answered', 'CONTENT_FILTERED')
  return ended('answered', finish === 'length' ? 'ANSWER_TOO_LONG' : null)
}

const failed = (fault: ProviderFault, usage: TokenUsage | null) => ({
  // One that used up its time can be let go on.
  state: fault.code === 'ANSWER_TOO_LONG' ? ('interrupted' as const) : ('failed' as const),
  errorCode: fault.code,
  retryAfterSeconds: fault.retryAfterSeconds ?? null,
  usage,
})

/** Turns what a model says into the protocol's parts: each stretch of text or reasoning is opened, told and closed. */
class Mouth {
  readonly #ports: AnswerPorts
  readonly #turn: RunningTurn
  #open: { kind: 'text' | 'reasoning'; id: string; sinceMs: number } | null = null
  #stretches = 0
  #before: string
  hasSpoken = false
  hasSaidText = false
  characters = 0

  constructor(ports: AnswerPorts, turn: RunningTurn, writtenBefore: string) {
    this.#ports = ports
    this.#turn = turn
    this.#before = writtenBefore
  }

  say(kind: 'text' | 'reasoning', delta: string): void {
    if (delta === '') return
    const isFirst = !this.hasSpoken
    this.hasSpoken = true
    if (this.#open?.kind !== kind) {
      this.close()
      this.#stretches += 1
      this.#open = { kind, id: `${kind}-${this.#stretches}`, sinceMs: performance.now() }
      this.#turn.emit({ type: `${kind}-start`, id: this.#open.id })
    }
    if (kind === 'text') this.hasSaidText = true
    // An answer that goes on from another begins with what was read of that one, so that it is whole.
    const told = kind === 'text' ? this.#before + delta : delta
    if (kind === 'text') this.#before = ''
    this.#turn.emit({ type: `${kind}-delta`, id: this.#open.id, delta: told })
    this.characters += delta.length
    this.#ports.logWriter.wake(this.#turn, isFirst)
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
