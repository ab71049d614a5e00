import { isDatabaseUnavailable, retryable } from '../platform/database/index.ts'

/** How long what was made waits for a database that went away. */
const patienceMs = 30_000

/** Does something in the database, again while it cannot be reached; throws what else goes wrong, and when patience ends. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + patienceMs
  for (;;)
    try {
      return await retryable(work)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
}
