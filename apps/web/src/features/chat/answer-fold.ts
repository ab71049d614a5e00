import type { AnswerEnd, AnswerPart, AnswerStart, StreamPart } from '@atrium/contract'

/** What the events of a turn, up to a number, add up to. */
export type FoldedAnswer = {
  /** Number of the last event that is in it; 0 before the first. */
  lastEventId: number
  start: AnswerStart | null
  parts: AnswerPart[]
  end: AnswerEnd | null
}

export const nothingFolded: FoldedAnswer = { lastEventId: 0, start: null, parts: [], end: null }

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
  if (eventId !== answer.lastEventId + 1) throw new MissingEvents(`event ${eventId} came after ${answer.lastEventId}`)
  const next = { ...answer, lastEventId: eventId }
  switch (part.type) {
    case 'start':
      return { ...next, start: part.messageMetadata }
    case 'text-start':
      return { ...next, parts: opened(answer.parts, { type: 'text', id: part.id, text: '' }) }
    case 'reasoning-start':
      return { ...next, parts: opened(answer.parts, { type: 'reasoning', id: part.id, text: '' }) }
    case 'text-delta':
      return { ...next, parts: lengthened(answer.parts, 'text', part.id, part.delta) }
    case 'reasoning-delta':
      return { ...next, parts: lengthened(answer.parts, 'reasoning', part.id, part.delta) }
    case 'finish':
      return { ...next, end: part.messageMetadata }
    default:
      return next
  }
}

const isPart = (part: AnswerPart, type: AnswerPart['type'], id: string) => part.type === type && part.id === id

// A part that was begun in the stored answer may be begun again by a replay of its start.
const opened = (parts: AnswerPart[], part: AnswerPart) =>
  parts.some((other) => isPart(other, part.type, part.id)) ? parts : [...parts, part]

function lengthened(parts: AnswerPart[], type: AnswerPart['type'], id: string, delta: string): AnswerPart[] {
  if (!parts.some((part) => isPart(part, type, id))) return [...parts, { type, id, text: delta }]
  return parts.map((part) => (isPart(part, type, id) ? { ...part, text: part.text + delta } : part))
}

/** All the text of an answer without its reasoning, as Markdown. */
export const textOf = (parts: readonly AnswerPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
