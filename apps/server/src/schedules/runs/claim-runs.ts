import { type AccountId, mintId, type ScheduleId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/index.ts'
import { inSystem } from '../../platform/database/index.ts'
import { nextRun } from '../next-run.ts'
import type { ScheduleKey } from '../ports.ts'
import type { RunRow, ScheduleRow } from '../tables.ts'

const atATime = 100

type Due = Pick<ScheduleRow, 'accountId' | 'id' | 'rule' | 'endsOn' | 'maxRuns' | 'runCount'> & {
  nextRunAt: Date
}

/**
 * Creates runs for the due schedules, and computes when each schedule is due next. Due times that passed meanwhile become one run. One
 * transaction for each schedule does both, so that any number of processes makes one run. Returns how many.
 */
export async function claimDueRuns(database: Database, now: Date): Promise<number> {
  const found = await sql<{ accountId: AccountId; scheduleId: ScheduleId }>`
    select schedule.account_id as "accountId", schedule.id as "scheduleId" from schedule
    join account on account.id = schedule.account_id and account.deleted_at is null
    where schedule.state = 'active' and next_run_at <= ${now} order by next_run_at limit ${atATime}`.execute(
    database.kysely,
  )
  let claimed = 0
  for (const key of found.rows)
    if (await inSystem(database, (trx) => claimDueRun(trx, key, now))) claimed += 1
  return claimed
}

async function claimDueRun(
  trx: Transaction,
  { accountId, scheduleId }: ScheduleKey,
  now: Date,
): Promise<boolean> {
  const found = await sql<Due>`
    select account_id as "accountId", id, rule, ends_on::text as "endsOn", max_runs as "maxRuns", run_count as "runCount",
      next_run_at as "nextRunAt"
    from schedule where account_id = ${accountId} and id = ${scheduleId} and state = 'active' and next_run_at <= ${now}
    for update skip locked`.execute(trx)
  const [due] = found.rows
  if (!due) return false
  const isLast = due.maxRuns !== null && due.runCount + 1 >= due.maxRuns
  const next = isLast ? null : nextRun({ ...due.rule, endsOn: due.endsOn }, now)
  await sql`
    update schedule set run_count = run_count + 1, next_run_at = ${next}::timestamptz, state = ${next ? 'active' : 'ended'}
    where account_id = ${accountId} and id = ${scheduleId}`.execute(trx)
  await insertRun(trx, { accountId, scheduleId }, { dueAt: due.nextRunAt, isManual: false })
  return true
}

/** Inserts a run that waits for a process. */
export const insertRun = (
  trx: Transaction,
  { accountId, scheduleId }: ScheduleKey,
  { dueAt, isManual }: Pick<RunRow, 'dueAt' | 'isManual'>,
) =>
  sql`
  insert into schedule_run (account_id, schedule_id, due_at, chat_id, turn_id, message_id, is_manual)
  values (${accountId}, ${scheduleId}, ${dueAt}, ${mintId('chat')}, ${mintId('turn')}, ${mintId('message')}, ${isManual})`.execute(
    trx,
  )

/** Removes runs that the list no longer shows: those that ended long ago, except the last of each schedule. */
export const forgetOldRuns = (database: Database): Promise<void> =>
  inSystem(database, async (trx) => {
    await sql`
      delete from schedule_run using (
        select account_id, schedule_id, max(due_at) as last from schedule_run group by account_id, schedule_id) as newest
      where newest.account_id = schedule_run.account_id and newest.schedule_id = schedule_run.schedule_id
        and schedule_run.due_at < newest.last and schedule_run.ended_at < now() - interval '400 days'`.execute(
      trx,
    )
  })
