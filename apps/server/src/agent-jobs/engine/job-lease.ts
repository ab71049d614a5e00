import type { ErrorCode, InvocationId, JobPause } from '@atrium/contract'
import { sql } from 'kysely'
import { heldForTurn } from '../../credits/index.ts'
import type { Database, TenantTransaction, Transaction } from '../../platform/database/index.ts'
import { jsonText } from '../../platform/database/index.ts'
import type { JobKey } from '../ports.ts'
import type { JobRow } from '../tables.ts'

/** How long a worker may be silent, by the database's clock, before another takes its job over. */
export const jobLeaseSeconds = 8
/** Jobs of a suspended account pause until it is reinstated. */
const isOfSuspended = sql`exists (
  select from account where account.id = agent_job.account_id and account.suspended_at is not null)`
/** Jobs of one person that run at once; the others wait. */
const maxRunningPerPerson = 3

/** The right to work on a job, and to write its turn. Higher numbers beat lower ones (fencing tokens). */
export type JobLease = JobKey & { leaseNumber: number; turnLeaseNumber: number }

/** A job that this process works on now. */
export type ClaimedJob = JobLease &
  Pick<
    JobRow,
    | 'turnId'
    | 'chatId'
    | 'roomId'
    | 'userId'
    | 'kind'
    | 'reviewsPlan'
    | 'confirmedPlan'
    | 'budgetMilli'
    | 'setup'
  > & {
    modelId: string
    style: 'quick' | 'deep'
    /** Attempts since its last finished step, this one included. */
    attempts: number
    workedMs: number
    stopRequested: boolean
  }

/**
 * Claims a job that waits for a worker, or whose worker was silent for too long, in one statement: exactly one caller gets it, with higher
 * lease numbers for the job and its turn. Claims a paused job only to end it, when a stop of its turn was requested.
 */
export async function claimJob(database: Database, node: string, job: JobKey): Promise<ClaimedJob | null> {
  const claimed = await sql<ClaimedJob>`
    with claimed as (
      update agent_job set state = 'running', pause = null, lease_owner = ${node}, lease_number = agent_job.lease_number + 1,
        lease_expires_at = now() + make_interval(secs => ${jobLeaseSeconds}), attempts = agent_job.attempts + 1,
        started_at = coalesce(agent_job.started_at, now())
      from turn
      where agent_job.account_id = ${job.accountId} and agent_job.id = ${job.jobId}
        and turn.account_id = agent_job.account_id and turn.id = agent_job.turn_id and turn.state = 'open'
        and (agent_job.state in ('pending', 'running')
          or (agent_job.state = 'paused' and turn.stop_requested_at is not null))
        and agent_job.lease_expires_at < now() and not ${isOfSuspended}
        and (turn.stop_requested_at is not null or (
          select count(*) from agent_job as other
          where other.account_id = agent_job.account_id and other.user_id = agent_job.user_id and other.id <> agent_job.id
            and other.state = 'running' and other.lease_expires_at > now()) < ${maxRunningPerPerson}::int)
      returning agent_job.*)
    update turn set lease_owner = null, lease_expires_at = 'infinity', lease_number = turn.lease_number + 1,
      attempts = turn.attempts + 1
    from claimed
    where turn.account_id = claimed.account_id and turn.id = claimed.turn_id
    returning claimed.account_id as "accountId", claimed.id as "jobId", claimed.lease_number as "leaseNumber",
      turn.lease_number as "turnLeaseNumber", claimed.turn_id as "turnId", claimed.chat_id as "chatId",
      claimed.room_id as "roomId", claimed.user_id as "userId", claimed.kind, claimed.reviews_plan as "reviewsPlan",
      claimed.confirmed_plan as "confirmedPlan", claimed.budget_milli as "budgetMilli", claimed.setup, claimed.attempts,
      claimed.worked_ms as "workedMs", turn.requested_model_id as "modelId", turn.style,
      turn.stop_requested_at is not null as "stopRequested"`.execute(database.kysely)
  return claimed.rows[0] ?? null
}

/** Whether any job has not ended, across accounts: one statement for a system at rest. */
export async function hasOpenJobs(database: Database): Promise<boolean> {
  const found = await sql<{ hasOpen: boolean }>`
    select exists (select from agent_job where state in ('pending', 'running', 'paused')) as "hasOpen"`.execute(
    database.kysely,
  )
  return found.rows[0]?.hasOpen ?? true
}

/** Jobs without a worker, oldest first, across accounts. */
export async function jobsToClaim(database: Database, limit: number): Promise<JobKey[]> {
  const found = await sql<JobKey>`
    select agent_job.account_id as "accountId", agent_job.id as "jobId" from agent_job
    join turn on turn.account_id = agent_job.account_id and turn.id = agent_job.turn_id and turn.state = 'open'
    where agent_job.state in ('pending', 'running', 'paused') and agent_job.lease_expires_at < now()
      and (agent_job.state <> 'paused' or turn.stop_requested_at is not null) and not ${isOfSuspended}
    order by agent_job.lease_expires_at, agent_job.created_at limit ${limit}`.execute(database.kysely)
  return found.rows
}

export type RenewedJob = { jobId: InvocationId; stopRequested: boolean }

/** Renews the leases of this process in one statement, across accounts. A lease that is not in the result is lost. */
export async function renewJobs(database: Database, leases: readonly JobLease[]): Promise<RenewedJob[]> {
  const renewed = await sql<RenewedJob>`
    update agent_job set lease_expires_at = now() + make_interval(secs => ${jobLeaseSeconds})
    from unnest(${leases.map((lease) => lease.accountId)}::text[], ${leases.map((lease) => lease.jobId)}::text[],
        ${leases.map((lease) => lease.leaseNumber)}::int[]) as held (account_id, id, lease_number),
      turn
    where agent_job.account_id = held.account_id and agent_job.id = held.id and agent_job.lease_number = held.lease_number
      and agent_job.state = 'running' and turn.account_id = agent_job.account_id and turn.id = agent_job.turn_id
    returning agent_job.id as "jobId", turn.stop_requested_at is not null as "stopRequested"`.execute(
    database.kysely,
  )
  return renewed.rows
}

/** The budget, spending and held amount of a job, in thousandths of a credit, while this worker holds its lease; else null. */
export async function readHeldJob(
  trx: Transaction,
  { accountId, jobId, leaseNumber, turnId }: JobLease & Pick<JobRow, 'turnId'>,
): Promise<(Pick<JobRow, 'budgetMilli' | 'spentMilli'> & { heldMilli: number | null }) | null> {
  const held = await sql<Pick<JobRow, 'budgetMilli' | 'spentMilli'> & { heldMilli: number | null }>`
    select budget_milli as "budgetMilli", spent_milli as "spentMilli", (${heldForTurn(accountId, turnId)}) as "heldMilli" from agent_job
    where account_id = ${accountId} and id = ${jobId} and lease_number = ${leaseNumber} and state = 'running'`.execute(
    trx,
  )
  return held.rows[0] ?? null
}

/** Locks the job until the transaction ends and returns whether this worker still has it. */
export async function lockHeldJob(
  trx: Transaction,
  { accountId, jobId, leaseNumber }: JobLease,
): Promise<Pick<JobRow, 'budgetMilli' | 'spentMilli'> | null> {
  const held = await sql<Pick<JobRow, 'budgetMilli' | 'spentMilli'>>`
    select budget_milli as "budgetMilli", spent_milli as "spentMilli" from agent_job
    where account_id = ${accountId} and id = ${jobId} and lease_number = ${leaseNumber} and state = 'running'
    for update`.execute(trx)
  return held.rows[0] ?? null
}

/** Releases a job so that a worker continues it after a pause. With `isUncounted`, this attempt doesn't count. */
export async function releaseJob(
  database: Database,
  { accountId, jobId, leaseNumber }: JobLease,
  { afterMs, isUncounted }: { afterMs: number; isUncounted: boolean },
): Promise<void> {
  await sql`
    update agent_job set lease_owner = null, lease_expires_at = now() + make_interval(secs => ${afterMs / 1000}),
      attempts = attempts - ${isUncounted ? 1 : 0}::int
    where account_id = ${accountId} and id = ${jobId} and lease_number = ${leaseNumber} and state = 'running'`.execute(
    database.kysely,
  )
}

/** Pauses a job until its owner continues it. False when another worker has it. */
export async function pauseJob(
  trx: TenantTransaction,
  { accountId, jobId, leaseNumber }: JobLease,
  pause: JobPause,
): Promise<boolean> {
  const paused = await sql`
    update agent_job set state = 'paused', pause = ${jsonText(pause)}::jsonb, paused_at = now(), lease_owner = null,
      lease_expires_at = '-infinity', attempts = 0
    where account_id = ${accountId} and id = ${jobId} and lease_number = ${leaseNumber} and state = 'running'
    returning id`.execute(trx)
  return paused.rows.length > 0
}

/** Ends a job, in the transaction that ends its turn. Throws when another worker has it. */
export async function endJob(
  trx: TenantTransaction,
  { accountId, jobId, leaseNumber }: JobLease,
  ended: { state: 'completed' | 'failed' | 'cancelled'; errorCode: ErrorCode | null },
): Promise<void> {
  const found = await sql`
    update agent_job set state = ${ended.state}, error_code = ${ended.errorCode}, ended_at = now(), lease_owner = null,
      lease_expires_at = 'infinity'
    where account_id = ${accountId} and id = ${jobId} and lease_number = ${leaseNumber} and state = 'running'
    returning id`.execute(trx)
  if (found.rows.length === 0) throw new Error(`Another worker has ${jobId}.`)
}
