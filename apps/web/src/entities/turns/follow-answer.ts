import type { StreamPart } from '@atrium/contract'
import { MissingEvents } from './answer-fold.ts'
import { createBackOff, waitOrWake } from '../../lib/back-off.ts'
import { readAnswerEvents } from '../../lib/read-events.ts'
import { AnswerRefused, type AnswerTransport, type RunningAnswer } from './running-answer.ts'

/** How following an answer ended: it is complete; the server refused; its events have expired. */
export type FollowOutcome =
  | { outcome: 'whole' }
  | { outcome: 'refused'; error: AnswerRefused }
  | { outcome: 'gone' }
  | { outcome: 'left' }

export type Following = {
  transport: AnswerTransport
  wakeUps: EventTarget
  signal: AbortSignal
  /** Reconnects after this long without any data. */
  silenceLimitMs: number
  /** Returns the answer's current state. */
  current(): RunningAnswer
  onAccepted(): void
  onEvent(eventId: number, part: StreamPart): void
  onBroken(): void
}

/**
 * Asks (or attaches), reads to the end, and resumes after the last event when the connection breaks. Resends a question without a
 * reply with its ids: the server asks and charges once.
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
      // Logs of ended turns expire; the chat has the whole answer.
      if (error instanceof MissingEvents) return { outcome: 'gone' }
    }
    onBroken()
    await waitOrWake(backOff.next(), wakeUps, signal)
  }
  return { outcome: 'left' }
}

/** Reads one connection to its end. Returns whether the answer is complete. */
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
