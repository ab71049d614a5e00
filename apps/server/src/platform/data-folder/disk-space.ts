import { statfs } from 'node:fs/promises'
import { bounded } from '../bounded.ts'
import type { Log } from '../log.ts'

/** `low` below 10 % free, `critical` below 1 GB free, `full` when PostgreSQL can write no further log file. */
export const diskLevels = ['ok', 'low', 'critical', 'full'] as const
export type DiskLevel = (typeof diskLevels)[number]

/** A monitored folder, and its content. */
export interface WatchedFolder {
  holds: 'data' | 'database' | 'files'
  folder: string
}

export interface DiskSpace extends WatchedFolder {
  freeBytes: number
  totalBytes: number
  level: DiskLevel
}

const lowShare = 0.1
const criticalBytes = 1_000_000_000
/** Two segments of PostgreSQL's write-ahead log: without space for the next one the server stops. */
const fullBytes = 32 * 1024 * 1024

type Space = Pick<DiskSpace, 'freeBytes' | 'totalBytes'>
type ReadSpace = (folder: string) => Promise<Space>

export const levelOf = ({ freeBytes, totalBytes }: Space): DiskLevel =>
  freeBytes < fullBytes
    ? 'full'
    : freeBytes < criticalBytes
      ? 'critical'
      : freeBytes < totalBytes * lowShare
        ? 'low'
        : 'ok'

export interface DiskWatch {
  /** Returns the current free space, without unreadable folders. */
  read(): Promise<DiskSpace[]>
  stop(): void
}

const everyMs = 30_000

/** Watches the disks below these folders and logs when one fills up or has space again. */
export function watchDiskSpace({
  folders,
  log,
  readSpace = readFolder,
  maxWaitMs = 2_000,
}: {
  folders: readonly WatchedFolder[]
  log: Log
  readSpace?: ReadSpace
  /** A network file system that is away may never answer. */
  maxWaitMs?: number
}): DiskWatch {
  const levels = new Map<string, DiskLevel>()

  const read = async () => {
    const found = await Promise.all(
      folders.map((watched) =>
        bounded(() => readSpace(watched.folder), maxWaitMs)
          .then((space) => ({ ...watched, ...space, level: levelOf(space) }))
          .catch((error: unknown) => {
            log.warn(
              { event: 'disk.read_failed', folder: watched.folder, err: error },
              'Could not read the free disk space; retrying',
            )
            return null
          }),
      ),
    )
    const spaces = found.filter((space) => space !== null)
    for (const space of spaces) report(space)
    return spaces
  }
  const report = ({ folder, freeBytes, totalBytes, level }: DiskSpace) => {
    const before = levels.get(folder) ?? 'ok'
    levels.set(folder, level)
    if (level === before) return
    const fields = { event: 'disk.space', folder, freeBytes, totalBytes, level }
    if (level === 'ok') log.info(fields, 'The disk has enough free space again')
    else if (level === 'low') log.warn(fields, 'The disk has less than 10 % free space')
    else
      log.error(
        fields,
        'The disk has less than 1 GB of free space; the database stops writing when it is full',
      )
  }
  void read()
  const timer = setInterval(() => void read(), everyMs).unref()
  return { read, stop: () => clearInterval(timer) }
}

async function readFolder(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
