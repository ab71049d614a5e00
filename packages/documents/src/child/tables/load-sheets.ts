import { readFileSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DocumentFailure } from '../../document-failure.ts'
import { xlsSheets } from '../read-xls.ts'
import type { Sheet, SheetRow } from '../sheet.ts'
import { xlsxSheets } from '../xlsx/read-xlsx.ts'
import { fillMerged } from './fill-merged.ts'
import { findHeader, headerSampleRows } from './find-header.ts'
import { makeTable } from './make-table.ts'
import { quoted, sqlName, unusedName } from './name-columns.ts'
import type { LoadedTable } from './protocol.ts'

const maxColumns = 2_000
const maxSheets = 50

/** Loads every sheet with rows of a workbook as a table. */
export async function loadSheets(
  connection: DuckDBConnection,
  {
    path,
    ending,
    name,
    used,
    asTexts,
  }: { path: string; ending: 'xls' | 'xlsx'; name: string; used: Set<string>; asTexts: boolean },
): Promise<Omit<LoadedTable, 'file'>[]> {
  const bytes = readFileSync(path)
  const sheets = ending === 'xls' ? xlsSheets(bytes) : (await xlsxSheets(bytes, { withMerges: true })).sheets
  const tables: Omit<LoadedTable, 'file'>[] = []
  for await (const sheet of sheets) {
    if (tables.length >= maxSheets) break
    const raw = await appendRows(connection, sheet)
    if (!raw) continue
    const table = unusedName(sqlName(`${name} ${sheet.name}`, 'sheet'), used)
    tables.push({ ...(await makeTable(connection, table, { ...raw, asTexts })), sheet: sheet.name })
    await connection.run(`drop table ${raw.source}`)
  }
  if (tables.length === 0) throw new DocumentFailure('EMPTY')
  return tables
}

const rawTable = quoted('raw rows of a sheet')

/** Stores a sheet's rows of data as texts; null when it has none. */
async function appendRows(connection: DuckDBConnection, sheet: Sheet) {
  const rows = fillMerged(sheet)
  const sample: SheetRow[] = []
  for await (const row of withText(rows)) {
    sample.push(row)
    if (sample.length === headerSampleRows) break
  }
  if (sample.length === 0) return null
  const header = findHeader(sample.map(({ cells }) => cells))
  const width = Math.max(...sample.map(({ cells }) => cells.length))
  if (width > maxColumns) throw new DocumentFailure('TOO_LARGE', `${width} columns`)
  const columns = Array.from({ length: width }, (_, index) => `c${index} varchar`)
  await connection.run(`create table ${rawTable} (${columns.join(', ')})`)
  const appender = await connection.createAppender('raw rows of a sheet')
  const append = ({ cells }: SheetRow) => {
    for (let column = 0; column < width; column += 1) appender.appendVarchar(cells[column] ?? '')
    appender.endRow()
  }
  for (const row of sample.slice(header.firstRow)) append(row)
  for await (const row of withText(rows)) append(row)
  appender.closeSync()
  return { source: rawTable, headers: header.names, width, hasDecimalComma: false }
}

/** An iterator that `break` does not close, so that the rest can be read later. */
function withText(rows: AsyncGenerator<SheetRow>): AsyncIterable<SheetRow> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        for (;;) {
          const next = await rows.next()
          if (next.done || next.value.cells.some((cell) => cell.trim() !== '')) return next
        }
      },
    }),
  }
}
