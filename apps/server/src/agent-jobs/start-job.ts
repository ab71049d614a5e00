import { limits, mintId } from '@atrium/contract'
import { sql } from 'kysely'
import type { JobToStart } from '../answers/index.ts'
import { jsonText, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { JobPorts } from './ports.ts'

/**
 * Starts a job that writes the answer of a turn, which the same transaction opened. From then on the turn's lease doesn't expire: its
 * writer is whichever worker has the job's lease. Throws TOO_MANY_JOBS.
 */
export async function startJob(
  trx: TenantTransaction,
  { wakeWorker }: Pick<JobPorts, 'wakeWorker'>,
  { accountId, userId, chatId, turnId, roomId, kind, budgetMilli, reviewsPlan, setup }: JobToStart,
): Promise<void> {
  const jobId = mintId('invocation')
  const started = await sql`
    with left_to_job as (
      update turn set lease_owner = null, lease_expires_at = 'infinity'
      where account_id = ${accountId} and id = ${turnId} and state = 'open')
    insert into agent_job (account_id, id, turn_id, chat_id, room_id, user_id, kind, budget_milli, reviews_plan, setup)
    select ${accountId}, ${jobId}, ${turnId}, ${chatId}, ${roomId}, ${userId}, ${kind}, ${budgetMilli}::bigint, ${reviewsPlan}::boolean,
      ${setup ? jsonText(setup) : null}::jsonb
    from agent_job where account_id = ${accountId} and user_id = ${userId} and state in ('pending', 'running', 'paused')
    having count(*) < ${limits.maxActiveJobs}::int
    returning id`.execute(trx)
  if (started.rows.length === 0) fail('TOO_MANY_JOBS', { retryAfterSeconds: 60 })
  await wakeWorker(trx, { accountId, jobId })
}
