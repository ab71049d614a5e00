import type { TableCell } from '@atrium/contract'
import type { LoadedTable, Tables } from '@atrium/documents'
import { columnsText } from '../tools/table-prompt.ts'

/** Describes a table for a model: for each column its kind, minimum, maximum, number of distinct values and share of missing ones. */
export async function describeColumns(
  tables: Pick<Tables, 'query'>,
  table: LoadedTable,
  signal: AbortSignal,
): Promise<string> {
  const { rows } = await tables.query(
    `select min, max, approx_unique, null_percentage from (summarize "${table.name.replaceAll('"', '""')}")`,
    signal,
  )
  const text = (cell: TableCell | undefined) => (cell === null || cell === undefined ? '' : String(cell))
  const summary = rows.map(([min, max, distinct, missing]) => ({
    min: text(min),
    max: text(max),
    distinct: text(distinct),
    missing: text(missing),
  }))
  return columnsText(table, summary)
}
