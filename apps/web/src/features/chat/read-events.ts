import type { StreamPart } from '@atrium/contract'
import { createParser } from 'eventsource-parser'

/** One event of an answer's stream, or its orderly close (`data: [DONE]`). */
export type AnswerEvent = { type: 'event'; eventId: number; part: StreamPart } | { type: 'done' }

/** Nothing at all arrived for so long that the connection is taken for dead. */
class ConnectionSilent extends Error {
  override name = 'ConnectionSilent'
}

/** Reads the events of an answer's stream as they arrive. Ends with the body; `done` tells whether that was in order. */
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

/** Reads server-sent events. Half an event at the end of a broken body is dropped. Throws `ConnectionSilent`. */
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
    // Also reached when whoever reads these events walks away: the connection must not stay open then.
    reader.cancel().catch(() => undefined)
  }
}

/** The server checks what it sends against the contract; a kind of part from a newer server is passed over by the fold. */
const streamPart = (data: string) => JSON.parse(data) as StreamPart

function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConnectionSilent(`nothing arrived for ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
