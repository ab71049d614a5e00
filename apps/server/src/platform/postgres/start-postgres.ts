import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from '../database/index.ts'
import type { Log } from '../log.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { choosePlaces, type Places } from './places.ts'
import {
  askServer,
  clearAfterKilledServer,
  findServer,
  isRunning,
  spawnServer,
  stopServer,
  tellToStop,
  type ServerProcess,
} from './server-process.ts'
import { makeSocketFolder } from './socket-folder.ts'

export interface StartPostgresOptions {
  /** The data folder, which the caller holds by `lockFolder`. */
  dataDir: string
  log: Log
  /** Further settings of the server; for tests. */
  settings?: Record<string, string>
}

export interface BuiltInPostgres {
  /** The database `atrium` in it. */
  address: DatabaseAddress & { host: string }
  /** Whether the server was left running by an earlier Atrium that was killed. */
  adopted: boolean
  /** The process id of the server at this moment: it changes when the server had to be started again. */
  pid(): number
  /** Resolves when the server has ended. */
  stop(): Promise<void>
  /** Tells the server to end and does not wait for it. */
  abandon(): void
}

/** A server that has not come up by then will not: recovery after a crash is meant, which can take minutes. */
const patienceMs = 300_000

/**
 * Starts the built-in PostgreSQL of a data folder, or adopts the one that is still running there, and keeps it running until
 * `stop`: a server that ends by itself is started again.
 */
export async function startPostgres({
  dataDir,
  log,
  settings,
}: StartPostgresOptions): Promise<BuiltInPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const places = await choosePlaces(dataDir)
  await ensureCluster(places)
  const found = findServer(places.cluster)
  const socketFolder = found?.socketFolder ?? makeSocketFolder(places.cluster, places.runAs)
  let server = await bringUp(places, socketFolder, settings)
  const adopted = found !== undefined && found.pid === server.pid
  log.info({ pid: server.pid, adopted }, 'database server is ready')
  await ensureDatabase(socketFolder)

  let isStopping = false
  const watch = setInterval(() => void keepUp(), 250)
  watch.unref()
  let isBringingUp = false

  async function keepUp(): Promise<void> {
    if (isStopping || isBringingUp || isRunning(server.pid)) return
    isBringingUp = true
    try {
      log.warn({ pid: server.pid }, 'database server ended, starting it again')
      server = await bringUp(places, socketFolder, settings)
      log.info({ pid: server.pid }, 'database server is ready')
    } catch (error) {
      log.error({ err: error }, 'database server could not be started again')
      await delay(1000)
    } finally {
      isBringingUp = false
    }
  }

  return {
    address: { host: socketFolder, user: superuser, database: databaseName },
    adopted,
    pid: () => server.pid,
    async stop() {
      isStopping = true
      clearInterval(watch)
      while (isBringingUp) await delay(20)
      await stopServer(server)
    },
    abandon() {
      isStopping = true
      tellToStop(server)
    },
  }
}

/** Where the database of a data folder is while another process has it running; undefined when none has. */
export async function findPostgres(dataDir: string): Promise<DatabaseAddress | undefined> {
  const { cluster } = await choosePlaces(dataDir)
  const server = findServer(cluster)
  return server && { host: server.socketFolder, user: superuser, database: databaseName }
}

const databaseName = 'atrium'

/** Finds or starts the server and waits until it answers. One that is found while it stops is waited for and started anew. */
async function bringUp(
  places: Places,
  socketFolder: string,
  settings?: Record<string, string>,
): Promise<ServerProcess> {
  const deadline = Date.now() + patienceMs
  for (let starts = 0; starts < 5;) {
    let server = findServer(places.cluster)
    if (server === undefined) {
      starts++
      await clearAfterKilledServer(places.cluster)
      server = spawnServer(places, socketFolder, settings)
    }
    while (isRunning(server.pid)) {
      if ((await askServer(server.socketFolder)) === 'ready') return server
      if (Date.now() > deadline)
        throw new Error(`The database server does not get ready; see ${places.logFile}.`)
      await delay(10)
    }
  }
  throw new Error(`The database server does not start; see ${places.logFile}.`)
}

async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ host: socketFolder, user: superuser, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
