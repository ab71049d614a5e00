import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { clearBodyTimeout } from './body-timeout.ts'

export type DrainLimits = {
  maxBytes: number
  /** For the whole rest of the body, in milliseconds. */
  withinMs: number
}

/** Above the plans' largest file, so that an oversized upload gets its reason. */
export const usualDrain: DrainLimits = { maxBytes: 128 * 1024 * 1024, withinMs: 30_000 }

/**
 * Answers requests whose body is still arriving: sends the reply, discards the rest of the body up to a limit, then closes the
 * connection. Many clients read a reply only after sending everything, and closing with unread bytes resets the connection and
 * loses the reply (RFC 9112, 9.6). Detaches any existing reader of the body.
 */
export function drainUnreadBodies(app: FastifyInstance, limits: DrainLimits): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    if (raw.complete || raw.readableEnded || raw.destroyed || !hasBody(raw)) return payload
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isWhole) reply.header('content-length', String(Buffer.byteLength(payload)))
    reply.header('connection', 'close')
    const drained = drain(raw, limits)
    // The reply ends with the body: Node closes the connection when both are done.
    return Readable.from(replyThen(drained, isWhole ? [payload] : ((payload ?? []) as Iterable<Buffer>)), {
      objectMode: false,
    })
  })
}

async function* replyThen(drained: Promise<void>, chunks: Iterable<Buffer | string> | AsyncIterable<Buffer>) {
  yield* chunks
  await drained
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Resolves when the body has arrived, the sender is gone, or a limit is reached. */
function drain(raw: IncomingMessage, { maxBytes, withinMs }: DrainLimits): Promise<void> {
  clearBodyTimeout(raw)
  return new Promise((resolve) => {
    let readBytes = 0
    const timer = setTimeout(end, withinMs).unref()
    function count(chunk: Buffer) {
      readBytes += chunk.byteLength
      if (readBytes > maxBytes) end()
    }
    function end() {
      clearTimeout(timer)
      raw.off('data', count).off('end', end).off('close', end)
      raw.pause()
      resolve()
    }
    raw.unpipe()
    raw.removeAllListeners('data')
    raw.on('data', count).once('end', end).once('close', end)
    raw.resume()
  })
}
