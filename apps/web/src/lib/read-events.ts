import type { StreamPart } from '@atrium/contract'
import { createParser } from 'eventsource-parser'

/** One event of an answer's stream, or its orderly close (`data: [DONE]`). */
export type AnswerEvent = { type: 'event'; eventId: number; part: StreamPart } | { type: 'done' }

/** The connection counts as dead after this long without data. */
class ConnectionSilent extends Error {
  override name = 'ConnectionSilent'
}

/** Yields the events of an answer's stream. Ends with the body; `done` is whether the stream ended properly. */
export async function* readAnswerEvents(
  body: ReadableStream<Uint8Array>,
  silenceLimitMs: number,
): AsyncGenerator<AnswerEvent> {
  for await (const { id, data } of readServerSentEvents(body, silenceLimitMs)) {
    if (data === '[DONE]') yield { type: 'done' }
    else if (id !== undefined && /^\d+$/.test(id))
      yield { type: 'event', eventId: Number(id), part: streamPart(data) }
  }
}

/** Parses server-sent events. Drops an incomplete event at the end of a broken body. Throws `ConnectionSilent`. */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>, silenceLimitMs: number) {
  const arrived: { id: string | undefined; data: string }[] = []
  const parser = createParser({ onEvent: ({ id, data }) => arrived.push({ id, data }) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(silenceLimitMs, reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    // Also runs when the consumer stops: the connection must not stay open.
    reader.cancel().catch(() => undefined)
  }
}

/** The server validates what it sends; the fold ignores unknown parts of a newer server. */
const streamPart = (data: string) => JSON.parse(data) as StreamPart

function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConnectionSilent(`nothing arrived for ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
