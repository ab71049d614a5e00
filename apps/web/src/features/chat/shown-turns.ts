import type { ChatDetails, Turn } from '@atrium/contract'
import { fullOptions } from './asked-here.ts'
import type { RunningAnswer } from './running-answer.ts'

/** The turns of a chat with those that were asked here and that the server's list does not have yet. */
export function turnsOnScreen(details: ChatDetails | null, running: readonly RunningAnswer[]): Turn[] {
  const stored = details?.turns ?? []
  const known = new Set(stored.map((turn) => turn.turnId))
  const lastPosition = stored.reduce((last, turn) => Math.max(last, turn.position), 0)
  const unknown = running
    .filter((answer) => !known.has(answer.turnId))
    .flatMap((answer) => asTurn(answer) ?? [])
  return [...stored, ...unknown.map((turn, index) => ({ ...turn, position: lastPosition + index + 1 }))]
}

/** A stored turn with what has been streamed since; the further of both. A turn that has ended in the store is final. */
export function liveTurn(turn: Turn, running: RunningAnswer | null): Turn {
  if (running === null) return turn
  if (running.refusal !== null) return { ...turn, ...refusedAs(running.refusal) }
  if (turn.state !== 'open' || running.lastEventId < turn.lastEventId) return turn
  const { start, parts, lastEventId, end } = running
  return {
    ...turn,
    parts: [...parts],
    lastEventId,
    ...(start !== null && {
      modelId: start.modelId,
      modelName: start.modelName,
      sandbox: start.sandbox,
      choice: start.choice,
      pictureOptions: start.pictureOptions,
      startedAt: start.startedAt,
    }),
    ...(end !== null && {
      state: end.state,
      errorCode: end.errorCode,
      retryAfterSeconds: end.retryAfterSeconds,
      usage: end.usage,
      creditsCharged: end.creditsCharged,
      endedAt: end.endedAt,
    }),
  }
}

/** The chat with a turn put in or replaced, and made the one that is read. */
export function withTurn(details: ChatDetails, turn: Turn): ChatDetails {
  const others = details.turns.filter((other) => other.turnId !== turn.turnId)
  const known = details.turns.find((other) => other.turnId === turn.turnId)
  const position = known?.position ?? others.reduce((last, other) => Math.max(last, other.position), 0) + 1
  return {
    ...details,
    turns: [...others, { ...turn, position }].toSorted((one, other) => one.position - other.position),
  }
}

/** What was asked here as a turn; null for one that was asked elsewhere: its question comes with the chat. */
export function asTurn(answer: RunningAnswer): Turn | null {
  if (answer.asked === null) return null
  const { request, question } = answer.asked
  const opened: Turn = {
    turnId: answer.turnId,
    parentTurnId: request.parentTurnId,
    position: 0,
    question,
    state: 'open',
    parts: [],
    lastEventId: 0,
    requestedModelId: request.modelId,
    modelId: null,
    modelName: null,
    sandbox: false,
    choice: null,
    pictureOptions: fullOptions(request.pictureOptions) ?? null,
    style: request.style,
    continuesTurnId: request.ask.kind === 'continue' ? request.ask.turnId : null,
    errorCode: null,
    retryAfterSeconds: null,
    usage: null,
    creditsCharged: null,
    rating: null,
    followups: null,
    startedAt: question.askedAt,
    endedAt: null,
  }
  return liveTurn(opened, answer)
}

const refusedAs = (refusal: NonNullable<RunningAnswer['refusal']>): Partial<Turn> => ({
  state: 'failed',
  errorCode: refusal.code,
  retryAfterSeconds: refusal.retryAfterSeconds,
  creditsCharged: 0,
})
