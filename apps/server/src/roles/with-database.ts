import type { Configuration } from '../platform/configuration.ts'
import type { DatabaseAddress } from '../platform/database/index.ts'
import { FolderInUseError, lockFolder } from '../platform/folder-lock.ts'
import type { Log } from '../platform/log.ts'
import { findPostgres, startPostgres } from '../platform/postgres/index.ts'

/** Atrium is just about to start or to end on this folder: whoever waits a moment gets what they want. */
export class AtriumStartingError extends Error {
  constructor(dataDir: string) {
    super(`Atrium is starting on ${dataDir}. Try again in a moment.`)
    this.name = 'AtriumStartingError'
  }
}

/** Works with the database of a running Atrium, or with one that is started for this moment. */
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
    if (!running) throw new AtriumStartingError(dataDir)
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
