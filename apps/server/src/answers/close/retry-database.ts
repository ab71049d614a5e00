import { isDatabaseUnavailable, retryable } from '../../platform/database/index.ts'

/** How long results wait for a lost database. */
const timeoutMs = 30_000

/**
 * Runs a database operation, retrying while the database is unreachable; throws other errors, and the last one after the timeout.
 */
export async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;)
    try {
      return await retryable(work)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
}
