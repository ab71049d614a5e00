import type { StreamPart } from '@atrium/contract'
import { MissingEvents } from './answer-fold.ts'
import { createBackOff, waitOrWake } from './back-off.ts'
import { readAnswerEvents } from './read-events.ts'
import { AnswerRefused, type AnswerTransport, type RunningAnswer } from './running-answer.ts'

/** How following an answer ended: it is whole; the server refused; its events are not there (any more). */
export type FollowOutcome =
  | { outcome: 'whole' }
  | { outcome: 'refused'; error: AnswerRefused }
  | { outcome: 'gone' }
  | { outcome: 'left' }

export type Following = {
  transport: AnswerTransport
  wakeUps: EventTarget
  signal: AbortSignal
  /** A connection on which nothing at all came for so long is opened anew. */
  silenceLimitMs: number
  /** The answer as it stands now. */
  current(): RunningAnswer
  onAccepted(): void
  onEvent(eventId: number, part: StreamPart): void
  onBroken(): void
}

/**
 * Asks (or attaches), reads to the end, and begins again after the last event whenever the connection breaks.
 * A question whose reply never came is sent again with its ids: the server asks and charges once.
 */
export async function followAnswer(following: Following): Promise<FollowOutcome> {
  const { wakeUps, signal, current, onBroken } = following
  const backOff = createBackOff()
  while (!signal.aborted) {
    try {
      if (await readOnce(following, backOff.reset)) return { outcome: 'whole' }
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof AnswerRefused) return refused(error, current().accepted)
      // The log of an ended turn is not kept for ever; its chat has the answer whole.
      if (error instanceof MissingEvents) return { outcome: 'gone' }
    }
    onBroken()
    await waitOrWake(backOff.next(), wakeUps, signal)
  }
  return { outcome: 'left' }
}

/** One connection, to its end. Answers whether the answer is whole then. */
async function readOnce(following: Following, onProgress: () => void): Promise<boolean> {
  const { transport, signal, silenceLimitMs, current, onAccepted, onEvent } = following
  const connection = new AbortController()
  const { asked, accepted, context, turnId, lastEventId } = current()
  const bothSignals = AbortSignal.any([signal, connection.signal])
  try {
    const body =
      asked !== null && !accepted
        ? await transport.ask(asked, context, bothSignals)
        : await transport.read(turnId, lastEventId, context, bothSignals)
    onAccepted()
    for await (const event of readAnswerEvents(body, silenceLimitMs)) {
      if (event.type === 'done') return true
      onEvent(event.eventId, event.part)
      onProgress()
    }
    return current().end !== null
  } finally {
    connection.abort()
  }
}

const refused = (error: AnswerRefused, accepted: boolean): FollowOutcome =>
  accepted && error.refusal.code === 'NOT_FOUND' ? { outcome: 'gone' } : { outcome: 'refused', error }
