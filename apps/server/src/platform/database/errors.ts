import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Whether a unique key refused a row; with `constraint`, whether that one did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isDatabaseError(error, '23505') && (constraint === undefined || error.constraint === constraint)
}

/** Whether a foreign key refused a change; with `constraint`, whether that one did. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isDatabaseError(error, '23503') && (constraint === undefined || error.constraint === constraint)
}

/**
 * Whether the database could not be asked at all (down, starting, restarting, no connection free, a lock that nobody gives
 * back): the work was not done, or not acknowledged, and may succeed later. A server answers such a request with 503.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return /^(08|57P0[123]|53300|25P03|55P03)/.test(error.code ?? '')
  const code = 'code' in error ? String(error.code) : ''
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'].includes(code) ||
    /^Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|connection has been discarded/i.test(
      error.message,
    )
  )
}

const mostRetries = 3

/**
 * Runs a whole transaction again when the database ended it for the sake of another one (serialization failure, deadlock):
 * at most three times more, after a random wait that grows. `run` must have no effect outside its transaction.
 */
export async function retryable<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await run()
    } catch (error) {
      if (retries === mostRetries || !(isDatabaseError(error, '40001') || isDatabaseError(error, '40P01')))
        throw error
      await delay(Math.random() * 20 * 3 ** retries)
    }
  }
}

function isDatabaseError(error: unknown, code: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === code
}
