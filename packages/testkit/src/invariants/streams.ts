import { isDeepStrictEqual } from 'node:util'
import { foldParts, type StreamPart } from '@atrium/contract'
import type { Stored } from './stored.ts'
import type { SeenAnswer, Violation, Witnessed } from './witnessed.ts'

/**
 * I5: the event numbers of a turn have no gap, every reader saw exactly the log from its first event on, without gap or repeat, and the
 * stored text is the streamed one. (Logs of turns that ended long ago may be gone.)
 */
export function wrongStreams(stored: Stored, { seen }: Witnessed): Violation[] {
  const violations: Violation[] = []
  const add = (what: string) => violations.push({ invariant: 'I5', what })
  let turnId = ''
  let expected = 1
  for (const batch of stored.batches) {
    if (batch.turn_id !== turnId) expected = 1
    turnId = batch.turn_id
    if (batch.first_event_id !== expected)
      add(`${turnId} has a gap or an overlap before event ${batch.first_event_id}`)
    const { length } = JSON.parse(batch.events) as unknown[]
    if (length !== batch.last_event_id - batch.first_event_id + 1)
      add(`${turnId} miscounts from event ${batch.first_event_id}`)
    expected = batch.last_event_id + 1
  }
  for (const reader of seen)
    for (const what of wronglySeen(reader, stored.logOf.get(reader.turnId))) add(what)
  for (const turn of stored.turns) {
    const log = stored.logOf.get(turn.id)
    if (turn.state === 'open' || !log) continue
    if (log.length !== turn.last_event_id)
      add(`${turn.id} ends at ${turn.last_event_id} but its log at ${log.length}`)
    const folded = foldParts(log.map((json) => JSON.parse(json) as StreamPart))
    if (!isDeepStrictEqual(folded, turn.parts)) add(`${turn.id} is stored otherwise than it was streamed`)
  }
  return violations
}

function wronglySeen({ turnId, events }: SeenAnswer, log: string[] = []): string[] {
  const found: string[] = []
  for (const [index, { eventId, json }] of events.entries()) {
    const previous = events[index - 1]?.eventId
    if (previous !== undefined && eventId !== previous + 1)
      found.push(`${turnId} event ${eventId} was shown after event ${previous}`)
    if (log[eventId - 1] !== json)
      found.push(`${turnId} event ${eventId} was shown but is not in the log as shown`)
  }
  return found
}
