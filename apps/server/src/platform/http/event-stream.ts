import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { securityHeaders } from './headers.ts'

/**
 * A reader that lets more than this pile up is cut off; it can come back and read on from where it was (W11). One piece into an
 * empty buffer may be larger: whoever could never be given it would come back for ever.
 */
const mostBufferedBytes = 256 * 1024
const heartbeatMs = 15_000
/** A reader that in so many heartbeats has not taken what waits for it is cut off too, also after the end. */
const mostHeartbeatsWaited = 4

export type EventStream = {
  /** Writes whole server-sent events; false when the reader is gone. */
  write(events: string): boolean
  end(): void
  /** Calls back once when the reader leaves or the stream ends. */
  onClose(callback: () => void): void
  readonly isOpen: boolean
}

const openStreams = new Set<ServerResponse>()

/**
 * Takes the reply over for server-sent events (WHATWG HTML, section 9.2) by writing to the socket: what bare Node costs.
 * `headers` are those of the stream's protocol.
 */
export function openEventStream(reply: FastifyReply, headers: Record<string, string> = {}): EventStream {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...securityHeaders,
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  })
  response.flushHeaders()
  response.socket?.setNoDelay(true)
  openStreams.add(response)
  let heartbeatsWaited = 0
  response.on('drain', () => (heartbeatsWaited = 0))
  const heartbeat = setInterval(() => {
    heartbeatsWaited = response.writableLength > 0 ? heartbeatsWaited + 1 : 0
    if (heartbeatsWaited >= mostHeartbeatsWaited) response.destroy()
    else if (!response.writableEnded) response.write(': \n\n')
  }, heartbeatMs)
  const callbacks: (() => void)[] = []
  const close = () => {
    clearInterval(heartbeat)
    openStreams.delete(response)
    for (const callback of callbacks.splice(0)) callback()
  }
  response.once('close', close)
  response.on('error', close)
  return {
    get isOpen() {
      return !response.writableEnded && !response.destroyed
    },
    write(events) {
      if (response.writableEnded || response.destroyed) return false
      const waiting = response.writableLength
      if (waiting > 0 && waiting + events.length > mostBufferedBytes) {
        response.destroy()
        return false
      }
      response.write(events)
      return true
    },
    end() {
      response.end()
    },
    onClose(callback) {
      if (response.destroyed) callback()
      else callbacks.push(callback)
    },
  }
}

/** Ends every open stream, so that the server can close; readers come back to whoever serves next. */
export function endEventStreams(): void {
  for (const response of openStreams) response.end()
}
