import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkoutDir, type Configuration } from '../config/configuration.ts'
import { findCluster } from '../postgres/index.ts'
import { restoreAdvice } from './restore-command.ts'
import { StartError } from '../start-error.ts'

/** A part of the data folder is missing. Starting would create an empty one beside the rest. */
export class DataFolderError extends StartError {}

const marker = 'first-start'

/**
 * Refuses a data folder of which the database or the secret is missing, which the caller has locked. An empty folder is a
 * first start: it is marked as one until `finishFirstStart`, so that a first start that was interrupted can be repeated.
 */
export function checkDataFolder({
  dataDir,
  databaseUrl,
  secret: configuredSecret,
}: Pick<Configuration, 'dataDir' | 'databaseUrl' | 'secret'>): void {
  const inFolder = (name: string) => path.join(dataDir, name)
  if (existsSync(inFolder(marker)) || databaseUrl !== undefined) return
  const cluster = findCluster(dataDir)
  const hasCluster = existsSync(cluster)
  const hasSecret = existsSync(inFolder('secret'))
  const hasFiles = hasEntries(inFolder('files'))
  const advice = restoreAdvice(dataDir, checkoutDir)

  if (!hasCluster && (hasSecret || hasFiles))
    throw new DataFolderError(
      `The data folder ${dataDir} has ${hasSecret ? 'a secret' : 'files'}, but its database ${cluster} is missing; ` +
        `Atrium does not start with an empty one. Put it back, or ${advice} ` +
        '(or set DATABASE_URL, if the database is elsewhere).',
    )
  if (hasCluster && !hasSecret && configuredSecret === undefined)
    throw new DataFolderError(
      `The data folder ${dataDir} has a database, but the secret that belongs to it (${inFolder('secret')}) is missing. ` +
        `Put it back or set ATRIUM_SECRET, or ${advice}. If the secret is lost: npm run admin -- new-secret`,
    )
  if (!hasCluster) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(inFolder(marker), '')
  }
}

/** Database and secret exist: from now on neither may be missing. */
export const finishFirstStart = (dataDir: string): void => rmSync(path.join(dataDir, marker), { force: true })

function hasEntries(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => !name.startsWith('.'))
}
