import type { AnswerEnd, StreamPart } from '@atrium/contract'
import type { Stored } from './stored.ts'
import type { Violation, Witnessed } from './witnessed.ts'

/** I4: exactly one terminal state, reached (when `settled`), never left: as the log and every reader that saw the end have it. */
export function wrongEnds(stored: Stored, { seen }: Witnessed, settled: boolean): Violation[] {
  const violations: Violation[] = []
  const add = (what: string) => violations.push({ invariant: 'I4', what })
  for (const turn of stored.turns) {
    if (turn.state === 'open') {
      if (settled) add(`${turn.id} never ended`)
      continue
    }
    const log = stored.logOf.get(turn.id)
    if (!log) continue
    const ends = log.map(endIn).filter((end) => end !== null)
    if (ends.length !== 1) add(`${turn.id} ended ${ends.length} times in its log`)
    if (endIn(log.at(-1) ?? 'null') === null) add(`${turn.id} went on after its end`)
    if (ends.some((end) => differs(end, turn))) add(`${turn.id} ended otherwise in its log than it is stored`)
  }
  for (const { turnId, events } of seen) {
    const end = events.map(({ json }) => endIn(json)).find((found) => found !== null)
    const turn = stored.turnById.get(turnId)
    if (end && (!turn || differs(end, turn))) add(`${turnId} was seen to end otherwise than it is stored`)
  }
  return violations
}

const differs = (end: AnswerEnd, turn: { state: string; credits_charged_milli: number | null }) =>
  end.state !== turn.state ||
  // Other readers than the asker and the chat's owner don't learn the cost.
  (end.creditsCharged !== null && Math.round(end.creditsCharged * 1000) !== (turn.credits_charged_milli ?? 0))

function endIn(json: string): AnswerEnd | null {
  const part = JSON.parse(json) as StreamPart | null
  return part?.type === 'finish' ? part.messageMetadata : null
}
