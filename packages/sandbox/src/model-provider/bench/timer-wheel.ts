const tickMs = 2
const slots = 1024

/** A task that is called repeatedly at its own times. */
export interface Timed {
  /** `performance.now()` of the next call. */
  dueAt: number
  /** Does the due work and updates `dueAt`; returns false to stop. */
  run(now: number): boolean
}

/** One interval timer for any number of streams: a ring of slots of 2 ms; it runs only while something waits. */
export class TimerWheel {
  readonly #ring: Timed[][] = Array.from({ length: slots }, () => [])
  #waiting = 0
  #tick = 0
  #timer: NodeJS.Timeout | null = null

  add(timed: Timed): void {
    if (this.#timer === null) {
      this.#tick = tickOf(performance.now())
      this.#timer = setInterval(() => this.#turn(), tickMs)
    }
    this.#waiting++
    this.#place(timed)
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#waiting = 0
    for (const slot of this.#ring) slot.length = 0
  }

  #place(timed: Timed): void {
    const tick = Math.max(Math.ceil(timed.dueAt / tickMs), this.#tick + 1)
    this.#ring[tick % slots]?.push(timed)
  }

  #turn(): void {
    const now = performance.now()
    const until = tickOf(now)
    while (this.#tick < until) this.#visit(++this.#tick, now)
    if (this.#waiting === 0) this.stop()
  }

  #visit(tick: number, now: number): void {
    const slot = this.#ring[tick % slots]
    if (slot === undefined || slot.length === 0) return
    for (const timed of slot.splice(0)) {
      // Due a whole turn of the ring later or more: wait on.
      if (timed.dueAt > now || timed.run(now)) this.#place(timed)
      else this.#waiting--
    }
  }
}

function tickOf(now: number): number {
  return Math.floor(now / tickMs)
}
