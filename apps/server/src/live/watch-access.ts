import type { AccountId, UserId } from '@atrium/contract'
import type { Log } from '../platform/log.ts'
import type { OpenReaders } from './open-readers.ts'

const everyMs = 500

type Reader = { accountId: AccountId; userId: UserId }

/**
 * Closes the streams of people who are no longer in the account, whichever node removed them: queries the database twice a
 * second, once for all, from `begin` until nobody reads anymore.
 */
export function watchAccess({
  readers,
  outsidersAmong,
  log,
}: {
  readers: OpenReaders
  /** Returns those of these people who are not, or no longer, in that account. */
  outsidersAmong(readers: readonly Reader[]): Promise<Reader[]>
  log: Log
}): { begin(): void; stop(): void } {
  let isAsking = false
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  const look = async () => {
    const now = readers.audiences()
    if (now.length === 0) return stop()
    if (isAsking) return
    isAsking = true
    try {
      for (const outsider of await outsidersAmong(now)) readers.cutIn(outsider)
    } catch (error) {
      log.warn({ event: 'access.check_failed', err: error }, 'Could not check who may still read; retrying')
    } finally {
      isAsking = false
    }
  }
  return { begin: () => void (timer ??= setInterval(() => void look(), everyMs).unref()), stop }
}
