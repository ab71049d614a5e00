/** Returns the result of `work`, or rejects with a `TimedOutError` after the time limit. The work itself may continue. */
export async function bounded<Result>(work: () => Promise<Result>, maxMs: number): Promise<Result> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimedOutError(maxMs)), maxMs)
  try {
    return await Promise.race([work(), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

export class TimedOutError extends Error {
  constructor(maxMs: number) {
    super(`There was no answer within ${maxMs} ms.`)
    this.name = 'TimedOutError'
  }
}
