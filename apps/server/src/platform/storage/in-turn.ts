/** Runs work under one key sequentially, in this process; different keys run concurrently. */
export function createTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const running = (last.get(key) ?? Promise.resolve()).then(work)
    // The next waits for the end, successful or not.
    const ended = running.catch(() => {})
    last.set(key, ended)
    try {
      return await running
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
