import type { JobProgram } from '../engine/program.ts'
import { rowStep, tableStep } from './row-steps.ts'
import { rowsAsMarkdown } from './rows-as-markdown.ts'
import { rowsIn, rowsOf, runOf } from './rows-state.ts'

/** A question for each row of a table: the table, then one step per row, several at the same time. */
export const tableRunProgram: JobProgram = {
  next(work) {
    const run = runOf(work)
    if (!run) return { fail: 'JOB_STEP_FAILED' }
    const state = rowsIn(work.steps)
    if (!state.table) return { step: tableStep(work, run) }
    const left = rowsOf(state).filter(({ output }) => !output)
    if (left.length > 0) return { steps: left.slice(0, run.atOnce).map((row) => rowStep(work, run, row)) }
    const text = rowsAsMarkdown(run, state)
    if (text !== '') return { text }
    const problem = [...state.done.values()].find((row) => row.problem !== null)?.problem
    return { fail: !problem || problem === 'EMPTY_ROW' ? 'JOB_TABLE_UNREADABLE' : problem }
  },

  stepsLeft(work) {
    const { table, done } = rowsIn(work.steps)
    return table && Math.max(0, table.rows.length - done.size - 1)
  },

  items(work) {
    const { table, done } = rowsIn(work.steps)
    return table && { done: done.size, total: table.rows.length }
  },

  failedItems: (work) =>
    rowsOf(rowsIn(work.steps)).flatMap(({ number, output }) =>
      output?.problem
        ? [
            {
              number,
              title: work.steps.find(({ key }) => key === `row-${number}`)?.title ?? '',
              problem: output.problem,
            },
          ]
        : [],
    ),

  atOnce: (work) => runOf(work)?.atOnce ?? 1,
  maxWorkMs: 4 * 60 * 60_000,
  plan: () => null,
  sourcesRead: () => 0,
  partsOf: () => [],
  partialText(work) {
    const run = runOf(work)
    return run ? rowsAsMarkdown(run, rowsIn(work.steps)) : ''
  },
}
