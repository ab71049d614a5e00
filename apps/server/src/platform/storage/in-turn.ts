/** Runs what is asked for under one key one after the other, in this process; what is under different keys runs at once. */
export function createTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const running = (last.get(key) ?? Promise.resolve()).then(work)
    // Whoever comes next waits for the end and not for the success.
    const ended = running.catch(() => {})
    last.set(key, ended)
    try {
      return await running
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
