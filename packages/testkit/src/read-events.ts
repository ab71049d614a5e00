import { StreamPart, foldParts, answerText, type AnswerEnd } from '@atrium/contract'
import { createParser } from 'eventsource-parser'

export type ReadEvent = { eventId: number; part: StreamPart }

/** Reads an answer's event stream; every part is checked against the contract. Ends with the stream, or when `until` is true. */
export async function readEvents(
  response: Response,
  { until }: { until?: (events: ReadEvent[]) => boolean } = {},
): Promise<{ events: ReadEvent[]; isDone: boolean }> {
  const events: ReadEvent[] = []
  let isDone = false
  const parser = createParser({
    onEvent({ id, data }) {
      if (data === '[DONE]') isDone = true
      else events.push({ eventId: Number(id), part: StreamPart.parse(JSON.parse(data)) })
    },
  })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  try {
    while (!isDone && !until?.(events)) {
      const { done, value } = await reader.read()
      if (done) break
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    // The connection was cut: the reader keeps the events before it.
    if (!(error instanceof TypeError)) throw error
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  return { events, isDone }
}

/** The answer's own words among these events. */
export const textOf = (events: readonly ReadEvent[]): string =>
  answerText(foldParts(events.map((event) => event.part)))

/** How the answer ended, if these events have its end. */
export const endOf = (events: readonly ReadEvent[]): AnswerEnd | undefined => {
  const last = events.at(-1)?.part
  return last?.type === 'finish' ? last.messageMetadata : undefined
}
