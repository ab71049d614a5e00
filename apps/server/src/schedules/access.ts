import type { ChatId, ErrorCode, ScheduleId, ScheduleRunState, TurnId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './ports.ts'
import type { ScheduleRow } from './tables.ts'

/** A schedule with the displayed details of its owner and runs. */
export type ShownSchedule = ScheduleRow & {
  ownerName: string
  usedMilli: number
  lastRun: {
    /** Null when the chat is gone, or was never created. */
    chatId: ChatId | null
    turnId: TurnId | null
    state: ScheduleRunState
    errorCode: ErrorCode | null
    dueAt: string
    endedAt: string | null
  } | null
}

const columns = sql`
  schedule.account_id as "accountId", schedule.id, schedule.room_id as "roomId", schedule.user_id as "userId",
  schedule.title, schedule.question, schedule.rule, schedule.ends_on::text as "endsOn", schedule.max_runs as "maxRuns",
  schedule.state, schedule.pause_reason as "pauseReason", schedule.next_run_at as "nextRunAt", schedule.run_count as "runCount",
  schedule.failures_in_row as "failuresInRow", schedule.created_at as "createdAt", owner.name as "ownerName",
  coalesce((
    select sum(turn.credits_charged_milli) from schedule_run as run
    join turn on turn.account_id = run.account_id and turn.id = run.turn_id
    where run.account_id = schedule.account_id and run.schedule_id = schedule.id), 0)::float8 as "usedMilli",
  (select json_build_object('chatId', chat.id, 'turnId', turn.id, 'state', run.state, 'errorCode', run.error_code,
      'dueAt', run.due_at, 'endedAt', run.ended_at)
    from schedule_run as run
    left join chat on chat.account_id = run.account_id and chat.id = run.chat_id and chat.deleted_at is null
    left join turn on turn.account_id = chat.account_id and turn.id = run.turn_id
    where run.account_id = schedule.account_id and run.schedule_id = schedule.id
    order by run.due_at desc limit 1) as "lastRun"`

const joined = sql`schedule join identity_user as owner on owner.id = schedule.user_id`

/**
 * The access policy of schedules: the person who made a schedule has it, also after losing its room, so that they can delete it. Admins
 * see the times and costs of all schedules of the account, but no texts.
 */
const reachOf = ({ accountId, userId }: Actor, scope: 'own' | 'account') =>
  scope === 'own'
    ? sql`schedule.account_id = ${accountId} and schedule.user_id = ${userId}`
    : sql`schedule.account_id = ${accountId}`

/** Returns the schedules of a scope. `which` selects, orders and limits them. */
export async function schedulesIn(
  trx: TenantTransaction,
  actor: Actor,
  scope: 'own' | 'account',
  which: RawBuilder<unknown>,
): Promise<ShownSchedule[]> {
  const found = await sql<ShownSchedule>`
    select ${columns} from ${joined} where ${reachOf(actor, scope)} and ${which}`.execute(trx)
  return found.rows
}

export async function countSchedulesIn(
  trx: TenantTransaction,
  actor: Actor,
  scope: 'own' | 'account',
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from ${joined} where ${reachOf(actor, scope)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}

/** Returns a schedule of the actor. Missing and foreign ones look alike: NOT_FOUND. With `isLocked`, locks it. */
export async function requireOwnSchedule(
  trx: TenantTransaction,
  actor: Actor,
  scheduleId: ScheduleId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<ShownSchedule> {
  if (isLocked)
    await sql`
      select from schedule where account_id = ${actor.accountId} and id = ${scheduleId} and user_id = ${actor.userId}
      for update`.execute(trx)
  const [schedule] = await schedulesIn(trx, actor, 'own', sql`schedule.id = ${scheduleId}`)
  return schedule ?? fail('NOT_FOUND')
}
