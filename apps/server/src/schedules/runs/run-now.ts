import type { ScheduleId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireOwnSchedule, type ShownSchedule } from '../access.ts'
import type { Actor } from '../ports.ts'
import { insertRun } from './claim-runs.ts'

/** Makes a run beside those by the clock. Throws CONFLICT while a run is about to start. */
export async function runNow(
  trx: TenantTransaction,
  actor: Actor,
  scheduleId: ScheduleId,
  now: Date,
): Promise<ShownSchedule> {
  const { accountId } = actor
  await requireOwnSchedule(trx, actor, scheduleId, { isLocked: true })
  const waiting = await sql`
    select from schedule_run where account_id = ${accountId} and schedule_id = ${scheduleId}
      and (state = 'waiting' or due_at = ${now})`.execute(trx)
  if (waiting.rows.length > 0) fail('CONFLICT')
  await insertRun(trx, { accountId, scheduleId }, { dueAt: now, isManual: true })
  return await requireOwnSchedule(trx, actor, scheduleId)
}
