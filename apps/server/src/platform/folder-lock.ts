import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/** Another process holds the folder. `holderPid` is undefined when it does not say who it is (it may be stopped or busy). */
export class FolderInUseError extends Error {
  readonly folder: string
  readonly holderPid: number | undefined

  constructor(folder: string, holderPid: number | undefined) {
    super(
      `Atrium is already running on the data folder ${folder} (process ${holderPid ?? 'unknown'}). ` +
        'Stop it first, or set ATRIUM_DATA_DIR to another folder.',
    )
    this.name = 'FolderInUseError'
    this.folder = folder
    this.holderPid = holderPid
  }
}

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes a folder for this process alone; throws `FolderInUseError` when another has it. Creates the folder when it is missing.
 *
 * The lock is a listening socket, which the system closes with the process however it ends: nothing is left behind by
 * `kill -9`, and a reused process id cannot be mistaken for the holder. Whoever connects is told the holder's process id.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const address = addressOf(folder)
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(String(process.pid))
  })
  if (!(await listens(server, address)) && !(await takesOver(server, address))) {
    throw new FolderInUseError(folder, await askHolder(address))
  }
  server.unref()
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
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

function listens(server: net.Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(address, () => resolve(true))
  })
}

/** Only where the address is a file: nobody answers behind it, so it was left by a killed process. */
async function takesOver(server: net.Server, address: string): Promise<boolean> {
  if (process.platform === 'linux' || process.platform === 'win32') return false
  if ((await connectsTo(address)) !== 'refused') return false
  rmSync(address, { force: true })
  if (!(await listens(server, address))) return false
  // Two processes may both have found the leftover; the one whose file was replaced hears somebody else behind the address.
  return (await askHolder(address)) === process.pid
}

function connectsTo(address: string): Promise<'answered' | 'refused'> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve('answered')
    })
    socket.once('error', () => resolve('refused'))
  })
}

function askHolder(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(address)
    socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? Number(answer) : undefined))
  })
}
