import type { ChatDetails, Turn } from '@atrium/contract'
import { fullOptions } from './asked-here.ts'
import type { AskRequest, RunningAnswer } from './running-answer.ts'
import { asListed, type ListedTurn } from './turn-tree.ts'

/** Returns a chat's turns, whole or in outline, including those asked here that the server's list doesn't have yet. */
export function turnsOnScreen(details: ChatDetails | null, running: readonly RunningAnswer[]): ListedTurn[] {
  const stored: ListedTurn[] = [
    ...(details?.turns ?? []).map(asListed),
    ...(details?.outline ?? []).map((outline) => ({ outline, turn: null })),
  ]
  const known = new Set(stored.map(({ outline }) => outline.turnId))
  const lastPosition = stored.reduce((last, { outline }) => Math.max(last, outline.position), 0)
  const unknown = running
    .filter((answer) => !known.has(answer.turnId))
    .flatMap((answer) => asTurn(answer) ?? [])
    // As on the server: the first column is the newest branch.
    .toSorted((one, other) => (other.comparison?.column ?? 0) - (one.comparison?.column ?? 0))
  return [
    ...stored,
    ...unknown.map((turn, index) => asListed({ ...turn, position: lastPosition + index + 1 })),
  ]
}

/** Returns a stored turn with the events streamed since; the more advanced of both. A turn that has ended in the store is final. */
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

/** Returns the chat with a turn added or replaced. */
export function withTurn(details: ChatDetails, turn: Turn): ChatDetails {
  const others = details.turns.filter((other) => other.turnId !== turn.turnId)
  const all = [...details.turns, ...details.outline]
  const known = all.find((other) => other.turnId === turn.turnId)
  const position = known?.position ?? all.reduce((last, other) => Math.max(last, other.position), 0) + 1
  return withTurns({ ...details, turns: others }, [{ ...turn, position }])
}

/** Returns the chat with outlined turns filled in. Loaded ones stay. */
export function withTurns(details: ChatDetails, loaded: readonly Turn[]): ChatDetails {
  const known = new Set(details.turns.map(({ turnId }) => turnId))
  const further = loaded.filter(({ turnId }) => !known.has(turnId))
  const whole = new Set(further.map(({ turnId }) => turnId))
  return {
    ...details,
    turns: [...details.turns, ...further].toSorted((one, other) => one.position - other.position),
    outline: details.outline.filter(({ turnId }) => !whole.has(turnId)),
  }
}

/** Returns a reloaded chat with the turns that were loaded before and can only have changed in their rating. */
export function keepingLoaded(details: ChatDetails, before: ChatDetails | undefined): ChatDetails {
  if (before === undefined || details.outline.length === 0) return details
  const loaded = new Map(before.turns.map((turn) => [turn.turnId, turn]))
  return withTurns(
    details,
    details.outline.flatMap(({ turnId, state, rating }) => {
      const turn = loaded.get(turnId)
      return turn === undefined || turn.state !== state || state === 'open' ? [] : [{ ...turn, rating }]
    }),
  )
}

/** Returns a question asked here as a turn; null for one asked elsewhere, which the chat contains. */
export function asTurn(answer: RunningAnswer): Turn | null {
  if (answer.asked === null) return null
  const { request, question } = answer.asked
  const opened: Turn = {
    turnId: answer.turnId,
    parentTurnId: request.parentTurnId,
    position: 0,
    question,
    askedById: answer.context.userId,
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
    comparison: comparisonOf(request),
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

function comparisonOf({ turnId, comparison }: AskRequest): Turn['comparison'] {
  const first = comparison?.[0]
  if (comparison === undefined || first === undefined) return null
  return { id: first.turnId, column: comparison.findIndex((answer) => answer.turnId === turnId) }
}

const refusedAs = (refusal: NonNullable<RunningAnswer['refusal']>): Partial<Turn> => ({
  state: 'failed',
  errorCode: refusal.code,
  retryAfterSeconds: refusal.retryAfterSeconds,
  creditsCharged: 0,
})
