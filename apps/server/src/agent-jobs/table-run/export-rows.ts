import { type ChatId, errorDefinitions, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { requireTurn } from '../../chats/index.ts'
import { csvLine, csvMark } from '../../platform/csv.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { stepsOf } from '../engine/job-steps.ts'
import type { Actor, JobPorts } from '../ports.ts'
import type { JobRow } from '../tables.ts'
import { type RowProblem, rowsIn, rowsOf, runOf } from './rows-state.ts'

/** Header of the reasons of rows without an answer. */
const problemHeader = 'Error'

/** Returns the rows that a job has done as CSV, for readers of its chat. Throws NOT_FOUND when no run over a table wrote the answer. */
export async function exportRows(
  ports: Pick<JobPorts, 'database'>,
  actor: Actor,
  { chatId, turnId }: { chatId: ChatId; turnId: TurnId },
): Promise<string> {
  const { job, steps } = await inTenant(ports.database, actor, async (trx) => {
    const turn = await requireTurn(trx, actor, turnId, 'read')
    if (turn.chat_id !== chatId) fail('NOT_FOUND')
    const found = await sql<Pick<JobRow, 'id' | 'setup'>>`
      select id, setup from agent_job
      where account_id = ${actor.accountId} and turn_id = ${turnId} and kind = 'table-run'`.execute(trx)
    const job = found.rows[0] ?? fail('NOT_FOUND')
    return { job, steps: await stepsOf(trx, { accountId: actor.accountId, jobId: job.id }) }
  })
  const state = rowsIn(steps)
  const run = runOf(job)
  if (!state.table || !run) return fail('NOT_FOUND')
  const done = rowsOf(state).flatMap(({ cells, output }) => (output ? [{ cells, output }] : []))
  const hasProblems = done.some(({ output }) => output.problem !== null)
  const head = [...state.table.headers, run.answerHeader, ...(hasProblems ? [problemHeader] : [])]
  const lines = done.map(({ cells, output: { answer, problem } }) => {
    const line = [...cells, answer ?? '', ...(hasProblems ? [problem ? reasonOf(problem) : ''] : [])]
    return csvLine(line, line.map(isNumber))
  })
  return csvMark + csvLine(head) + lines.join('')
}

const reasonOf = (problem: RowProblem): string =>
  problem === 'EMPTY_ROW' ? 'The row is empty.' : errorDefinitions[problem].message

/** A negative number isn't a formula. */
const isNumber = (cell: string): boolean => /^-?\d+(?:[.,]\d+)?$/.test(cell)
