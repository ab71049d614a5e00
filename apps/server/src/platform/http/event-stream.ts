import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { securityHeaders } from './headers.ts'

/**
 * A reader with more than this waiting behind its current write is disconnected; it can reconnect and continue (W11). The current
 * write does not count, however large: otherwise the reader would return for it forever.
 */
const maxWaitingBytes = 256 * 1024
/** Large writes go to the socket in slices, so that a slow reader's progress is visible. */
const sliceBytes = 16 * 1024
const heartbeatMs = 15_000
/** A reader that takes nothing for this many heartbeats is disconnected too, also after the end. */
const maxMissedHeartbeats = 4

export type EventStream = {
  /** Writes whole server-sent events; false when the reader is gone. */
  write(events: string): boolean
  end(): void
  /** Calls back once when the reader leaves or the stream ends. */
  onClose(callback: () => void): void
  readonly isOpen: boolean
  /** Bytes that the socket has not sent yet. */
  readonly waitingBytes: number
}

const openStreams = new Set<ServerResponse>()

/**
 * Takes the reply over for server-sent events (WHATWG HTML, section 9.2) by writing to the socket, at the cost of bare Node.
 * `headers` are the stream protocol's.
 */
export function openEventStream(reply: FastifyReply, headers: Record<string, string> = {}): EventStream {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...securityHeaders,
    ...(reply.getHeaders() as Record<string, string>),
    vary: securityHeaders.vary,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': `${securityHeaders['cache-control']}, no-transform`,
    'x-accel-buffering': 'no',
    ...headers,
  })
  response.flushHeaders()
  response.socket?.setNoDelay(true)
  openStreams.add(response)
  const waiting = new WaitingWrites()
  let isEnding = false
  /** Writes waiting data while the socket accepts it. */
  const pump = () => {
    while (!response.writableNeedDrain) {
      const slice = waiting.next()
      if (!slice) break
      response.write(slice)
    }
    if (isEnding && waiting.isEmpty) response.end()
  }
  let heartbeatsWaited = 0
  response.on('drain', () => {
    heartbeatsWaited = 0
    pump()
  })
  const heartbeat = setInterval(() => {
    heartbeatsWaited = response.writableLength + waiting.bytes > 0 ? heartbeatsWaited + 1 : 0
    if (heartbeatsWaited >= maxMissedHeartbeats) response.destroy()
    // A comment must not split waiting data.
    else if (!response.writableEnded && waiting.isEmpty) response.write(': \n\n')
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
      return !isEnding && !response.writableEnded && !response.destroyed
    },
    get waitingBytes() {
      return response.writableLength + waiting.bytes
    },
    write(events) {
      if (isEnding || response.writableEnded || response.destroyed) return false
      waiting.add(Buffer.from(events))
      pump()
      if (response.writableLength + waiting.bytesBehindFirst <= maxWaitingBytes) return true
      response.destroy()
      return false
    },
    end() {
      isEnding = true
      pump()
    },
    onClose(callback) {
      if (response.destroyed) callback()
      else callbacks.push(callback)
    },
  }
}

/** Writes that the socket hasn't accepted yet, returned in slices. */
class WaitingWrites {
  readonly #writes: Buffer[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0
  }

  /** Bytes of all writes but the current first one. */
  get bytesBehindFirst(): number {
    return this.#bytes - (this.#writes[0]?.length ?? 0)
  }

  add(write: Buffer): void {
    this.#writes.push(write)
    this.#bytes += write.length
  }

  next(): Buffer | undefined {
    const [first] = this.#writes
    if (!first) return undefined
    const slice = first.subarray(0, sliceBytes)
    this.#bytes -= slice.length
    if (slice.length === first.length) this.#writes.shift()
    else this.#writes[0] = first.subarray(sliceBytes)
    return slice
  }
}

/** Ends every open stream, so that the server can close; readers reconnect to another process. */
export function endEventStreams(): void {
  for (const response of openStreams) response.end()
}
