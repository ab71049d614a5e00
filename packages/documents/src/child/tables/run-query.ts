import {
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
  type Json,
  StatementType,
} from '@duckdb/node-api'
import type { ColumnKind } from './column-format.ts'
import type { CellValue, ResultColumn } from './protocol.ts'

/** The query can't run as it is; the message is for whoever wrote it. */
export class QueryRefused extends Error {}

const maxCellCharacters = 32_767

/** Runs one SELECT statement and yields its rows in batches; ends it after `timeoutMs`. Throws `QueryRefused`. */
export async function runQuery(
  connection: DuckDBConnection,
  sql: string,
  timeoutMs: number,
): Promise<{ columns: ResultColumn[]; batches: AsyncGenerator<CellValue[][]> }> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    connection.interrupt()
  }, timeoutMs)
  const refusal = (error: unknown) =>
    new QueryRefused(
      isLate ? `The query took longer than ${Math.round(timeoutMs / 1000)} seconds.` : messageOf(error),
    )
  try {
    const statement = await selectIn(connection, sql)
    const result = await statement.stream()
    const columns = result
      .columnNames()
      .map((name, index) => ({ name, kind: kindOf(result.columnType(index)) }))
    return { columns, batches: batchesOf(result, columns, { refusal, done: () => clearTimeout(timer) }) }
  } catch (error) {
    clearTimeout(timer)
    throw error instanceof QueryRefused ? error : refusal(error)
  }
}

async function selectIn(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql)
  if (statements.count !== 1) throw new QueryRefused('Send exactly one SELECT statement.')
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT)
    throw new QueryRefused('Only a SELECT statement can run: the tables are read-only.')
  if (statement.parameterCount > 0) throw new QueryRefused('The statement may have no parameters.')
  return statement
}

async function* batchesOf(
  result: DuckDBResult,
  columns: readonly ResultColumn[],
  { refusal, done }: { refusal(error: unknown): QueryRefused; done(): void },
): AsyncGenerator<CellValue[][]> {
  try {
    for await (const rows of result.yieldRowsJson())
      yield rows.map((row) => row.map((cell, index) => valueOf(cell, columns[index]?.kind ?? 'text')))
  } catch (error) {
    throw refusal(error)
  } finally {
    done()
  }
}

function valueOf(cell: Json, kind: ColumnKind): CellValue {
  if (cell === null || typeof cell === 'boolean') return cell
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  if (kind === 'number') {
    const number = Number(cell)
    if (!Number.isFinite(number)) return null
    // Numbers beyond 2^53 keep their digits.
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number
  }
  return text.slice(0, maxCellCharacters).replaceAll('\0', '').toWellFormed()
}

const numbers = new Set<DuckDBTypeId>([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
])
const dates = new Set<DuckDBTypeId>([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
])

const kindOf = ({ typeId }: DuckDBType): ColumnKind => {
  if (numbers.has(typeId)) return 'number'
  if (dates.has(typeId)) return 'date'
  return typeId === DuckDBTypeId.BOOLEAN ? 'boolean' : 'text'
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 600)
