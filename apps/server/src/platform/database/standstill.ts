import type pg from 'pg'

const tickMs = 100
/** In ticks rather than milliseconds: a delayed process checks again before it blames the database. */
const maxTicks = 6

/**
 * Watches whether a pool's connections are returned. While some are, waiting queries get them in turn; after 0.6 s without any,
 * all waiting queries fail, so that requests get a 503 before more pile up (D09).
 */
export class Standstill {
  readonly #pool: pg.Pool
  readonly #waiting = new Set<(error: Error) => void>()
  #ticks = 0
  #timer: NodeJS.Timeout | null = null

  constructor(pool: pg.Pool) {
    this.#pool = pool
    pool.on('release', () => (this.#ticks = 0))
  }

  /** Whether the next query must wait for a connection. */
  get isFull(): boolean {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return totalCount >= this.#pool.options.max && idleCount <= waitingCount
  }

  /** Returns the awaited value; fails at a standstill. `giveBack` gets a value that arrives later. */
  async unlessItStands<Awaited>(
    asked: Promise<Awaited>,
    giveBack: (late: Awaited) => Promise<void>,
  ): Promise<Awaited> {
    const { promise: letGo, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    this.#timer ??= setInterval(() => this.#tick(), tickMs)
    try {
      return await Promise.race([asked, letGo])
    } catch (error) {
      void asked.then(giveBack).catch(() => undefined)
      throw error
    } finally {
      this.#leave(reject)
    }
  }

  #tick(): void {
    this.#ticks += 1
    if (this.#ticks < maxTicks) return
    for (const reject of this.#waiting)
      reject(new Error('timeout exceeded when trying to connect: no connection was returned'))
  }

  #leave(reject: (error: Error) => void): void {
    this.#waiting.delete(reject)
    if (this.#waiting.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
    this.#ticks = 0
  }
}
