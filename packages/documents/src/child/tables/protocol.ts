import type { ColumnKind } from './column-format.ts'

/** A table in the process, as models and people see it. */
export type LoadedTable = {
  name: string
  /** Index among the given files. */
  file: number
  /** Null for csv. */
  sheet: string | null
  rowCount: number
  columns: readonly { name: string; header: string; kind: ColumnKind; unit: string | null }[]
}

export type CellValue = string | number | boolean | null

export type ResultColumn = { name: string; kind: ColumnKind }

/** Requests to the process: one line of JSON each, answered in order. */
export type TableRequest =
  | {
      ask: 'load'
      path: string
      ending: 'csv' | 'xls' | 'xlsx'
      name: string
      file: number
      asTexts: boolean
    }
  /** After the last file. */
  | { ask: 'lock' }
  | { ask: 'query'; sql: string; maxRows: number; timeoutMs: number }
  /** All rows, in several lines. */
  | { ask: 'rows'; sql: string; timeoutMs: number }

export type TableReply =
  | { say: 'loaded'; tables: LoadedTable[] }
  | { say: 'locked' }
  | { say: 'result'; columns: ResultColumn[]; rows: CellValue[][]; rowCount: number }
  | { say: 'rows'; rows: CellValue[][] }
  | { say: 'end' }
  /** The query is wrong, or takes too long or too much memory: for whoever wrote it. */
  | { say: 'refused'; reason: string }
  | { say: 'failed'; problem: 'DAMAGED' | 'PROTECTED' | 'EMPTY' | 'TOO_LARGE'; cause: string }
