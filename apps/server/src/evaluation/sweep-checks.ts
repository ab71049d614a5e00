import { sql } from 'kysely'
import { inSystem, type Transaction } from '../platform/database/index.ts'
import { type ChangedRoom, forgetChanges, quietRooms } from './knowledge-changes.ts'
import type { EvaluationPorts } from './ports.ts'
import { startRun } from './start-run.ts'

/** Waits for the last of several changes in a row. */
const quietSeconds = 10

/** Longer than any run takes: its job was given up. */
const longest = sql`interval '15 minutes'`

/**
 * Starts a run for every room whose files, models or questions have changed since the last one and that is quiet now, and ends
 * runs whose job was abandoned. Returns how many were started.
 */
export async function sweepChecks(ports: EvaluationPorts, { quiet = quietSeconds } = {}): Promise<number> {
  await inSystem(ports.database, (trx) =>
    sql`update check_run set status = 'FAILED', ended_at = clock_timestamp()
      where status = 'RUNNING' and started_at < clock_timestamp() - ${longest}`.execute(trx),
  )
  let started = 0
  for (const room of await quietRooms(ports.database, quiet))
    if (await inSystem(ports.database, (trx) => startFor(trx, ports, room))) started += 1
  return started
}

/** A room with a running run waits for the next sweep: that run may have missed the latest changes. */
async function startFor(trx: Transaction, ports: EvaluationPorts, room: ChangedRoom): Promise<boolean> {
  const { accountId, roomId } = room
  const busy = await sql`
    select from check_run
    where account_id = ${accountId} and room_id = ${roomId} and status = 'RUNNING'`.execute(trx)
  if (busy.rows.length > 0) return false
  await forgetChanges(trx, room)
  return (await startRun(trx, ports, room, room.reasons)) !== null
}
