import {
  foldPart,
  type AnswerEnd,
  type AnswerPart,
  type AnswerStart,
  type StreamPart,
} from '@atrium/contract'

/** A turn's events, folded up to a number. */
export type FoldedAnswer = {
  /** Number of the last event that is in it; 0 before the first. */
  lastEventId: number
  start: AnswerStart | null
  parts: readonly AnswerPart[]
  end: AnswerEnd | null
  /** The oldest part of the conversation is being summarized first. */
  isSummarising: boolean
  /** The model was busy and is being retried. */
  isRetrying: boolean
}

export const nothingFolded: FoldedAnswer = {
  lastEventId: 0,
  start: null,
  parts: [],
  end: null,
  isSummarising: false,
  isRetrying: false,
}

/** An event between the last one received and this one is missing. */
export class MissingEvents extends Error {
  override name = 'MissingEvents'
}

/**
 * Adds one numbered event to an answer and returns the new answer, without changing the given one. Ignores events already in it,
 * so replays are harmless. Throws `MissingEvents` on a gap.
 */
export function foldEvent(answer: FoldedAnswer, eventId: number, part: StreamPart): FoldedAnswer {
  if (eventId <= answer.lastEventId) return answer
  if (eventId !== answer.lastEventId + 1)
    throw new MissingEvents(`event ${eventId} came after ${answer.lastEventId}`)
  const next = { ...answer, lastEventId: eventId, isRetrying: part.type === 'data-retry' }
  if (part.type === 'start' || part.type === 'message-metadata')
    return { ...next, start: part.messageMetadata }
  if (part.type === 'data-summary') return { ...next, isSummarising: !part.data.isWritten }
  if (part.type === 'finish') return { ...next, end: part.messageMetadata }
  return { ...next, parts: foldPart(withItsPart(answer.parts, part), part) }
}

/** Opens the part if it is missing: empty parts are not stored, so a reader may attach between a part's start and its first word. */
function withItsPart(parts: readonly AnswerPart[], part: StreamPart): readonly AnswerPart[] {
  if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') return parts
  if (parts.some(({ id }) => id === part.id)) return parts
  return [...parts, { type: part.type === 'text-delta' ? 'text' : 'reasoning', id: part.id, text: '' }]
}
