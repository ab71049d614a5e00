import path from 'node:path'
import { createLog } from '@atrium/server/platform/log.ts'
import { startQueue } from '@atrium/server/platform/queue/queue.ts'
import { createTestDatabase } from '@atrium/testkit/database.ts'
import { root } from '../../scripts/start/paths.mjs'
import { type CheckOutcome, checkStatements } from './check-statements.ts'
import { openProgram } from './program.ts'

const product = path.join(root, 'apps/server/src/')

/** Whether a file is part of the running server, or of `folder`. */
const isProduct = (file: string) => file.startsWith(product) && !/(?:\.test|-for-tests)\.ts$/.test(file)

/** Checks the server's SQL against a new database on the test database server. */
export const checkProduct = (host: string): Promise<CheckOutcome> => checkFiles(host, isProduct)

/** Checks the SQL of the files that `isIncluded` names, by their absolute path. */
export async function checkFiles(host: string, isIncluded: (file: string) => boolean): Promise<CheckOutcome> {
  const program = openProgram(root, path.join(import.meta.dirname, 'tsconfig.json'), isIncluded)
  const { database, address, drop } = await createTestDatabase(host)
  try {
    // The tables of the queue are made by its own start.
    const queue = await startQueue({ address, database, log: createLog({ level: 'silent' }) })
    await queue.stop({ timeoutMs: 1000 })
    const client = await database.pool.connect()
    try {
      await client.query('set statement_timeout = 0')
      return await checkStatements(program, client)
    } finally {
      client.release()
    }
  } finally {
    await drop()
    program.close()
  }
}
