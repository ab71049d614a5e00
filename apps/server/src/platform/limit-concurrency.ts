/** Runs work while fewer pieces than the limit are running; the rest waits in order. */
export type Limited = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a queue of which at most `max` pieces of work run at a time. A failed piece makes way for the next. */
export function limitConcurrency(max: number): Limited {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < max) running += 1
    // Each finished piece starts the next one.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
