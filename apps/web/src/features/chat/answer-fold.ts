import {
  foldPart,
  type AnswerEnd,
  type AnswerPart,
  type AnswerStart,
  type StreamPart,
} from '@atrium/contract'

/** What the events of a turn, up to a number, add up to. */
export type FoldedAnswer = {
  /** Number of the last event that is in it; 0 before the first. */
  lastEventId: number
  start: AnswerStart | null
  parts: readonly AnswerPart[]
  end: AnswerEnd | null
  /** The oldest part of the conversation is being summarised first. */
  isSummarising: boolean
}

export const nothingFolded: FoldedAnswer = {
  lastEventId: 0,
  start: null,
  parts: [],
  end: null,
  isSummarising: false,
}

/** Some event between the last one taken and this one never came. */
export class MissingEvents extends Error {
  override name = 'MissingEvents'
}

/**
 * Adds one numbered event to an answer and returns the new answer; the given one is not changed.
 * An event that is already in it changes nothing, so replays are harmless. Throws `MissingEvents` on a gap.
 */
export function foldEvent(answer: FoldedAnswer, eventId: number, part: StreamPart): FoldedAnswer {
  if (eventId <= answer.lastEventId) return answer
  if (eventId !== answer.lastEventId + 1)
    throw new MissingEvents(`event ${eventId} came after ${answer.lastEventId}`)
  const next = { ...answer, lastEventId: eventId }
  if (part.type === 'start' || part.type === 'message-metadata')
    return { ...next, start: part.messageMetadata }
  if (part.type === 'data-summary') return { ...next, isSummarising: !part.data.isWritten }
  if (part.type === 'finish') return { ...next, end: part.messageMetadata }
  return { ...next, parts: foldPart(withItsPart(answer.parts, part), part) }
}

/** Stored parts leave out those without a word yet; a reader that begins between a part's start and its first word opens it. */
function withItsPart(parts: readonly AnswerPart[], part: StreamPart): readonly AnswerPart[] {
  if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') return parts
  if (parts.some(({ id }) => id === part.id)) return parts
  return [...parts, { type: part.type === 'text-delta' ? 'text' : 'reasoning', id: part.id, text: '' }]
}
