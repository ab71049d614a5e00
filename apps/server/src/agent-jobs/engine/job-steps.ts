import { sql } from 'kysely'
import { jsonText, type TenantTransaction } from '../../platform/database/index.ts'
import type { JobKey } from '../ports.ts'
import type { FinishedStep } from '../tables.ts'
import type { JobLease } from './job-lease.ts'

/** Returns the finished steps of a job, in order. */
export async function stepsOf(trx: TenantTransaction, { accountId, jobId }: JobKey): Promise<FinishedStep[]> {
  const found = await sql<FinishedStep>`
    select key, kind, title, output, usage, cost_milli as "costMilli", tool_calls as "toolCalls", duration_ms as "durationMs"
    from agent_job_step where account_id = ${accountId} and job_id = ${jobId} order by position`.execute(trx)
  return found.rows
}

/**
 * Stores a finished step with its price, under the worker's lease, in one statement. Returns false and stores nothing when another
 * worker has the job. A key is stored once: a second row for it throws.
 */
export async function storeStep(
  trx: TenantTransaction,
  { accountId, jobId, leaseNumber }: JobLease,
  { position, inputHash, ...step }: FinishedStep & { position: number; inputHash: string },
): Promise<boolean> {
  const stored = await sql`
    with held as (
      update agent_job set spent_milli = spent_milli + ${step.costMilli}::bigint,
        worked_ms = worked_ms + ${step.durationMs}::bigint, attempts = 0
      where account_id = ${accountId} and id = ${jobId} and lease_number = ${leaseNumber} and state = 'running'
      returning account_id, id)
    insert into agent_job_step
      (account_id, job_id, position, key, kind, title, input_hash, output, usage, cost_milli, tool_calls, duration_ms)
    select held.account_id, held.id, ${position}::int, ${step.key}, ${step.kind}, ${step.title}, ${inputHash},
      ${jsonText(step.output)}::jsonb, ${step.usage ? jsonText(step.usage) : null}::jsonb, ${step.costMilli}::bigint,
      ${step.toolCalls}::int, ${step.durationMs}::int
    from held returning key`.execute(trx)
  return stored.rows.length > 0
}
