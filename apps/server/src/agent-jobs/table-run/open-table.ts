import { limits } from '@atrium/contract'
import { DocumentFailure, type LoadedTable, QueryFailure, type Tables } from '@atrium/documents'
import { type StoredSpreadsheet, tableFile } from '../../answers/index.ts'
import { fail } from '../../platform/failure.ts'
import type { JobPorts } from '../ports.ts'

/**
 * Opens the tables of spreadsheets, and closes them after `read`. With `asTexts`, values stay as written in the file; with a key, the
 * tables stay loaded for the next step of the job. Throws JOB_FILE_GONE, or JOB_TABLE_UNREADABLE when no file has a readable table.
 */
export async function withTables<Result>(
  ports: Pick<JobPorts, 'tables' | 'storage'>,
  files: readonly StoredSpreadsheet[],
  { signal, ...how }: { signal: AbortSignal; asTexts: boolean; key?: string },
  read: (tables: Tables) => Promise<Result>,
): Promise<Result> {
  try {
    const toOpen = files.map((file) => tableFile(ports, file))
    const tables = await ports.tables.open(toOpen, signal, how)
    try {
      if (tables.unread.some(({ problem }) => problem === 'UNAVAILABLE')) return fail('JOB_FILE_GONE')
      if (tables.list.length === 0) return fail('JOB_TABLE_UNREADABLE')
      return await read(tables)
    } finally {
      await tables.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof QueryFailure || error instanceof DocumentFailure)
      return fail('JOB_TABLE_UNREADABLE', { cause: error })
    throw error
  }
}

/** Returns rows of a table from a number that counts from 1, with cells and columns cut to their maximum. */
export async function readRows(
  tables: Tables,
  { name, columns }: LoadedTable,
  { firstRow, rowCount }: { firstRow: number; rowCount: number },
  signal: AbortSignal,
): Promise<string[][]> {
  const statement = `select ${columns
    .slice(0, limits.maxTableRunColumns)
    .map((column) => quoted(column.name))
    .join(', ')} from ${quoted(name)} limit ${rowCount} offset ${firstRow - 1}`
  const rows: string[][] = []
  let isHead = true
  for await (const row of tables.allRows(statement, signal)) {
    if (!isHead) rows.push(row.map((cell) => cut(String(cell ?? ''))))
    isHead = false
  }
  return rows
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const cut = (cell: string): string => cell.slice(0, limits.tableRunCellCharacters).toWellFormed()

/** The headers of the columns that `readRows` returns. */
export const headersOf = ({ columns }: LoadedTable): string[] =>
  columns.slice(0, limits.maxTableRunColumns).map(({ header }) => cut(header))
