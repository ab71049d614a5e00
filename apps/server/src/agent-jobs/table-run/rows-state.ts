import type { ErrorCode, TableRun } from '@atrium/contract'
import type { JobWork } from '../engine/program.ts'
import type { FinishedStep } from '../tables.ts'

/** The rows to run, as they were read at the start of the job. */
export type TableOutput = { fileName: string; headers: string[]; rows: string[][]; firstRow: number }
export type RowProblem = ErrorCode | 'EMPTY_ROW'
/** The result of a row: an answer, or the reason why it has none. `number` counts from 1 in the file. */
export type RowOutput = { number: number; answer: string | null; problem: RowProblem | null }

export type RowsState = { table: TableOutput | null; done: ReadonlyMap<number, RowOutput> }

/** Returns the state of a run over a table after its finished steps. */
export function rowsIn(steps: readonly Pick<FinishedStep, 'kind' | 'output'>[]): RowsState {
  const table = steps.find(({ kind }) => kind === 'table')?.output as TableOutput | undefined
  const rows = steps.flatMap(({ kind, output }) => (kind === 'row' ? [output as RowOutput] : []))
  return { table: table ?? null, done: new Map(rows.map((row) => [row.number, row])) }
}

export const runOf = ({ setup }: Pick<JobWork, 'setup'>): TableRun | null =>
  setup && 'table' in setup ? setup.table : null

/** The rows with their cells, in the order of the file; those that are not done have no output. */
export const rowsOf = ({
  table,
  done,
}: RowsState): { number: number; cells: string[]; output?: RowOutput }[] =>
  (table?.rows ?? []).map((cells, index) => {
    const number = (table?.firstRow ?? 1) + index
    const output = done.get(number)
    return { number, cells, ...(output && { output }) }
  })

/** The values of the template's variables for a row. */
export const valuesFor = ({ values }: TableRun, cells: readonly string[]): Map<string, string> =>
  new Map(
    values.map(({ variable, from }) => [
      variable,
      from.kind === 'text' ? from.text : (cells[from.column] ?? ''),
    ]),
  )

/** The cells of a row that the question uses. */
export const usedCells = ({ values }: TableRun, cells: readonly string[]): string[] =>
  values.flatMap(({ from }) => (from.kind === 'column' ? [cells[from.column] ?? ''] : []))
