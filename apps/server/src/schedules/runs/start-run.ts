import { type ErrorCode, filesOfJob } from '@atrium/contract'
import { sql } from 'kysely'
import { askQuestion } from '../../answers/index.ts'
import { type Database, inSystem, inTenant, isDatabaseUnavailable } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { requireFilesToRepeat } from '../files-to-repeat.ts'
import type { ScheduleKey, SchedulePorts } from '../ports.ts'
import type { RunRow, ScheduleRow } from '../tables.ts'
import { chatTitleOf } from './chat-title.ts'
import { endRun } from './end-run.ts'

/** How long a process may take to ask a question before another asks the same, in seconds. */
const leaseSeconds = 20
const atATime = 20

/** These errors may pass on their own: the run is retried. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'TOO_MANY_ANSWERS',
  'TOO_MANY_JOBS',
  'UNAVAILABLE',
  'CONFLICT',
  'RATE_LIMITED',
  'INTERNAL',
])
/** Attempts of a run, with a pause before each that grows to ten minutes: about an hour in all. */
const maxAttempts = 12

export type WaitingRun = ScheduleKey &
  Pick<ScheduleRow, 'roomId' | 'userId' | 'title' | 'question' | 'rule'> &
  Pick<RunRow, 'dueAt' | 'chatId' | 'turnId' | 'messageId' | 'attempts'> & {
    language: string
    /** Whether the owner may act in the account now. */
    mayAct: boolean
  }

/** Takes runs that wait, oldest first; another process leaves them alone for a moment. */
export async function takeWaitingRuns(database: Database): Promise<WaitingRun[]> {
  const taken = await sql<WaitingRun>`
    with taken as (
      update schedule_run set lease_expires_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
      where (account_id, schedule_id, due_at) in (
        select account_id, schedule_id, due_at from schedule_run where state = 'waiting' and lease_expires_at < now()
        order by due_at limit ${atATime} for update skip locked)
      returning *)
    select taken.account_id as "accountId", taken.schedule_id as "scheduleId", taken.due_at as "dueAt",
      taken.chat_id as "chatId", taken.turn_id as "turnId", taken.message_id as "messageId", taken.attempts,
      schedule.room_id as "roomId", schedule.user_id as "userId", schedule.title, schedule.question, schedule.rule,
      coalesce(user_profile.language, 'en') as language,
      identity_user.suspended_at is null
        and not exists (select from user_deletion where user_deletion.user_id = schedule.user_id)
        and exists (
          select from membership join account on account.id = membership.account_id and account.deleted_at is null
          where membership.account_id = schedule.account_id and membership.user_id = schedule.user_id
            and membership.status <> 'INVITED') as "mayAct"
    from taken join schedule on schedule.account_id = taken.account_id and schedule.id = taken.schedule_id
    join identity_user on identity_user.id = schedule.user_id
    left join user_profile on user_profile.user_id = schedule.user_id`.execute(database.kysely)
  return taken.rows
}

/**
 * Asks the question of a run, as its owner with the rights that they have now. The ids of chat and turn are those of the run: asking
 * twice, from any processes, creates one question.
 */
export async function startRun(ports: SchedulePorts, run: WaitingRun): Promise<void> {
  const reason = await refusalOf(ports, run)
  if (reason === null || reason === 'IDEMPOTENCY_KEY_REUSED') return await markRunning(ports, run)
  if (passing.has(reason) && run.attempts < maxAttempts) return await putBack(ports.database, run)
  await endRun(ports, run, { state: 'failed', errorCode: reason })
}

/** Asks the question and returns null, or the code of the error that refused it. Throws when the database is unavailable. */
async function refusalOf(ports: SchedulePorts, run: WaitingRun): Promise<ErrorCode | null> {
  if (!run.mayAct) return 'NOT_A_MEMBER'
  try {
    await ask(ports, run)
    return null
  } catch (error) {
    if (error instanceof Failure) return error.code
    if (isDatabaseUnavailable(error)) throw error
    ports.log.warn(
      { event: 'schedule.start_failed', err: error, scheduleId: run.scheduleId, attempt: run.attempts },
      'Could not start a run of a schedule; retrying',
    )
    return 'INTERNAL'
  }
}

async function ask(ports: SchedulePorts, run: WaitingRun): Promise<void> {
  const { accountId, userId, roomId, chatId, turnId, messageId, question } = run
  const { text, mentions, budgetCredits, jobKind, table, translation, analysis, ...asked } = question
  const files = filesOfJob(question)
  if (files.length > 0)
    await inTenant(ports.database, { accountId, userId }, (trx) =>
      requireFilesToRepeat(trx, { accountId, userId }, roomId, files),
    )
  const attachments = files.flatMap(({ fileId, of }) => (of === 'question' ? [fileId] : []))
  return await askQuestion(
    ports,
    { accountId, userId, roomId },
    {
      ...asked,
      chatId,
      turnId,
      parentTurnId: null,
      // Nobody is there to confirm a plan.
      ...((budgetCredits !== undefined || jobKind) && {
        job: {
          budgetCredits,
          reviewsPlan: false,
          table,
          translation,
          analysis,
          ...(jobKind && { kind: jobKind }),
        },
      }),
      ask: {
        ...{ kind: 'question', messageId, text },
        ...(mentions && { mentions }),
        ...(attachments.length > 0 && { attachments }),
      },
    },
    { chatTitle: chatTitleOf(run) },
  )
}

/** `IDEMPOTENCY_KEY_REUSED` says the same: another process asked it, before its owner changed the schedule. */
async function markRunning(
  { database, live }: SchedulePorts,
  { accountId, userId, scheduleId, dueAt }: WaitingRun,
): Promise<void> {
  await inSystem(database, (trx) =>
    sql`
      update schedule_run set state = 'running', lease_expires_at = '-infinity'
      where account_id = ${accountId} and schedule_id = ${scheduleId} and due_at = ${dueAt} and state = 'waiting'`.execute(
      trx,
    ),
  )
  live.publish({ accountId, userId }, { type: 'schedule-changed', scheduleId, hasFailed: false })
}

const putBack = (database: Database, { accountId, scheduleId, dueAt, attempts }: WaitingRun) =>
  inSystem(database, async (trx) => {
    await sql`
      update schedule_run set lease_expires_at = now() + least(make_interval(mins => 10), make_interval(secs => 5 * 2 ^ ${attempts}::int))
      where account_id = ${accountId} and schedule_id = ${scheduleId} and due_at = ${dueAt} and state = 'waiting'`.execute(
      trx,
    )
  })
