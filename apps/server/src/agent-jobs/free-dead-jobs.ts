import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'

/**
 * Releases the jobs of workers known to be dead, as `freeDeadLeases` does with answers: earlier ones of this data folder, whose lock
 * the caller holds, and with `isOnlyNode` all others. Returns how many there were.
 */
export async function freeDeadJobs(
  database: Database,
  { nodeId, folderId, isOnlyNode }: { nodeId: string; folderId: string; isOnlyNode: boolean },
): Promise<number> {
  const freed = await sql`
    update agent_job set lease_expires_at = '-infinity'
    where state = 'running' and lease_owner <> ${nodeId}
      and (${isOnlyNode}::boolean or starts_with(lease_owner, ${`${folderId}:`}))`.execute(database.kysely)
  return Number(freed.numAffectedRows ?? 0)
}
