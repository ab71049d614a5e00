import { spawn } from 'node:child_process'
import {
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from './cluster.ts'
import type { Places } from './places.ts'

/** A server that was started or found, whether or not it is ready yet. */
export interface ServerProcess {
  pid: number
  socketFolder: string
}

/** What the server is told at its start: fit for a small machine, durable, and without anybody's texts in its log. */
const serverSettings: Record<string, string> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const largestLogBytes = 10_000_000

/**
 * Starts the server in a session of its own: Ctrl-C in the terminal reaches Atrium alone, which stops the server when its
 * answers are done. The output goes to a file, since a pipe would break with this process and the server may outlive it.
 */
export function spawnServer(
  places: Places,
  socketFolder: string,
  extraSettings: Record<string, string> = {},
): ServerProcess {
  const settings = Object.entries({ ...serverSettings, ...extraSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const log = openLog(places.logFile)
  try {
    const child = spawn(
      path.join(places.binaries, 'bin/postgres'),
      ['-D', places.cluster, '-k', socketFolder, ...settings],
      {
        ...places.runAs,
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      },
    )
    // The exit is seen by its process id, as that of a server that was found.
    child.on('error', () => undefined)
    child.unref()
    if (child.pid === undefined)
      throw new Error(`The database server in ${places.binaries} could not be started.`)
    return { pid: child.pid, socketFolder }
  } finally {
    closeSync(log)
  }
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes)
    renameSync(file, `${file}.old`)
  return openSync(file, 'a', 0o600)
}

/** The server that has this cluster open, by its own note (postmaster.pid), if it is still running. */
export function findServer(cluster: string): ServerProcess | undefined {
  const [pid, folder, , , socketFolder] = readLines(path.join(cluster, 'postmaster.pid'))
  if (folder !== cluster || !socketFolder || !isServerOf(cluster, Number(pid))) return undefined
  return { pid: Number(pid), socketFolder }
}

/**
 * Clears the way after a server that was killed: its orphaned helpers are given time to end (they still use the cluster's
 * memory), and a note whose process id now belongs to something else is removed, which PostgreSQL would take for a running server.
 */
export async function clearAfterKilledServer(cluster: string): Promise<void> {
  const note = path.join(cluster, 'postmaster.pid')
  const lines = readLines(note)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  for (let waitedMs = 0; helpersOf(cluster).length > 0; waitedMs += 50) {
    if (waitedMs >= 5000) for (const helper of helpersOf(cluster)) signal(helper, 'SIGKILL')
    await delay(50)
  }
  if (!hasProcess(pid) || isServerOf(cluster, pid)) return
  rmSync(note, { force: true })
  // The note beside its socket, with the same id: the fourth line is the port, the fifth the folder.
  if (lines[4]) rmSync(path.join(lines[4], `.s.PGSQL.${lines[3]}.lock`), { force: true })
}

/** 'ready', 'not yet' (it starts, recovers or stops), or 'silent' (nobody answers at the socket). */
export async function askServer(socketFolder: string): Promise<'ready' | 'not yet' | 'silent'> {
  const client = new pg.Client({
    host: socketFolder,
    user: superuser,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'not yet' : 'silent'
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** The server ends its clients' connections, writes what it has, and ends. */
export function tellToStop({ pid }: ServerProcess): void {
  signal(pid, 'SIGINT')
}

/** Waits for the server to end; after `patienceMs` it has to end at once, and recovers at its next start. */
export async function stopServer(server: ServerProcess, patienceMs = 15_000): Promise<void> {
  const { pid } = server
  tellToStop(server)
  for (let waitedMs = 0; isRunning(pid); waitedMs += 20) {
    if (waitedMs === patienceMs) signal(pid, 'SIGQUIT')
    if (waitedMs > patienceMs * 2) throw new Error(`The database server (process ${pid}) does not stop.`)
    await delay(20)
  }
}

export const isRunning = (pid: number): boolean => hasProcess(pid) && !isZombie(pid)

/** Whether the id is taken: also by a process that has ended and whose parent has not heard of it yet. */
function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isZombie(pid: number): boolean {
  return process.platform === 'linux' && /^State:\s+Z/m.test(read(`/proc/${pid}/status`) ?? '')
}

/** A process id alone proves nothing, since ids are used again: it must be a server on this cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  const words = (read(`/proc/${pid}/cmdline`) ?? '').split('\0')
  return path.basename(words[0] ?? '') === 'postgres' && words.includes(cluster)
}

/** Every process of a server works in the cluster's folder. */
function helpersOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => workingFolderOf(pid) === cluster).map(Number)
}

function workingFolderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return undefined
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const readLines = (file: string) => (read(file) ?? '').split('\n').map((line) => line.trim())

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
