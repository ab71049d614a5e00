import { type OrphanedTurn, readFreshness, takeOrphans } from '../../chats/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** Interval for renewing leases and looking for expired ones. */
export const everyMs = 2_000
const maxOrphansAtOnce = 50
/** A round that starts this late or takes this long means that the database or this process hung. */
const stallMs = 1_500
/** After a stall owners get three rounds to renew their leases first. */
const graceMs = 3 * everyMs

/**
 * Creates the function that takes over expired leases, one round at a time. It takes none during the grace period after a start and after
 * the database hung or was unavailable (B13), when living writers could not renew theirs either. Released leases are taken at any time.
 * `nowMs` is a monotonic clock.
 */
export function createTakeoverRound(
  { database, nodeId }: Pick<AnswerPorts, 'database' | 'nodeId'>,
  nowMs: () => number = () => performance.now(),
): () => Promise<OrphanedTurn[]> {
  /** Since when the database has answered every round in time. */
  let steadySince = nowMs()
  /** When the last round ended; null when it failed. */
  let lastEndedAt: number | null = nowMs()

  return async () => {
    const startedAt = nowMs()
    const isLate = lastEndedAt === null || startedAt - lastEndedAt > everyMs + stallMs
    lastEndedAt = null
    const freshness = await readFreshness(database)
    if (isLate || nowMs() - startedAt > stallMs) steadySince = nowMs()
    const scope = nowMs() - steadySince >= graceMs ? 'expired' : 'given up'
    const orphans = await takeOrphans(database, nodeId, { limit: maxOrphansAtOnce, scope, freshness })
    lastEndedAt = nowMs()
    if (lastEndedAt - startedAt > stallMs) steadySince = lastEndedAt
    return orphans
  }
}
