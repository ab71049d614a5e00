import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CellValue, LoadedTable, ResultColumn, TableReply } from '../child/tables/protocol.ts'
import { DocumentFailure, type DocumentProblem } from '../document-failure.ts'
import { graceMs, type TableLimits, usualTableLimits } from './table-limits.ts'
import { TableProcess } from './table-process.ts'

export type { CellValue, LoadedTable, ResultColumn } from '../child/tables/protocol.ts'
export type { ColumnKind } from '../child/tables/column-format.ts'

/** A spreadsheet whose tables are wanted. */
export type TableFile = { name: string; ending: 'csv' | 'xls' | 'xlsx'; open(): Promise<Readable> | Readable }

export type QueryResult = { columns: ResultColumn[]; rows: CellValue[][]; rowCount: number }

/** The query is wrong or asks for too much; the message says why. */
export class QueryFailure extends Error {}

/** Loaded tables that can be queried until they are closed. */
export type Tables = {
  list: readonly LoadedTable[]
  /** Files without a table, by index. */
  unread: readonly { file: number; problem: DocumentProblem }[]
  pid: number | undefined
  /** Runs one SELECT statement; returns the first rows and the number of all. Throws `QueryFailure`. */
  query(sql: string, signal: AbortSignal): Promise<QueryResult>
  /** Yields the names of the columns, then every row. Throws `QueryFailure`. */
  allRows(sql: string, signal: AbortSignal): AsyncGenerator<CellValue[]>
  /** Whether the process with the tables is over. */
  hasEnded(): boolean
  close(): Promise<void>
}

/**
 * Loads csv files and the sheets of workbooks into DuckDB in a process of its own, without network and with no files but these, within
 * limits of time and memory. With `asTexts`, every value stays as the file has it. Throws the signal's reason when aborted; `DocumentFailure` when the process itself fails.
 */
export async function openTables(
  files: readonly TableFile[],
  {
    signal,
    limits = usualTableLimits,
    asTexts = false,
  }: { signal: AbortSignal; limits?: TableLimits; asTexts?: boolean },
): Promise<Tables> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-tables-'))
  const child = new TableProcess(folder, limits)
  const close = async () => {
    await child.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const list: LoadedTable[] = []
    const unread: { file: number; problem: DocumentProblem }[] = []
    for (const [file, { name, ending, open }] of files.entries()) {
      const target = path.join(folder, `${file}.${ending}`)
      try {
        await pipeline(await open(), createWriteStream(target, { mode: 0o600 }), { signal })
      } catch {
        signal.throwIfAborted()
        unread.push({ file, problem: 'UNAVAILABLE' })
        continue
      }
      const loaded = await load(child, { path: target, ending, name, file, asTexts }, limits, signal)
      if ('problem' in loaded) unread.push({ file, problem: loaded.problem })
      else list.push(...loaded.tables)
      await rm(target, { force: true })
    }
    await child.ask({ ask: 'lock' }, graceMs, signal)
    await rm(folder, { recursive: true, force: true })
    const hasEnded = () => child.hasEnded
    return { list, unread, pid: child.pid, ...queriesOf(child, limits), hasEnded, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The tables of a file, or why it has none. Throws when the process has ended: then no other file can be loaded. */
async function load(
  child: TableProcess,
  file: { path: string; ending: TableFile['ending']; name: string; file: number; asTexts: boolean },
  { loadMs }: TableLimits,
  signal: AbortSignal,
): Promise<{ tables: LoadedTable[] } | { problem: DocumentProblem }> {
  try {
    const reply = await child.ask({ ask: 'load', ...file }, loadMs, signal)
    return { tables: reply.say === 'loaded' ? reply.tables : [] }
  } catch (error) {
    if (!(error instanceof DocumentFailure) || child.hasEnded) throw error
    return { problem: error.problem }
  }
}

function queriesOf(
  child: TableProcess,
  { maxRows, queryMs }: TableLimits,
): Pick<Tables, 'query' | 'allRows'> {
  const withinMs = queryMs + graceMs
  return {
    async query(sql, signal) {
      const request = { ask: 'query' as const, sql, maxRows, timeoutMs: queryMs }
      const reply = accepted(await child.ask(request, withinMs, signal))
      if (reply.say !== 'result') throw new DocumentFailure('INTERNAL', reply.say)
      return { columns: reply.columns, rows: reply.rows, rowCount: reply.rowCount }
    },
    async *allRows(sql, signal) {
      const timeoutMs = queryMs * 6
      let reply = accepted(await child.ask({ ask: 'rows', sql, timeoutMs }, timeoutMs + graceMs, signal))
      while (reply.say === 'rows') {
        yield* reply.rows
        reply = accepted(await child.next(timeoutMs + graceMs, signal))
      }
    },
  }
}

function accepted(reply: TableReply): TableReply {
  if (reply.say === 'refused') throw new QueryFailure(reply.reason)
  return reply
}
