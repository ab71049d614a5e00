/** The current time: a port, so that tests can advance it. Leases use the database's clock instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that tests advance. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
}

export function createTestClock(start = new Date()): TestClock {
  let nowMs = start.getTime()
  return {
    now: () => new Date(nowMs),
    advance: (milliseconds) => void (nowMs += milliseconds),
  }
}
