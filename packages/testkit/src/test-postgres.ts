import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, migrate } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { startPostgres } from '@atrium/server/platform/postgres/index.ts'
import { findServer, isRunning } from '@atrium/server/platform/postgres/server-process.ts'
import { templateName } from './database.ts'

/** The database server of one run of tests. */
export interface TestPostgres {
  /** Its socket folder. */
  host: string
  stop(): Promise<void>
}

const folderPrefix = 'atrium-tests-'

/**
 * One database server for a whole run, in a temporary folder, with the migrated template that everybody clones. It does not
 * wait for the disk: nothing in it is worth keeping.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  removeLeftovers()
  const log = createLog({ level: 'error' })
  const dataDir = mkdtempSync(path.join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const server = await startPostgres({ dataDir, log, settings })
  const { host } = server.address
  await makeTemplate(host)
  return {
    host,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(host: string): Promise<void> {
  const log = createLog({ level: 'error' })
  const postgres = connect({ host, user: 'atrium', database: 'postgres' }, { log })
  await postgres.pool.query(`create database ${templateName}`)
  await postgres.close()
  const template = connect({ host, user: 'atrium', database: templateName }, { log })
  await migrate(template.pool, { log })
  await template.close()
}

/** A run that was killed leaves its server and folder behind. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const pid = Number(name.slice(folderPrefix.length).split('-')[0])
    if (isRunning(pid)) continue
    const folder = path.join(tmpdir(), name)
    const server = findServer(path.join(folder, 'postgres'))
    if (server !== undefined) process.kill(server.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
}
