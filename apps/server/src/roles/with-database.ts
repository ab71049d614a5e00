import type { Configuration } from '../platform/config/configuration.ts'
import type { DatabaseAddress } from '../platform/database/index.ts'
import { FolderInUseError, lockFolder } from '../platform/data-folder/folder-lock.ts'
import type { Log } from '../platform/log.ts'
import { findPostgres, startPostgres } from '../platform/postgres/index.ts'
import { StartError } from '../platform/start-error.ts'

/** Another Atrium has the folder and its database is unreachable: it is starting or stopping, or in another container. */
class DatabaseOutOfReachError extends StartError {
  constructor(dataDir: string) {
    super(
      `Atrium is starting on ${dataDir}, or runs in another container. ` +
        'Try again in a moment, or run this command in that container.',
    )
  }
}

/** Works with the database of a running Atrium, or with one that is started only for this work. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Configuration,
  log: Log,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return work({ connectionString: databaseUrl.reveal() })
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return undefined
    throw error
  })
  if (lock === undefined) {
    const running = await findPostgres(dataDir)
    if (!running) throw new DatabaseOutOfReachError(dataDir)
    return work(running)
  }
  const postgres = await startPostgres({ dataDir, log })
  try {
    return await work(postgres.address)
  } finally {
    await postgres.stop()
    await lock.release()
  }
}
