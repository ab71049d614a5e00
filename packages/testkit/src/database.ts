import { randomBytes } from 'node:crypto'
import { connect, type Database, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'

/** The migrated, empty database that tests clone. */
export const templateName = 'atrium_template'

export interface TestDatabase {
  database: Database
  /** For a server under test with its own connection. */
  address: DatabaseAddress & { host: string; user: string; database: string }
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** What to clone; `template0` for an empty database without any table. */
  template?: string
  maxConnections?: number
}

/**
 * A database of one's own, cloned from the migrated template in some 50 to 300 ms. One a test file is enough: tests in it
 * each make their own account. `host` is the run's database server, `inject('databaseHost')` in a test.
 */
export async function createTestDatabase(
  host: string,
  { template = templateName, maxConnections = 10 }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const log = createLog({ level: 'silent' })
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(host, `create database ${name} template ${template} strategy file_copy`)
  const address = { host, user: 'atrium', database: name }
  const database = connect(address, { log, maxConnections })
  return {
    database,
    address,
    async drop() {
      await database.close()
      await onServer(host, `drop database if exists ${name} with (force)`)
    },
  }
}

async function onServer(host: string, statement: string): Promise<void> {
  const server = connect(
    { host, user: 'atrium', database: 'postgres' },
    { log: createLog({ level: 'silent' }), maxConnections: 1 },
  )
  try {
    await server.pool.query(statement)
  } finally {
    await server.close()
  }
}
