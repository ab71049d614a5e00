import type { Database } from '../../platform/database/index.ts'
import { type Finding, issuesOf } from './parts.ts'
import { processRows } from './queries.ts'

/** A running process checks in every 5 seconds. */
const silentSeconds = 20

type Ports = { database: Database; nodeId: string }

/** Lists the processes on this database. One that disappeared without signing off stays for an hour. */
export async function checkProcesses({ database, nodeId }: Ports): Promise<Finding<'processes'>> {
  const rows = await processRows(database)
  const facts = rows.map((row) => ({
    host: row.host,
    roles: row.roles,
    version: row.version,
    startedAt: row.startedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    isSilent: row.silentSeconds > silentSeconds,
    isThis: row.id === nodeId,
  }))
  const alive = facts.filter(({ isSilent }) => !isSilent)
  return {
    facts,
    issues: issuesOf({
      NO_WORKER: !alive.some(({ roles }) => roles.includes('worker')),
      PROCESS_SILENT: facts.some(({ isSilent }) => isSilent),
      VERSIONS_DIFFER: new Set(alive.map(({ version }) => version)).size > 1,
    }),
  }
}
