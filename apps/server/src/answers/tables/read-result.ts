import { limits, storable, type TableCell, type TableQuery } from '@atrium/contract'
import type { Tables } from '@atrium/documents'

export type QueriedRows = Pick<TableQuery, 'columns' | 'rows' | 'rowCount'>

/** Runs one SELECT statement; returns the part of its result that an answer keeps. Throws QueryFailure. */
export async function readResult(
  tables: Pick<Tables, 'query'>,
  sql: string,
  signal: AbortSignal,
): Promise<QueriedRows> {
  const { columns, rows, rowCount } = await tables.query(sql, signal)
  return {
    columns: columns.map((column) => ({ ...column, name: storable(column.name) })),
    rows: kept(rows),
    rowCount,
  }
}

const maxCellCharacters = 1_000

/** The first rows, as many as an answer keeps. */
function kept(rows: readonly (readonly TableCell[])[]): TableCell[][] {
  const result: TableCell[][] = []
  let left = limits.maxTableCharacters
  for (const row of rows.slice(0, limits.maxTableRows)) {
    const cells = row.map((cell) =>
      typeof cell === 'string' ? storable(cell.slice(0, maxCellCharacters).toWellFormed()) : cell,
    )
    left -= cells.reduce<number>((sum, cell) => sum + String(cell).length + 4, 0)
    if (left < 0) break
    result.push(cells)
  }
  return result
}
