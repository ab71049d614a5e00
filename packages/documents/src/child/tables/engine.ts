import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** Opens an empty database in memory that loads no extensions and writes no temporary files. */
export async function openEngine({
  memoryMegabytes,
  threads,
}: {
  memoryMegabytes: number
  threads: number
}): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMegabytes}MB`,
    threads: String(threads),
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  })
  return await instance.connect()
}

/** From here on statements reach no files, and can't change that. */
export async function lockEngine(connection: DuckDBConnection): Promise<void> {
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
}

/** The rows of a statement of this package as texts; null for null. */
export async function textRows(connection: DuckDBConnection, sql: string): Promise<(string | null)[][]> {
  const result = await connection.runAndReadAll(sql)
  return result
    .getRowsJson()
    .map((row) =>
      row.map((cell) => (cell === null || typeof cell === 'string' ? cell : JSON.stringify(cell))),
    )
}
