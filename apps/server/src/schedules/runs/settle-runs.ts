import type { ErrorCode, TurnState } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { ScheduleKey, SchedulePorts } from '../ports.ts'
import type { RunRow } from '../tables.ts'
import { endRun } from './end-run.ts'

const atATime = 200

type AnsweredRun = ScheduleKey &
  Pick<RunRow, 'dueAt'> & {
    /** Null when the chat is gone. */
    turnState: TurnState | null
    errorCode: ErrorCode | null
    isWaiting: boolean
  }

/** Running runs whose answer has ended, or whose job waits for its owner, across accounts. */
async function answeredRuns(database: Database): Promise<AnsweredRun[]> {
  const found = await sql<AnsweredRun>`
    select run.account_id as "accountId", run.schedule_id as "scheduleId", run.due_at as "dueAt", turn.state as "turnState",
      turn.error_code as "errorCode", coalesce(agent_job.state = 'paused', false) as "isWaiting"
    from schedule_run as run
    left join turn on turn.account_id = run.account_id and turn.id = run.turn_id
    left join agent_job on agent_job.account_id = run.account_id and agent_job.turn_id = run.turn_id
    where run.state = 'running' and (turn.state is distinct from 'open' or agent_job.state = 'paused')
    order by run.due_at limit ${atATime}`.execute(database.kysely)
  return found.rows
}

/** Ends the runs whose answers have ended. Safe on any number of processes: each run ends once. */
export async function settleRuns(ports: SchedulePorts): Promise<void> {
  for (const { turnState, errorCode, isWaiting, ...run } of await answeredRuns(ports.database))
    await endRun(ports, run, outcomeOf(turnState, errorCode, isWaiting))
}

/** Whoever stops an answer or deletes its chat knows of it, so that is no failure. */
function outcomeOf(turnState: TurnState | null, errorCode: ErrorCode | null, isWaiting: boolean) {
  if (turnState === 'open' && isWaiting) return { state: 'failed', errorCode: 'SCHEDULED_JOB_WAITS' } as const
  if (turnState === 'answered') return { state: 'succeeded', errorCode: null } as const
  if (turnState === null || turnState === 'stopped') return { state: 'stopped', errorCode: null } as const
  return { state: 'failed', errorCode: errorCode ?? 'ANSWER_INTERRUPTED' } as const
}
