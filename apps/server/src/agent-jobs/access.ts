import type { InvocationId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { inReach } from '../chats/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './ports.ts'
import type { JobRow } from './tables.ts'

/** A job with the details of its chat, answer and owner that are shown with it. */
export type ShownJob = JobRow & {
  title: string
  ownerName: string
  modelName: string | null
  isRead: boolean
  /** The stored parts of an ended job's answer; those of a running job are in its log. */
  parts: unknown
}

const columns = sql`
  agent_job.account_id as "accountId", agent_job.id, agent_job.turn_id as "turnId", agent_job.chat_id as "chatId",
  agent_job.room_id as "roomId", agent_job.user_id as "userId", agent_job.kind, agent_job.state,
  agent_job.reviews_plan as "reviewsPlan", agent_job.confirmed_plan as "confirmedPlan",
  agent_job.setup,
  agent_job.budget_milli as "budgetMilli", agent_job.spent_milli as "spentMilli", agent_job.pause,
  agent_job.error_code as "errorCode", agent_job.created_at as "createdAt", agent_job.ended_at as "endedAt",
  chat.title, owner.name as "ownerName", turn.model_name as "modelName",
  agent_job.ended_at is null or coalesce(chat.seen_at >= agent_job.ended_at, false) as "isRead", turn.parts`

const joined = sql`
  agent_job
  join chat on chat.account_id = agent_job.account_id and chat.id = agent_job.chat_id
  join turn on turn.account_id = agent_job.account_id and turn.id = agent_job.turn_id
  join identity_user as owner on owner.id = agent_job.user_id`

/**
 * The access policy of agent jobs: the asker has access as long as they may read the job's chat. Account admins see the cost of all jobs,
 * but no texts (`jobsOfAccount`).
 */
export const isOwn = ({ accountId, userId }: Actor) => sql`
  agent_job.account_id = ${accountId} and agent_job.user_id = ${userId} and chat.deleted_at is null
    and (chat.owner_id = ${userId} or chat.share <> 'none') and ${inReach({ accountId, userId })}`

/** Whether an ended job is still tracked by its owner's browsers. */
export const isTracked = sql`(agent_job.ended_at is null or chat.seen_at is null or chat.seen_at < agent_job.ended_at)`

/** Returns jobs of the actor. `which` selects, orders and limits them. */
export async function ownJobs(
  trx: TenantTransaction,
  actor: Actor,
  which: RawBuilder<unknown>,
): Promise<ShownJob[]> {
  const found = await sql<ShownJob>`
    select ${columns} from ${joined} where ${isOwn(actor)} and ${which}`.execute(trx)
  return found.rows
}

/** Returns how many of the actor's jobs `which` selects. */
export async function countOwnJobs(
  trx: TenantTransaction,
  actor: Actor,
  which: RawBuilder<unknown>,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from ${joined} where ${isOwn(actor)} and ${which}`.execute(trx)
  return found.rows[0]?.count ?? 0
}

/** Returns jobs of everybody in the account, for its admins. */
export async function jobsOfAccount(
  trx: TenantTransaction,
  { accountId }: Actor,
  which: RawBuilder<unknown>,
): Promise<ShownJob[]> {
  const found = await sql<ShownJob>`
    select ${columns} from ${joined} where agent_job.account_id = ${accountId} and ${which}`.execute(trx)
  return found.rows
}

export async function countJobsOfAccount(
  trx: TenantTransaction,
  { accountId }: Actor,
  which: RawBuilder<unknown>,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from ${joined} where agent_job.account_id = ${accountId} and ${which}`.execute(
    trx,
  )
  return found.rows[0]?.count ?? 0
}

/** Returns a job of the actor. Missing and foreign ones look alike: NOT_FOUND. With `isLocked`, locks it. */
export async function requireOwnJob(
  trx: TenantTransaction,
  actor: Actor,
  jobId: InvocationId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<ShownJob> {
  if (isLocked)
    await sql`select from agent_job where account_id = ${actor.accountId} and id = ${jobId} for update`.execute(
      trx,
    )
  const [job] = await ownJobs(trx, actor, sql`agent_job.id = ${jobId}`)
  return job ?? fail('NOT_FOUND')
}
