import {
  type AccountId,
  type CheckReason,
  type CheckResult,
  type CheckRun,
  type CheckRunId,
  limits,
  type RoomId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import type { Actor, EvaluationPorts } from './ports.ts'

type RunRow = Omit<CheckRun, 'startedAt' | 'endedAt' | 'reasons'> & {
  reasons: CheckReason[]
  startedAt: Date
  endedAt: Date | null
}

const worst = limits.checkedPassages + 1
const isBetter = sql`is_compared and coalesce(rank, ${worst}) < coalesce(rank_before, ${worst})`
const isWorse = sql`is_compared and coalesce(rank, ${worst}) > coalesce(rank_before, ${worst})`

/** A room's runs with their results, latest first. Counts only existing questions. */
const runsOf = (accountId: AccountId, roomId: RoomId, which: RawBuilder<unknown> = sql`true`) => sql<RunRow>`
  select run.id, run.status, run.reasons, run.started_at as "startedAt", run.ended_at as "endedAt",
    case run.status when 'DONE' then counted.asked else run.question_count end as "questionCount",
    counted.asked as "askedCount", counted.at_1 as "hitsAt1", counted.at_3 as "hitsAt3", counted.at_10 as "hitsAt10",
    counted.reciprocal as "meanReciprocalRank", counted.better, counted.worse
  from check_run as run
  cross join lateral (
    select count(*)::int as asked, (count(*) filter (where rank <= 1))::int as at_1,
      (count(*) filter (where rank <= 3))::int as at_3, (count(*) filter (where rank <= 10))::int as at_10,
      coalesce(avg(coalesce(1.0 / rank, 0)), 0)::float8 as reciprocal,
      (count(*) filter (where ${isBetter}))::int as better, (count(*) filter (where ${isWorse}))::int as worse
    from check_result as result where result.account_id = run.account_id and result.run_id = run.id) as counted
  where run.account_id = ${accountId} and run.room_id = ${roomId} and ${which}
  order by run.started_at desc limit ${limits.checkRunsKept}`

const presentRun = ({ startedAt, endedAt, ...run }: RunRow): CheckRun => ({
  ...run,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** One run of a room; NOT_FOUND. */
export async function runOf(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
  runId: CheckRunId,
): Promise<CheckRun> {
  const found = await runsOf(accountId, roomId, sql`run.id = ${runId}`).execute(trx)
  return presentRun(found.rows[0] ?? fail('NOT_FOUND'))
}

export const listCheckRuns = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
): Promise<CheckRun[]> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    return (await runsOf(actor.accountId, roomId).execute(trx)).rows.map(presentRun)
  })

/** Returns a run with each question's result, in the order of the questions. */
export const readCheckRun = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
  runId: CheckRunId,
): Promise<CheckRun & { results: CheckResult[] }> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const run = await runOf(trx, actor.accountId, roomId, runId)
    const results = await sql<CheckResult>`
      select question_id as "questionId", result.question, rank,
        case when is_compared then rank_before end as "rankBefore",
        case when not is_compared then 'new' when ${isBetter} then 'better' when ${isWorse} then 'worse' else 'same' end
          as change,
        found_files as "foundFiles"
      from check_result as result
      join golden_question as golden on golden.account_id = result.account_id and golden.id = result.question_id
      where result.account_id = ${actor.accountId} and run_id = ${runId}
      order by golden.created_at, golden.id`.execute(trx)
    return { ...run, results: results.rows }
  })
