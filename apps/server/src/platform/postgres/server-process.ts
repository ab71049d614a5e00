import { type ChildProcess, spawn } from 'node:child_process'
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
  /** Only of a server that this process started. */
  child?: ChildProcess
}

/** The server's settings: for a small machine, durable, and without anybody's texts in its log. */
const serverSettings: Record<string, string> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The default of 0.2 s would wake the server ten times a second when idle. Commits don't wait for these two helpers: they only write
  // large data ahead, and data that nobody waits for.
  wal_writer_delay: '2s',
  bgwriter_delay: '1s',
  bgwriter_lru_maxpages: '500',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const maxLogBytes = 10_000_000

/**
 * Starts the server in a session of its own: Ctrl-C in the terminal reaches only Atrium, which stops the server after its
 * answers. Logs to a file, since a pipe would break with this process and the server may outlive it. The server inherits `lock`
 * (a descriptor) and keeps that lock until it and all its helpers have exited.
 */
export function spawnServer(
  places: Places,
  socketFolder: string,
  extraSettings: Record<string, string> = {},
  lock?: number,
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
        stdio: ['ignore', log, log, ...(lock === undefined ? [] : [lock])],
        env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      },
    )
    child.on('error', () => undefined)
    child.unref()
    if (child.pid === undefined)
      throw new Error(`The database server in ${places.binaries} could not be started.`)
    return { pid: child.pid, socketFolder, child }
  } finally {
    closeSync(log)
  }
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.old`)
  return openSync(file, 'a', 0o600)
}

/** The server that has this cluster open, by its own note (postmaster.pid), if it is still running. */
export function findServer(cluster: string): ServerProcess | undefined {
  const [pid, folder, , , socketFolder] = readLines(path.join(cluster, 'postmaster.pid'))
  if (folder !== cluster || !socketFolder || !isServerOf(cluster, Number(pid))) return undefined
  return { pid: Number(pid), socketFolder }
}

/** The socket folder that the last server of this cluster noted, whether or not that server still runs. */
export const notedSocketFolder = (cluster: string): string | undefined =>
  readLines(path.join(cluster, 'postmaster.pid'))[4] || undefined

/**
 * Waits until the orphaned helpers of a killed server have exited, which still use the cluster's memory; kills them after a
 * timeout.
 */
export async function waitForHelpers(cluster: string): Promise<void> {
  for (let waitedMs = 0; helpersOf(cluster).length > 0; waitedMs += 50) {
    if (waitedMs >= 5000) for (const helper of helpersOf(cluster)) signal(helper, 'SIGKILL')
    await delay(50)
  }
}

/**
 * Removes the pid file of a killed server whose process id now belongs to another process: PostgreSQL would take it for a running
 * server. Only for the holder of the server's lock, or after asking at its socket: in another container ids mean nothing.
 */
export function removeStaleNote(cluster: string): void {
  const note = path.join(cluster, 'postmaster.pid')
  const lines = readLines(note)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !hasProcess(pid) || isServerOf(cluster, pid)) return
  rmSync(note, { force: true })
  // The file beside its socket, with the same id: the fourth line is the port, the fifth the folder.
  if (lines[4]) rmSync(path.join(lines[4], `.s.PGSQL.${lines[3]}.lock`), { force: true })
}

/** 'ready', 'not yet' (starting, recovering or stopping), or 'silent' (no reply at the socket). */
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

/** The server closes its clients' connections, flushes, and exits. */
export function requestStop({ pid }: ServerProcess): void {
  signal(pid, 'SIGINT')
}

/** Waits for the server to exit; after the timeout, forces it, and it recovers at its next start. */
export async function stopServer(server: ServerProcess, timeoutMs = 15_000): Promise<void> {
  const { pid } = server
  requestStop(server)
  for (let waitedMs = 0; isRunning(pid); waitedMs += 20) {
    if (waitedMs === timeoutMs) signal(pid, 'SIGQUIT')
    if (waitedMs > timeoutMs * 2) throw new Error(`The database server (process ${pid}) does not stop.`)
    await delay(20)
  }
}

/** Calls once when the server has exited: for an adopted one, found by its process id within a second. Does not keep this process alive. */
export function onExit({ pid, child }: ServerProcess, call: () => void): void {
  if (child) {
    if (child.exitCode === null && child.signalCode === null) child.once('exit', call)
    else setImmediate(call)
    return
  }
  const watch = setInterval(() => {
    if (isRunning(pid)) return
    clearInterval(watch)
    call()
  }, 1_000).unref()
}

export const isRunning = (pid: number): boolean => hasProcess(pid) && !isZombie(pid)

/** Whether the process id is in use, including by a zombie. */
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

/** A process id alone proves nothing, since ids are reused: it must be a server on this cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  const words = (read(`/proc/${pid}/cmdline`) ?? '').split('\0')
  return path.basename(words[0] ?? '') === 'postgres' && words.includes(cluster)
}

/** Every process of a server runs in the cluster's folder. Visible ones of other containers are not ours. */
function helpersOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const own = readLink('self', 'ns/pid')
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => readLink(pid, 'cwd') === cluster && readLink(pid, 'ns/pid') === own)
    .map(Number)
}

function readLink(pid: string, name: 'cwd' | 'ns/pid'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    // It has exited, or belongs to another user.
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
