import { type Catalog, columnsOf, type ResultColumn } from './columns-of.ts'
import { queryIn, readTree } from './node-tree.ts'

/** A connection to the migrated database. */
export interface Client {
  query<Row extends object>(text: string): Promise<{ rows: Row[] }>
}

/** PostgreSQL's description of a statement, without running it. */
export interface Described {
  /** By name, such as `text[]`. */
  parameterTypes: string[]
  columns: (ResultColumn & { type: string })[]
}

export async function readCatalog(client: Client): Promise<Catalog> {
  const columns = await client.query<{ key: string; table: string; column: string; isNotNull: boolean }>(`
    select attrelid || '.' || attnum as key, relname as "table", attname as "column", attnotnull as "isNotNull"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p', 'v', 'm') and not attisdropped`)
  const functions = await client.query<{ oid: number; name: string; isStrict: boolean }>(
    `select oid, proname || case when proname = 'current_setting' and pronargs = 2 then ' or null' else '' end as name,
      proisstrict as "isStrict" from pg_proc`,
  )
  const constraints = await client.query<{ table: string; text: string }>(`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'`)
  return {
    columns: new Map(columns.rows.map(({ key, ...column }) => [key, column])),
    functions: new Map(functions.rows.map(({ oid, ...called }) => [oid, called])),
    implied: impliedBy(constraints.rows),
  }
}

/**
 * Prepares the statement for its types, and has PostgreSQL store it as the body of a function, whose parsed form shows the origin and
 * nullability of each column. Rolls both back. Throws the database's error if the statement is wrong.
 */
export async function describeStatement(
  client: Client,
  catalog: Catalog,
  text: string,
  isNullParameter: (number: number) => boolean,
): Promise<Described> {
  const prepared = await lastRow<{ parameterTypes: string[]; resultTypes: string[] | null }>(
    client,
    [
      `prepare described as ${text}\n`,
      `select parameter_types::text[] as "parameterTypes", result_types::text[] as "resultTypes"
        from pg_prepared_statements where name = 'described'`,
    ],
    'deallocate all',
  )
  const { parameterTypes, resultTypes } = prepared
  const { body } = await lastRow<{ body: string }>(
    client,
    [
      'begin',
      `create function pg_temp.described(${parameterTypes.join(', ')}) returns void language sql begin atomic ${text}\n; end`,
      `select prosqlbody::text as body from pg_proc where proname = 'described' and pronamespace = pg_my_temp_schema()`,
    ],
    'rollback',
  )
  const columns = columnsOf(queryIn(readTree(body)), catalog, isNullParameter)
  return {
    parameterTypes,
    columns: columns.map((column, index) => ({ ...column, type: resultTypes?.[index] ?? 'void' })),
  }
}

/** Sends the statements at once, and afterwards, whatever came of them, `undo`. Returns the one row of the last. */
async function lastRow<Row extends object>(client: Client, statements: string[], undo: string): Promise<Row> {
  try {
    const results: unknown = await client.query<Row>(statements.join(';'))
    const last = (results as { rows: Row[] }[]).at(-1)?.rows[0]
    if (!last) throw new Error('The database describes nothing.')
    return last
  } finally {
    await client.query(undo)
  }
}

/** Reads `a is null or b is not null` and `(a is null) = (b is null)`. */
function impliedBy(constraints: { table: string; text: string }[]): Map<string, Set<string>> {
  const implied = new Map<string, Set<string>>()
  const note = (table: string, column: string | undefined, by: string | undefined) => {
    if (column && by)
      implied.set(`${table}.${column}`, (implied.get(`${table}.${column}`) ?? new Set()).add(by))
  }
  for (const { table, text } of constraints) {
    for (const [, by, column] of text.matchAll(/\((\w+) IS NULL\) OR \((\w+) IS NOT NULL\)/g))
      note(table, column, by)
    for (const [, one, other] of text.matchAll(/\((\w+) IS NULL\) = \((\w+) IS NULL\)/g)) {
      note(table, one, other)
      note(table, other, one)
    }
  }
  return implied
}
