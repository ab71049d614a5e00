import {
  type AgentJob,
  type InvocationId,
  type InvocationStatus,
  isId,
  type jobFilters,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { countJobsOfAccount, countOwnJobs, isTracked, jobsOfAccount, ownJobs } from './access.ts'
import type { Actor } from './ports.ts'
import { presentJob, statusOf } from './present-job.ts'

type Filter = (typeof jobFilters)[number] | 'tracked'

const conditions: Record<Filter, RawBuilder<unknown>> = {
  all: sql`true`,
  active: sql`agent_job.ended_at is null`,
  finished: sql`agent_job.ended_at is not null`,
  tracked: isTracked,
}

type Page = { scope: 'own' | 'account'; state: Filter; page: number; page_size: number }

/** Returns one page of jobs, latest first, and the count of all. */
export async function listJobs(
  trx: TenantTransaction,
  actor: Actor,
  { scope, state, page, page_size: size }: Page,
): Promise<{ jobs: AgentJob[]; count: number }> {
  const isOwn = scope === 'own'
  // Only owners see which of their jobs they have read.
  const condition = conditions[!isOwn && state === 'tracked' ? 'active' : state]
  const onPage = sql`${condition} order by agent_job.created_at desc, agent_job.id limit ${size} offset ${(page - 1) * size}`
  const [jobs, count] = isOwn
    ? [await ownJobs(trx, actor, onPage), await countOwnJobs(trx, actor, condition)]
    : [await jobsOfAccount(trx, actor, onPage), await countJobsOfAccount(trx, actor, condition)]
  return { jobs: jobs.map((job) => presentJob(job, { isOwn: job.userId === actor.userId })), count }
}

/** Returns the status of the given jobs that are the actor's. */
export async function statusesOf(
  trx: TenantTransaction,
  actor: Actor,
  asked: readonly string[],
): Promise<{ id: InvocationId; status: InvocationStatus }[]> {
  const ids = asked.filter((id) => isId('invocation', id))
  if (ids.length === 0) return []
  const jobs = await ownJobs(trx, actor, sql`agent_job.id = any(${ids}::text[]) order by agent_job.id`)
  return jobs.map(({ id, state }) => ({ id, status: statusOf[state] }))
}
