import { type HealthIssue, type UnavailableReason } from '@atrium/contract'
import { type Database, isDatabaseUnavailable, unavailableReason } from '../../platform/database/index.ts'
import type { NodeRegistry } from '../../platform/node-registry.ts'
import { type Finding, issuesOf } from './parts.ts'
import { databaseFigures } from './queries.ts'

/** Above this share of connections in use, little is left for a burst. */
const highShare = 0.9

const issueOf: Record<UnavailableReason, HealthIssue> = {
  'database-unreachable': 'DATABASE_UNREACHABLE',
  'database-read-only': 'DATABASE_READ_ONLY',
  'database-disk-full': 'DATABASE_DISK_FULL',
  'database-too-many-connections': 'DATABASE_TOO_MANY_CONNECTIONS',
  'database-stopping': 'DATABASE_STOPPING',
  'database-busy': 'DATABASE_BUSY',
  stopping: 'DATABASE_STOPPING',
}

type Ports = { database: Database; nodes: NodeRegistry }

/** Checks the database by reading figures and writing: a read-only one is in trouble, and its size is still shown. */
export async function checkDatabase({ database, nodes }: Ports): Promise<Finding<'database'>> {
  const [figures, written] = await Promise.all([
    databaseFigures(database).catch(unavailable),
    nodes.checkIn().then(() => null, unavailable),
  ])
  if (typeof figures === 'string') return { facts: null, issues: [figures] }
  const { connectionsUsed, connectionsMax } = figures
  return {
    facts: { ...figures, isReadOnly: figures.isReadOnly || written === 'DATABASE_READ_ONLY' },
    issues: [
      ...(written === null ? [] : [written]),
      ...issuesOf({ DATABASE_CONNECTIONS_HIGH: connectionsUsed >= connectionsMax * highShare }),
    ],
  }
}

/** Why the database is not available; rethrows any other error. */
function unavailable(error: unknown): HealthIssue {
  if (isDatabaseUnavailable(error)) return issueOf[unavailableReason(error)]
  throw error
}
