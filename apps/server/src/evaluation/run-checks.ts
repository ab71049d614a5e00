import { type AccountId, type BaseId, type FileId, limits, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { basesOfRoom } from '../knowledge/index.ts'
import { type FoundPassage, searchPassages } from '../retrieval/index.ts'
import { type Database, inTenant, jsonText, type TenantTransaction } from '../platform/database/index.ts'
import { readSurprise, type Surprise } from '../platform/words/index.ts'
import { type QuestionRow, questionsOf } from './golden-questions.ts'
import type { RunJob } from './ports.ts'
import { firstExpected } from './first-expected.ts'

/** How many top files to store. */
const maxFilesListed = 3

type Run = { accountId: AccountId; roomId: RoomId; runId: RunJob['runId'] }

/**
 * Runs a room's golden questions, each in a transaction of its own, so that an interrupted run resumes. Leaves an ended run
 * alone; fails a run whose search fails.
 */
export async function runGoldenQuestions(
  database: Database,
  job: RunJob,
  signal: AbortSignal,
): Promise<void> {
  const { accountId, runId } = job
  const roomId = await inTenant(database, { accountId, userId: null }, (trx) => roomOfRunning(trx, job))
  if (!roomId) return
  const run = { accountId, roomId, runId }
  const inRun = <Result>(work: (trx: TenantTransaction) => Promise<Result>) =>
    inTenant(database, { accountId, userId: null }, work)
  try {
    const { questions, baseIds } = await inRun(async (trx) => ({
      questions: await questionsLeft(trx, run),
      baseIds: new Set(await basesOfRoom(trx, accountId, roomId)),
    }))
    const surprise = await readSurprise()
    for (const question of questions) {
      signal.throwIfAborted()
      await inRun((trx) => ask(trx, run, question, { baseIds, surprise }))
    }
    await inRun((trx) => endRun(trx, run, 'DONE'))
  } catch (error) {
    // An aborted run is resumed elsewhere.
    if (!signal.aborted) await inRun((trx) => endRun(trx, run, 'FAILED'))
    throw error
  }
}

async function roomOfRunning(trx: TenantTransaction, { accountId, runId }: RunJob): Promise<RoomId | null> {
  const found = await sql<{ roomId: RoomId }>`
    select room_id as "roomId" from check_run
    where account_id = ${accountId} and id = ${runId} and status = 'RUNNING'`.execute(trx)
  return found.rows[0]?.roomId ?? null
}

async function questionsLeft(
  trx: TenantTransaction,
  { accountId, roomId, runId }: Run,
): Promise<QuestionRow[]> {
  const asked = await sql<{ id: string }>`
    select question_id as id from check_result where account_id = ${accountId} and run_id = ${runId}`.execute(
    trx,
  )
  const done = new Set(asked.rows.map(({ id }) => id))
  return (await questionsOf(trx, accountId, roomId)).filter(({ id }) => !done.has(id))
}

async function ask(
  trx: TenantTransaction,
  { accountId, roomId, runId }: Run,
  { id, revision, question, expected, baseIds }: QuestionRow,
  { baseIds: basesThere, surprise }: { baseIds: ReadonlySet<BaseId>; surprise: Surprise },
): Promise<void> {
  const { found } = await searchPassages(trx, accountId, {
    scopeIds: [roomId, ...baseIds.filter((baseId) => basesThere.has(baseId))],
    query: question,
    most: limits.checkedPassages,
    surprise,
  })
  const rank = firstExpected(found, expected)
  // A question that was deleted meanwhile has no result; it is compared with the run before when it is still the same.
  await sql`
    insert into check_result
      (account_id, run_id, question_id, revision, question, rank, is_compared, rank_before, found_files)
    select golden.account_id, ${runId}, golden.id, ${revision}::int, ${question}, ${rank}::smallint,
      before.question_id is not null, before.rank, ${jsonText(filesFirst(found))}::jsonb
    from golden_question as golden
    left join lateral (
      select run.id from check_run as run
      where run.account_id = ${accountId} and run.room_id = ${roomId} and run.status = 'DONE' and run.id <> ${runId}
      order by run.started_at desc limit 1) as last on true
    left join check_result as before
      on before.account_id = golden.account_id and before.run_id = last.id and before.question_id = golden.id
        and before.revision = ${revision}::int
    where golden.account_id = ${accountId} and golden.id = ${id} for key share of golden
    on conflict do nothing`.execute(trx)
}

function filesFirst(found: readonly FoundPassage[]): { fileId: FileId; fileName: string }[] {
  const names = new Map(found.map(({ fileId, name }) => [fileId, name]))
  return [...names].slice(0, maxFilesListed).map(([fileId, fileName]) => ({ fileId, fileName }))
}

/** Ends a running run; keeps the room's latest runs. */
async function endRun(
  trx: TenantTransaction,
  { accountId, roomId, runId }: Run,
  status: 'DONE' | 'FAILED',
): Promise<void> {
  await sql`
    update check_run set status = ${status}, ended_at = clock_timestamp()
    where account_id = ${accountId} and id = ${runId} and status = 'RUNNING'`.execute(trx)
  await sql`
    delete from check_run where account_id = ${accountId} and id in (
      select id from check_run where account_id = ${accountId} and room_id = ${roomId}
      order by started_at desc offset ${limits.checkRunsKept})`.execute(trx)
}
