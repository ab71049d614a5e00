import type { CompiledQuery, QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely'
import { refusalIn } from './refuse-if.ts'

/**
 * A statement to send later, with others or with the commit. Nobody reads its result before the next one runs, so what it may not change, it
 * refuses itself (`refuseIf`).
 */
export type Statement<Row extends object = object> = {
  sql: { compile: (provider: QueryExecutorProvider) => CompiledQuery<Row> }
  /** The error to throw when its `refuseIf` failed, by the details. */
  refusal?: (details: unknown) => Error
}

/** The rows of a statement that was sent. */
export type RowsOf = <Row extends object>(statement: Statement<Row>) => Row[]

/** A statement of a template; without `refusal`, one that refuses nothing. */
export const statement = <Row extends object>(
  sql: RawBuilder<Row>,
  refusal?: (details: unknown) => Error,
): Statement<Row> => (refusal ? { sql, refusal } : { sql })

/** Waits for the results of statements that were sent in this order, and throws the error of the first that failed. */
export async function rowsOfAll(
  statements: readonly Statement[],
  running: readonly Promise<QueryResult<object>>[],
): Promise<RowsOf> {
  const results = await Promise.allSettled(running)
  const found = new Map<Statement, object[]>()
  for (const [index, sent] of statements.entries()) {
    const result = results[index]
    if (result?.status === 'rejected') throw refusalOf(sent, result.reason)
    found.set(sent, result?.value.rows ?? [])
  }
  return <Row extends object>(sent: Statement<Row>) => (found.get(sent) ?? []) as Row[]
}

function refusalOf({ refusal }: Statement, error: unknown): unknown {
  const details = refusalIn(error)
  return details !== undefined && refusal ? refusal(details) : error
}
