import {
  type AccountId,
  type CheckReason,
  type CheckRun,
  type CheckRunId,
  mintId,
  type RoomId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import type { Actor, EvaluationPorts } from './ports.ts'
import { runOf } from './read-runs.ts'

/** Starts a run on a person's request; returns the running one if there is one. */
export const runChecks = (ports: EvaluationPorts, actor: Actor, roomId: RoomId): Promise<CheckRun> =>
  inTenant(ports.database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const runId = await startRun(trx, ports, { accountId: actor.accountId, roomId }, ['PERSON'])
    return await runOf(trx, actor.accountId, roomId, runId ?? fail('CONFLICT'))
  })

/** Starts a run; returns the running one if there is one, and null for a room without golden questions. */
export async function startRun(
  trx: Transaction,
  { enqueueRun }: EvaluationPorts,
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId },
  reasons: readonly CheckReason[],
): Promise<CheckRunId | null> {
  const runId = mintId('run')
  const started = await sql`
    insert into check_run (account_id, id, room_id, reasons, question_count)
    select ${accountId}, ${runId}, ${roomId}, ${[...reasons]}::text[], count(*) from golden_question
    where account_id = ${accountId} and room_id = ${roomId} having count(*) > 0
    on conflict (account_id, room_id) where status = 'RUNNING' do nothing
    returning id`.execute(trx)
  if (started.rows.length > 0) {
    await enqueueRun(trx, { accountId, runId })
    return runId
  }
  const running = await sql<{ id: CheckRunId }>`
    select id from check_run
    where account_id = ${accountId} and room_id = ${roomId} and status = 'RUNNING'`.execute(trx)
  return running.rows[0]?.id ?? null
}
