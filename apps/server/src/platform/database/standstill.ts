import type pg from 'pg'

const tickMs = 100
/** In ticks rather than in milliseconds: a process that was held up itself looks again before it blames the database. */
const mostTicks = 6

/**
 * Watches whether the connections of a pool come back. While some do, whoever waits for one gets it in turn; when none does
 * for 0.6 s, all who wait are let go, so that a request can be answered with 503 before more and more of them pile up (D09).
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

  /** Whether the next who asks for a connection has to wait until another gives one back. */
  get isFull(): boolean {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return totalCount >= this.#pool.options.max && idleCount <= waitingCount
  }

  /** What was waited for, unless nothing moves; `giveBack` gets what comes after that. */
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
    if (this.#ticks < mostTicks) return
    for (const reject of this.#waiting)
      reject(new Error('timeout exceeded when trying to connect: none comes back'))
  }

  #leave(reject: (error: Error) => void): void {
    this.#waiting.delete(reject)
    if (this.#waiting.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
    this.#ticks = 0
  }
}
