import { Console } from 'node:console'
import { createInterface } from 'node:readline'
import { DocumentFailure } from '../../document-failure.ts'
import { closeNetwork } from '../close-network.ts'
import { lockEngine, openEngine } from './engine.ts'
import { loadCsv } from './load-csv.ts'
import { loadSheets } from './load-sheets.ts'
import { sqlName, unusedName } from './name-columns.ts'
import type { CellValue, TableReply, TableRequest } from './protocol.ts'
import { QueryRefused, runQuery } from './run-query.ts'

/**
 * Holds the tables of one answer: loads files, then locks the database and runs queries. Reads requests as lines of JSON from standard
 * input, one after the other, and writes the replies. Arguments: megabytes of memory, threads.
 */
closeNetwork()
// Messages of libraries are not part of the output.
globalThis.console = new Console(process.stderr)

const connection = await openEngine({
  memoryMegabytes: Number(process.argv[2]),
  threads: Number(process.argv[3]),
})
const names = new Set<string>()
const batchCharacters = 256 * 1024
/** Cells of a result that is kept, and of a row that would be too long for a line. */
const maxCellCharacters = 1_000
const maxRowCharacters = 2 * 1024 * 1024

const cut = (cell: CellValue): CellValue =>
  typeof cell === 'string' ? cell.slice(0, maxCellCharacters).toWellFormed() : cell

const charactersOf = (row: readonly CellValue[]): number =>
  row.reduce<number>((sum, cell) => sum + String(cell).length + 4, 0)

for await (const line of createInterface({ input: process.stdin })) {
  try {
    await answer(JSON.parse(line) as TableRequest)
  } catch (error) {
    await send(
      error instanceof QueryRefused
        ? { say: 'refused', reason: error.message }
        : { say: 'failed', problem: problemOf(error), cause: String(error).slice(0, 500) },
    )
  }
}

async function answer(request: TableRequest): Promise<void> {
  if (request.ask === 'load') return await send({ say: 'loaded', tables: await load(request) })
  if (request.ask === 'lock') {
    await lockEngine(connection)
    return await send({ say: 'locked' })
  }
  const { columns, batches } = await runQuery(connection, request.sql, request.timeoutMs)
  if (request.ask === 'rows') return await sendAll(batches, columns)
  const rows: CellValue[][] = []
  let characters = 0
  let rowCount = 0
  for await (const batch of batches) {
    for (const row of batch) {
      if (rows.length >= request.maxRows || characters > maxRowCharacters) break
      const kept = row.map(cut)
      rows.push(kept)
      characters += charactersOf(kept)
    }
    rowCount += batch.length
  }
  await send({ say: 'result', columns, rows, rowCount })
}

async function load({ path, ending, name, file, asTexts }: Extract<TableRequest, { ask: 'load' }>) {
  const base = name.replace(/\.[a-z]+$/i, '')
  if (ending === 'csv') {
    const table = await loadCsv(connection, {
      path,
      name: unusedName(sqlName(base, 'data'), names),
      asTexts,
    })
    return [{ ...table, file, sheet: null }]
  }
  const tables = await loadSheets(connection, { path, ending, name: base, used: names, asTexts })
  return tables.map((table) => ({ ...table, file }))
}

async function sendAll(
  batches: AsyncIterable<CellValue[][]>,
  columns: readonly { name: string }[],
): Promise<void> {
  let waiting: CellValue[][] = [columns.map(({ name }) => name)]
  let characters = 0
  for await (const batch of batches)
    for (const row of batch) {
      const ofRow = charactersOf(row)
      waiting.push(ofRow > maxRowCharacters ? row.map(cut) : row)
      characters += ofRow
      if (characters < batchCharacters) continue
      await send({ say: 'rows', rows: waiting })
      waiting = []
      characters = 0
    }
  await send({ say: 'rows', rows: waiting })
  await send({ say: 'end' })
}

/** Resolves when written: waits for a slow consumer. */
function send(reply: TableReply): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(reply)}\n`, () => resolve()))
}

function problemOf(error: unknown): Extract<TableReply, { say: 'failed' }>['problem'] {
  if (error instanceof DocumentFailure)
    return error.problem === 'PROTECTED' || error.problem === 'EMPTY' || error.problem === 'TOO_LARGE'
      ? error.problem
      : 'DAMAGED'
  return /out of memory|allocation failed|string length/i.test(String(error)) ? 'TOO_LARGE' : 'DAMAGED'
}
