/** What time it is: a port, so that tests can let ten minutes pass. Leases go by the database's clock, not by this one. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
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
