import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

export interface FileLock {
  release(): void
}

/**
 * Takes an exclusive lock on a file, creating it if missing; undefined when somebody else has the lock. Throws when the file
 * system can't lock.
 *
 * Node has no `flock`, but its SQLite locks files with `fcntl`: the kernel keeps such a lock with the file, so processes in other
 * containers and namespaces see it, and releases it when the process ends in any way. Within one process, SQLite tracks locks itself.
 * The file stays empty, and nothing else in this process may open it: closing any descriptor of a file releases all `fcntl` locks
 * of the process on it.
 */
export function tryFileLock(file: string): FileLock | undefined {
  const database = new DatabaseSync(file)
  try {
    // Otherwise SQLite creates a journal beside the file.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: () => database.close() }
}

/** The lower byte is the error, the upper ones its details. */
const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
