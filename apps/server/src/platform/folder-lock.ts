import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Another process holds the folder. `holderPid` is undefined when it does not say who it is (it may be suspended or busy). */
export class FolderInUseError extends Error {
  readonly holderPid: number | undefined

  constructor(folder: string, holderPid: number | undefined) {
    super(
      `Atrium is already running on the data folder ${folder} (process ${holderPid ?? 'unknown'}). ` +
        'Stop it first, or set ATRIUM_DATA_DIR to another folder.',
    )
    this.name = 'FolderInUseError'
    this.holderPid = holderPid
  }
}

export interface FolderLock {
  /** Lets those who want the folder know that it is worth waiting for. */
  announceStopping(): void
  release(): Promise<void>
}

/** How long a start waits for an Atrium that is stopping. */
const patienceMs = 30_000

/**
 * Takes a folder for this process alone; throws `FolderInUseError` when another has it, unless that one is stopping and soon
 * gives it back. Creates the folder when it is missing.
 *
 * The lock is a listening socket, which the system closes with the process however it ends: nothing is left behind by
 * `kill -9`, and a reused process id cannot be mistaken for the holder. Whoever connects is told the holder's process id.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const address = addressOf(folder)
  const deadline = Date.now() + patienceMs
  for (;;) {
    const lock = await tryLock(address)
    if (lock !== undefined) return lock
    const holder = await askHolder(address)
    const isWorthWaiting = holder === 'gone' || (holder !== 'silent' && holder.isStopping)
    if (!isWorthWaiting || Date.now() > deadline)
      throw new FolderInUseError(folder, typeof holder === 'object' ? holder.pid : undefined)
    await delay(50)
  }
}

/**
 * Linux: the abstract namespace, where a name exists exactly as long as its listener. Windows: a named pipe, likewise.
 * Elsewhere a socket file, which stays behind when its holder is killed. The name comes from the folder's identity, not its
 * path, so that links and mounts of the same folder meet.
 */
function addressOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  const name = `atrium-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.join('/tmp', `${name}.lock`)
}

const isFile = process.platform !== 'linux' && process.platform !== 'win32'

async function tryLock(address: string): Promise<FolderLock | undefined> {
  let state: 'running' | 'stopping' = 'running'
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`${process.pid} ${state}`)
  })
  if (!(await listens(server, address)) && !(isFile && (await takesOver(server, address)))) return undefined
  server.unref()
  return {
    announceStopping: () => void (state = 'stopping'),
    release: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function listens(server: net.Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(address, () => resolve(true))
  })
}

/** Where the address is a file that nobody answers behind: it was left by a killed process. */
async function takesOver(server: net.Server, address: string): Promise<boolean> {
  if ((await askHolder(address)) !== 'gone') return false
  rmSync(address, { force: true })
  if (!(await listens(server, address))) return false
  // Two processes may both have found the leftover; the one whose file was replaced hears somebody else behind the address.
  const holder = await askHolder(address)
  return typeof holder === 'object' && holder.pid === process.pid
}

type Holder = { pid: number; isStopping: boolean } | 'silent' | 'gone'

function askHolder(address: string): Promise<Holder> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(address)
    socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '') ? 'gone' : 'silent'),
    )
    socket.on('close', () => {
      const [, pid, state] = /^(\d+) (running|stopping)$/.exec(answer) ?? []
      resolve(pid === undefined ? 'silent' : { pid: Number(pid), isStopping: state === 'stopping' })
    })
  })
}
