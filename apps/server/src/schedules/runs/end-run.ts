import { type ErrorCode, type Language, limits } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { ScheduleKey, SchedulePorts } from '../ports.ts'
import type { RunRow, ScheduleRow } from '../tables.ts'
import { failureMail } from './failure-mail.ts'

type RunKey = ScheduleKey & Pick<RunRow, 'dueAt'>
type Ended = { state: 'succeeded' | 'failed' | 'stopped'; errorCode: ErrorCode | null }

type Counted = Pick<ScheduleRow, 'title' | 'state' | 'pauseReason' | 'failuresInRow' | 'userId'> & {
  isManual: boolean
}

/**
 * Ends a run once, and counts it: the third failure in a row pauses the schedule, and the loss of its job's file at once. A failure is mailed to the owner in the same
 * transaction, unless they turned mail off.
 */
export async function endRun(ports: SchedulePorts, run: RunKey, ended: Ended): Promise<void> {
  const { accountId, scheduleId } = run
  const counted = await inSystem(ports.database, async (trx) => {
    const found = await count(trx, run, ended)
    if (found && ended.state === 'failed') await mailFailure(trx, ports, run, found, ended.errorCode)
    return found
  })
  if (!counted) return
  const { userId } = counted
  const hasFailed = ended.state === 'failed'
  ports.live.publish({ accountId, userId }, { type: 'schedule-changed', scheduleId, hasFailed })
}

/** Null when the run was ended before, or its schedule is gone. */
async function count(
  trx: Transaction,
  { accountId, scheduleId, dueAt }: RunKey,
  { state, errorCode }: Ended,
): Promise<Counted | null> {
  await sql`select from schedule where account_id = ${accountId} and id = ${scheduleId} for update`.execute(
    trx,
  )
  const found = await sql<Counted>`
    with ended as (
      update schedule_run set state = ${state}, error_code = ${errorCode}, ended_at = now()
      where account_id = ${accountId} and schedule_id = ${scheduleId} and due_at = ${dueAt} and state in ('waiting', 'running')
      returning is_manual),
    counted as (
      select is_manual, case when ${state} = 'succeeded' then 0 when ${state} = 'failed' and not is_manual then failures_in_row + 1 else failures_in_row end as failures
      from ended, schedule where account_id = ${accountId} and id = ${scheduleId}),
    paused as (
      select is_manual, failures,
        case when ${errorCode}::text = 'JOB_FILE_GONE' and not is_manual then 'file'
          when failures >= ${limits.maxScheduleFailures}::int then 'failures' end as pause
      from counted)
    update schedule set failures_in_row = failures,
      state = case when pause is not null and state = 'active' then 'paused' else state end,
      pause_reason = case when state = 'active' then pause else pause_reason end,
      next_run_at = case when pause is not null then null else next_run_at end
    from paused where account_id = ${accountId} and id = ${scheduleId}
    returning title, state, pause_reason as "pauseReason", failures_in_row as "failuresInRow", user_id as "userId", is_manual as "isManual"`.execute(
    trx,
  )
  return found.rows[0] ?? null
}

async function mailFailure(
  trx: Transaction,
  { siteUrl, unsubscribe }: SchedulePorts,
  { accountId, scheduleId }: RunKey,
  { title, state, pauseReason, userId, isManual }: Counted,
  errorCode: ErrorCode | null,
): Promise<void> {
  // Whoever started it by hand sees it fail.
  if (isManual) return
  const found = await sql<{ email: string; language: Language | null }>`
    select identity_user.email, user_profile.language from identity_user
    join user_profile on user_profile.user_id = identity_user.id
    where identity_user.id = ${userId} and email_frequency <> 'NEVER' and email_verified and suspended_at is null
      and exists (select from membership where account_id = ${accountId} and membership.user_id = ${userId} and status <> 'INVITED')
      and exists (select from schedule where account_id = ${accountId} and id = ${scheduleId})`.execute(trx)
  const [reader] = found.rows
  if (!reader) return
  const pause =
    state === 'paused' && (pauseReason === 'failures' || pauseReason === 'file') ? pauseReason : null
  const to = { ...reader, siteUrl, unsubscribeUrl: unsubscribe.urlFor(userId) }
  await queueMail(trx, failureMail(to, { title, errorCode: errorCode ?? 'INTERNAL', pause }))
}
