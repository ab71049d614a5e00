import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type FileLock, tryFileLock } from './file-lock.ts'
import { missingLocks } from './file-system.ts'
import { StartError } from '../start-error.ts'

/** Another process has the folder. `holderPid` is undefined until it has recorded its id. */
export class FolderInUseError extends StartError {
  readonly holderPid: number | undefined

  constructor(folder: string, holder: Holder | undefined) {
    const who = holder === undefined ? 'process unknown' : `process ${holder.pid} on ${holder.host}`
    super(
      `Atrium is already running on the data folder ${folder} (${who}). ` +
        'Stop it first, or set ATRIUM_DATA_DIR to another folder.',
    )
    this.holderPid = holder?.pid
  }
}

/** The folder's file system can't prevent a second Atrium. */
export class FolderLockError extends StartError {
  constructor(folder: string, reason: string, options?: ErrorOptions) {
    super(
      `The data folder ${folder} can't be locked: ${reason}. ` +
        'A second Atrium on it would destroy the database. Set ATRIUM_DATA_DIR to a folder on a local disk.',
      options,
    )
  }
}

export interface FolderLock {
  /** Announces to waiting starts that the folder will soon be free. */
  announceStopping(): void
  release(): Promise<void>
}

/** The lock's files in a data folder: they are not data, and a folder with nothing else counts as empty. */
const lockFileName = 'atrium.lock'
const holderFileName = 'atrium.lock.json'
export const lockFileNames: readonly string[] = [lockFileName, holderFileName]

const holderSchema = z.object({ pid: z.int(), host: z.string(), state: z.enum(['running', 'stopping']) })
type Holder = z.infer<typeof holderSchema>

/** How long a start waits for an Atrium that is stopping. */
const stoppingTimeoutMs = 30_000
/** How long a holder may take to record its id. */
const unknownTimeoutMs = 1_000

/**
 * Locks a folder for this process; throws `FolderInUseError` when another has it, unless that one is stopping and releases it
 * soon, and `FolderLockError` when the file system can't lock. Creates a missing folder.
 *
 * The lock is on a file in the folder and ends with the process, even by `kill -9`. It works across containers that mount the
 * same folder. The holder's id is recorded beside it, only for the message: a killed process's note means nothing.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const reason = missingLocks(folder)
  if (reason !== undefined) throw new FolderLockError(folder, reason)
  const startedAt = performance.now()
  for (;;) {
    const lock = tryLock(folder)
    if (lock !== undefined) return held(folder, lock)
    const holder = readHolder(folder)
    const waitMs =
      holder === undefined ? unknownTimeoutMs : holder.state === 'stopping' ? stoppingTimeoutMs : 0
    if (performance.now() - startedAt >= waitMs) throw new FolderInUseError(folder, holder)
    await delay(50)
  }
}

function tryLock(folder: string): FileLock | undefined {
  try {
    return tryFileLock(path.join(folder, lockFileName))
  } catch (error) {
    throw new FolderLockError(folder, error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

function held(folder: string, lock: FileLock): FolderLock {
  writeHolder(folder, 'running')
  return {
    announceStopping: () => writeHolder(folder, 'stopping'),
    async release() {
      rmSync(path.join(folder, holderFileName), { force: true })
      lock.release()
    },
  }
}

function writeHolder(folder: string, state: Holder['state']): void {
  const file = path.join(folder, holderFileName)
  const holder: Holder = { pid: process.pid, host: hostname(), state }
  try {
    writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // A full disk must not prevent stopping: the lock works without the note.
  }
}

function readHolder(folder: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path.join(folder, holderFileName), 'utf8')))
  } catch {
    // Not written yet, or removed just now.
    return undefined
  }
}
