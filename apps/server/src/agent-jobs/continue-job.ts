import type { AgentJob, InvocationId } from '@atrium/contract'
import { sql } from 'kysely'
import { stopNow } from '../answers/index.ts'
import { requestStop } from '../chats/index.ts'
import { inTenant, jsonText } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireOwnJob } from './access.ts'
import type { Actor, JobPorts } from './ports.ts'
import { presentJob } from './present-job.ts'

type Answer = { plan?: readonly string[] | undefined; moreCredits?: number | undefined }

/**
 * Continues a paused job: with its plan, as confirmed, or with more credits. Throws CONFLICT for a job that isn't waiting for its owner.
 */
export const continueJob = async (
  ports: JobPorts,
  actor: Actor,
  jobId: InvocationId,
  { plan, moreCredits = 0 }: Answer,
): Promise<AgentJob> => {
  const continued = await inTenant(ports.database, actor, async (trx) => {
    const job = await requireOwnJob(trx, actor, jobId, { isLocked: true })
    if (job.state !== 'paused') fail('CONFLICT')
    const planned = presentJob(job, { isOwn: true }).progress?.plan ?? null
    const confirmed = job.pause?.reason === 'plan' ? (plan ?? planned ?? (await plannedIn(job))) : null
    await sql`
      update agent_job set state = 'pending', pause = null, lease_expires_at = '-infinity',
        budget_milli = budget_milli + ${moreCredits * 1000}::bigint,
        confirmed_plan = coalesce(${confirmed ? jsonText(confirmed) : null}::jsonb, confirmed_plan)
      where account_id = ${actor.accountId} and id = ${jobId}`.execute(trx)
    await ports.wakeWorker(trx, { accountId: actor.accountId, jobId })
    return presentJob(await requireOwnJob(trx, actor, jobId), { isOwn: true })

    /** While an answer is running, its plan is in the job's steps. */
    async function plannedIn({ accountId }: { accountId: Actor['accountId'] }): Promise<string[]> {
      const found = await sql<{ questions: string[] | null }>`
        select output -> 'questions' as questions from agent_job_step
        where account_id = ${accountId} and job_id = ${jobId} and key = 'plan'`.execute(trx)
      return found.rows[0]?.questions ?? fail('CONFLICT')
    }
  })
  // Readers of the answer wait for this notice, on every node.
  ports.live.publish(actor, { type: 'job-changed', invocationId: jobId })
  return continued
}

/** Cancels a job: whichever worker has it, or takes it next, ends it with the results so far. */
export const cancelJob = async (ports: JobPorts, actor: Actor, jobId: InvocationId): Promise<AgentJob> => {
  const job = await inTenant(ports.database, actor, async (trx) => {
    const found = await requireOwnJob(trx, actor, jobId)
    if (found.endedAt) return found
    await requestStop(trx, actor, found.turnId)
    await ports.wakeWorker(trx, { accountId: actor.accountId, jobId })
    return found
  })
  stopNow(ports, job.turnId)
  return presentJob(job, { isOwn: true })
}
