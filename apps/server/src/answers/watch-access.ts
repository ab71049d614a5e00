import type { AccountId, UserId } from '@atrium/contract'
import type { Log } from '../platform/log.ts'
import type { OpenReaders } from './open-readers.ts'

const everyMs = 500

type Reader = { accountId: AccountId; userId: UserId }

/**
 * Cuts the streams of people who have no place in the account any more, whichever node took it from them: the database is asked
 * twice a second, once for all, as long as anybody reads. Runs until stopped.
 */
export function watchAccess({
  readers,
  outsidersAmong,
  log,
}: {
  readers: OpenReaders
  /** Those of these people who are not in that account (any more). */
  outsidersAmong(readers: readonly Reader[]): Promise<Reader[]>
  log: Log
}): { stop(): void } {
  let isAsking = false
  const look = async () => {
    const now = readers.audiences()
    if (now.length === 0 || isAsking) return
    isAsking = true
    try {
      for (const outsider of await outsidersAmong(now)) readers.cutIn(outsider)
    } catch (error) {
      log.warn({ err: error }, 'who may still read could not be asked and is asked again')
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
