import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from '../database/index.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { choosePlaces, type Places } from './places.ts'
import {
  askServer,
  findServer,
  isRunning,
  onExit,
  removeStaleNote,
  spawnServer,
  stopServer,
  requestStop,
  type ServerProcess,
} from './server-process.ts'
import { openServerLock } from './server-lock.ts'
import { makeSocketFolder } from './socket-folder.ts'

export interface StartPostgresOptions {
  /** The data folder, locked by the caller with `lockFolder`. */
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
  /** The server's current process id: changes on a restart. */
  pid(): number
  /** Resolves when the server has exited. */
  stop(): Promise<void>
  /** Requests the server to stop without waiting. */
  abandon(): void
}

/** The server does not start: its database may be damaged. */
export class DatabaseStartError extends StartError {
  constructor(verb: 'start' | 'get ready', { logFile }: Places) {
    const reason = lastFatalLine(logFile)
    super(`The database server does not ${verb}${reason ? `: ${reason}` : ''}. Its log is ${logFile}.`)
  }
}

function lastFatalLine(logFile: string): string | undefined {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : []
  return lines.findLast((line) => /(?:PANIC|FATAL): {2}/.test(line))?.replace(/^.*?(?=PANIC|FATAL)/, '')
}

/** Crash recovery can take minutes; a server that is not up by then never will be. */
const timeoutMs = 300_000

/** Starts the built-in PostgreSQL of a data folder, or adopts a running one, and restarts it if it exits, until `stop`. */
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
  log.info({ event: 'postgres.ready', pid: server.pid, adopted }, 'The database server is ready')
  await ensureDatabase(socketFolder)

  let isStopping = false
  let isBringingUp = false
  onExit(server, keepUp)

  function keepUp(): void {
    if (isStopping) return
    log.warn({ event: 'postgres.exited', pid: server.pid }, 'The database server exited; restarting it')
    isBringingUp = true
    void bringBack().finally(() => (isBringingUp = false))
  }

  async function bringBack(): Promise<void> {
    while (!isStopping) {
      try {
        server = await bringUp(places, socketFolder, settings)
        log.info({ event: 'postgres.ready', pid: server.pid }, 'The database server is ready')
        return onExit(server, keepUp)
      } catch (error) {
        log.error({ event: 'postgres.start_failed', err: error }, 'Could not restart the database server')
        await delay(1_000)
      }
    }
  }

  return {
    address: { host: socketFolder, user: superuser, database: databaseName },
    adopted,
    pid: () => server.pid,
    async stop() {
      isStopping = true
      while (isBringingUp) await delay(20)
      await stopServer(server)
    },
    abandon() {
      isStopping = true
      requestStop(server)
    },
  }
}

/** Returns where another process runs a data folder's database; undefined when none does. */
export async function findPostgres(dataDir: string): Promise<DatabaseAddress | undefined> {
  const { cluster } = await choosePlaces(dataDir)
  const server = findServer(cluster)
  return server && { host: server.socketFolder, user: superuser, database: databaseName }
}

const databaseName = 'atrium'

/** Finds or starts the server and waits until it answers. Waits for one that is stopping, then starts it again. */
async function bringUp(
  places: Places,
  socketFolder: string,
  settings?: Record<string, string>,
): Promise<ServerProcess> {
  const deadline = Date.now() + timeoutMs
  for (let starts = 0; starts < 5;) {
    let server = findServer(places.cluster)
    if (server === undefined) {
      starts++
      server = await spawnLocked(places, socketFolder, settings)
    }
    while (isRunning(server.pid)) {
      if ((await askServer(server.socketFolder)) === 'ready') return server
      if (Date.now() > deadline) throw new DatabaseStartError('get ready', places)
      await delay(10)
    }
  }
  throw new DatabaseStartError('start', places)
}

/** Starts a server under the lock that no other server of this cluster can have, in whatever container. */
async function spawnLocked(
  places: Places,
  socketFolder: string,
  settings?: Record<string, string>,
): Promise<ServerProcess> {
  const lock = await openServerLock(places, socketFolder)
  try {
    removeStaleNote(places.cluster)
    return spawnServer(places, socketFolder, settings, lock)
  } finally {
    // The server has it now.
    closeSync(lock)
  }
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
