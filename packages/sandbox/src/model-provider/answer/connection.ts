import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

const timeToReadMs = 50

/** How the bytes of a stream are cut into TCP writes: as events, inside every longer character, or one by one. */
export type Cutting = 'whole' | 'inside-characters' | 'single-bytes'

/** The way to one client: writes with backpressure and knows when it has gone. */
export class Connection {
  readonly #response: ServerResponse
  readonly #cutting: Cutting
  readonly #leaving = new AbortController()

  constructor(response: ServerResponse, cutting: Cutting) {
    this.#response = response
    this.#cutting = cutting
    response.once('close', () => this.#leaving.abort())
    response.once('error', () => this.#leaving.abort())
    if (cutting !== 'whole') response.socket?.setNoDelay(true)
  }

  /** Aborted as soon as the socket is closed, by whichever side. */
  get gone(): AbortSignal {
    return this.#leaving.signal
  }

  open(status: number, headers: Record<string, string>): void {
    this.#response.writeHead(status, headers)
    this.#response.flushHeaders()
  }

  async send(text: string): Promise<void> {
    if (this.#cutting === 'whole') return this.#write(text)
    for (const piece of cutBytes(Buffer.from(text), this.#cutting)) {
      await this.#write(piece)
      // Two writes in one turn of the event loop could leave in one packet.
      await nextTurn()
    }
  }

  async #write(piece: string | Buffer): Promise<void> {
    if (this.gone.aborted || piece.length === 0 || this.#response.write(piece)) return
    await settledOrGone(new Promise((resolve) => this.#response.once('drain', resolve)), this.gone)
  }

  end(): void {
    this.#response.end()
  }

  /** Cuts the connection shortly after the last chunk: clients discard unread data. */
  async drop(): Promise<void> {
    await sleep(timeToReadMs, undefined, { signal: this.gone }).catch(() => undefined)
    this.#response.socket?.destroy()
  }

  /** Settles when the client has gone or the server is closed. */
  async untilGone(): Promise<void> {
    if (this.gone.aborted) return
    await new Promise((resolve) => this.gone.addEventListener('abort', resolve, { once: true }))
  }
}

/** Waits for a promise, but no longer than the client does. A rejection is passed on. */
export async function settledOrGone<T>(promise: Promise<T>, gone: AbortSignal): Promise<T | undefined> {
  if (gone.aborted) return undefined
  const { promise: left, resolve } = Promise.withResolvers<undefined>()
  const leave = () => resolve(undefined)
  gone.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([promise, left])
  } finally {
    gone.removeEventListener('abort', leave)
  }
}

/** Cuts bytes so that every character longer than one byte is torn apart, or every byte stands alone. */
export function cutBytes(bytes: Buffer, cutting: Exclude<Cutting, 'whole'>): Buffer[] {
  const pieces: Buffer[] = []
  let start = 0
  for (let at = 1; at <= bytes.length; at++) {
    const previous = bytes[at - 1] ?? 0
    const leadsALongerCharacter = previous >= 0xc0
    if (at === bytes.length || cutting === 'single-bytes' || leadsALongerCharacter) {
      pieces.push(bytes.subarray(start, at))
      start = at
    }
  }
  return pieces
}
