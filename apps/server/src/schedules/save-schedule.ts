import {
  filesOfJob,
  limits,
  mintId,
  type NewSchedule,
  type ParsedRequest,
  type changeSchedule as changeEndpoint,
  type ScheduleId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { writeAudit } from '../accounts/index.ts'
import { type Models, defaultModelPreferences } from '../models/index.ts'
import { advisoryLock, jsonText, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import { requireOwnSchedule, type ShownSchedule } from './access.ts'
import { requireFilesToRepeat } from './files-to-repeat.ts'
import { nextRun } from './next-run.ts'
import type { Actor } from './ports.ts'

type SavePorts = { models: Pick<Models, 'list'>; now: Date }

/** Creates a schedule of the actor's. Throws NOT_FOUND, MODEL_NOT_AVAILABLE, TOO_MANY_SCHEDULES, SCHEDULE_NEVER_RUNS, JOB_FILE_GONE. */
export async function createSchedule(
  trx: TenantTransaction,
  { models, now }: SavePorts,
  actor: Actor,
  { roomId, title, question, rule, endsOn, maxRuns }: NewSchedule,
): Promise<ShownSchedule> {
  const { accountId, userId } = actor
  await requireRoom(trx, actor, roomId)
  requireModel(models, question.modelId)
  await requireFilesToRepeat(trx, actor, roomId, filesOfJob(question))
  const nextRunAt = nextRun({ ...rule, endsOn }, now) ?? fail('SCHEDULE_NEVER_RUNS')
  await advisoryLock(trx, `schedules in ${accountId} of ${userId}`)
  const id = mintId('schedule')
  const created = await sql`
    insert into schedule (account_id, id, room_id, user_id, title, question, rule, ends_on, max_runs, next_run_at)
    select ${accountId}, ${id}, ${roomId}, ${userId}, ${title}, ${jsonText(question)}::jsonb, ${jsonText(rule)}::jsonb,
      ${endsOn}::date, ${maxRuns}::int, ${nextRunAt}::timestamptz
    from schedule where account_id = ${accountId} and user_id = ${userId}
    having count(*) < ${limits.maxSchedules}::int
    returning id`.execute(trx)
  if (created.rows.length === 0) fail('TOO_MANY_SCHEDULES')
  await audit(trx, actor, id, 'schedule.created')
  return await requireOwnSchedule(trx, actor, id)
}

type Changes = ParsedRequest<typeof changeEndpoint>['body']

/**
 * Changes, pauses or resumes a schedule of the actor. New times apply from now; an ended one runs again if its new end
 * is later.
 */
export async function changeSchedule(
  trx: TenantTransaction,
  { models, now }: SavePorts,
  actor: Actor,
  scheduleId: ScheduleId,
  { isPaused, ...changes }: Changes,
): Promise<ShownSchedule> {
  const before = await requireOwnSchedule(trx, actor, scheduleId, { isLocked: true })
  if (changes.question) {
    requireModel(models, changes.question.modelId)
    await requireFilesToRepeat(trx, actor, before.roomId, filesOfJob(changes.question))
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: ShownSchedule = { ...before, ...given }
  const isStill = isPaused ?? before.state === 'paused'
  const isUsedUp = after.maxRuns !== null && after.runCount >= after.maxRuns
  const next = isUsedUp ? null : nextRun({ ...after.rule, endsOn: after.endsOn }, now)
  const changesTimes = changes.rule ?? changes.endsOn ?? changes.maxRuns ?? (isPaused === false || null)
  if (!next && changesTimes !== null) fail('SCHEDULE_NEVER_RUNS')
  const state = isStill ? 'paused' : next ? 'active' : 'ended'
  // Only a person who changes its times loses a run that is due.
  const nextRunAt = changesTimes === null && before.state === 'active' ? before.nextRunAt : next
  await sql`
    update schedule set title = ${after.title}, question = ${jsonText(after.question)}::jsonb, rule = ${jsonText(after.rule)}::jsonb,
      ends_on = ${after.endsOn}::date, max_runs = ${after.maxRuns}::int, state = ${state},
      pause_reason = ${isStill ? (before.pauseReason ?? 'owner') : null},
      next_run_at = ${state === 'active' ? nextRunAt : null}::timestamptz,
      failures_in_row = ${isPaused === false ? 0 : before.failuresInRow}
    where account_id = ${actor.accountId} and id = ${scheduleId}`.execute(trx)
  await audit(trx, actor, scheduleId, 'schedule.changed')
  return await requireOwnSchedule(trx, actor, scheduleId)
}

/** Deletes a schedule of the actor with its runs; their chats stay. */
export async function deleteSchedule(
  trx: TenantTransaction,
  actor: Actor,
  scheduleId: ScheduleId,
): Promise<void> {
  await requireOwnSchedule(trx, actor, scheduleId, { isLocked: true })
  await sql`delete from schedule where account_id = ${actor.accountId} and id = ${scheduleId}`.execute(trx)
  await audit(trx, actor, scheduleId, 'schedule.deleted')
}

function requireModel(models: Pick<Models, 'list'>, modelId: string): void {
  if (!models.list(defaultModelPreferences).some((model) => model.modelId === modelId))
    fail('MODEL_NOT_AVAILABLE')
}

/** Without title and question: account admins read the log, and may not read those. */
const audit = (
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  scheduleId: ScheduleId,
  action: 'schedule.created' | 'schedule.changed' | 'schedule.deleted',
) => writeAudit(trx, { accountId, actorId: userId, action, objectType: 'schedule', objectId: scheduleId })
