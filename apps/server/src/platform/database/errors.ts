import type { UnavailableReason } from '@atrium/contract'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Whether a unique key refused a row; with `constraint`, whether that one did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isDatabaseError(error, '23505') && (constraint === undefined || error.constraint === constraint)
}

/** Whether the role lacks a privilege, or the server has not loaded a required extension. */
export const isNotAllowedOrLoaded = (error: unknown): boolean =>
  isDatabaseError(error, '42501') || isDatabaseError(error, '55000')

/** Whether a foreign key refused a change; with `constraint`, whether that one did. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isDatabaseError(error, '23503') && (constraint === undefined || error.constraint === constraint)
}

/**
 * SQLSTATEs of an unavailable server: connection lost (08), read-only (25006), idle in a transaction (25P03), out of disk, memory
 * or connections (53), lock timeout (55P03), shutting down or starting (57P01 to 57P03), idle session (57P05), disk errors
 * (58030).
 */
const unavailable = /^(?:08|25006|25P03|53|55P03|57P0[1235]|58030)/

/**
 * Returns whether the database is unavailable (down, starting, restarting, read-only, disk full, no free connection, lock
 * timeout): the work was not done, or not acknowledged, and may succeed later. Replied to with 503.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return unavailable.test(error.code ?? '')
  const code = 'code' in error ? String(error.code) : ''
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'].includes(code) ||
    /^Connection terminated|(?:connection error|was closed) and is not queryable|timeout exceeded when trying to connect|connection has been discarded/i.test(
      error.message,
    )
  )
}

/** Returns why the database is unavailable, as a code for operators and monitors. */
export function unavailableReason(error: unknown): UnavailableReason {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (code === '25006') return 'database-read-only'
  if (code === '53100' || code === '58030') return 'database-disk-full'
  if (code === '53300') return 'database-too-many-connections'
  if (code.startsWith('57P0')) return 'database-stopping'
  return code === '' || code.startsWith('08') ? 'database-unreachable' : 'database-busy'
}

/** Returns whether the server found its own files damaged or missing: XX001, XX002, a missing file, an internal error. */
export function isDamaged(error: unknown): error is Error {
  const found = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error
  return found instanceof pg.DatabaseError && /^(?:XX|58P0)/.test(found.code ?? '')
}

const maxRetries = 3

/**
 * Retries a whole transaction after a serialization failure or deadlock, at most three times, with random backoff. `run` must
 * have no effects outside its transaction.
 */
export async function retryable<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await run()
    } catch (error) {
      if (retries === maxRetries || !(isDatabaseError(error, '40001') || isDatabaseError(error, '40P01')))
        throw error
      await delay(Math.random() * 20 * 3 ** retries)
    }
  }
}

function isDatabaseError(error: unknown, code: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === code
}
