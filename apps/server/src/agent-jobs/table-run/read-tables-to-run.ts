import { limits, type RoomId, type FileOfJob, type TableToRun } from '@atrium/contract'
import { requireSpreadsheet } from '../../answers/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import { countTokens } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireRoom } from '../../rooms/index.ts'
import type { Actor, JobPorts } from '../ports.ts'
import { headersOf, readRows, withTables } from './open-table.ts'

/** Maximum rows, and characters of a cell, that are shown before a run. */
const rowsShown = 5
const maxShownCharacters = 500
/** Rows from which the average cell length is computed. */
const rowsMeasured = 200

type Asked = { roomId: RoomId; file: FileOfJob; firstRow: number }

/** Returns the tables of a spreadsheet that the actor may open, with their first rows and the length of their cells. */
export async function readTablesToRun(
  ports: JobPorts,
  actor: Actor,
  { roomId, file, firstRow }: Asked,
  signal: AbortSignal,
): Promise<TableToRun[]> {
  const stored = await inTenant(ports.database, actor, async (trx) => {
    await requireRoom(trx, actor, roomId)
    return await requireSpreadsheet(trx, actor, { roomId, chatId: null }, file)
  })
  if (!(await takeAllowance(ports.database, { holder: actor.userId, kind: 'tableQueries' })))
    return fail('RATE_LIMITED')
  return await withTables(ports, [stored], { signal, asTexts: true }, async (tables) => {
    const found: TableToRun[] = []
    for (const table of tables.list) {
      const rows = await readRows(tables, table, { firstRow, rowCount: rowsMeasured }, signal)
      found.push({
        sheet: table.sheet,
        rowCount: table.rowCount,
        columns: headersOf(table).map((header, column) => ({
          header,
          tokensPerCell: average(rows.map((row) => countTokens(row[column] ?? ''))),
        })),
        rows: rows
          .slice(0, rowsShown)
          .map((row) => row.map((cell) => cell.slice(0, maxShownCharacters).toWellFormed())),
      })
      if (found.length >= limits.maxTablesShown) break
    }
    return found
  })
}

const average = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
