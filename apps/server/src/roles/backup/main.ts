import path from 'node:path'
import {
  checkoutDir,
  ConfigurationError,
  readConfiguration,
  type Configuration,
} from '../../platform/configuration.ts'
import { FolderInUseError } from '../../platform/folder-lock.ts'
import { createLog } from '../../platform/log.ts'
import { AtriumStartingError, withDatabase } from '../with-database.ts'
import { RestoreError, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const log = createLog({ level: 'warn' })
const [verb, fileArgument] = process.argv.slice(2)
/** npm runs scripts in the checkout; a path means the folder that the command was given in. */
const givenIn = process.env['INIT_CWD'] ?? process.cwd()

try {
  const configuration = readConfiguration(process.env)
  if (verb === 'restore') await restore(configuration)
  else await backUp(configuration)
} catch (error) {
  const canBePutRight = [ConfigurationError, FolderInUseError, AtriumStartingError, RestoreError].some(
    (kind) => error instanceof kind,
  )
  console.error(canBePutRight && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function backUp(configuration: Configuration): Promise<void> {
  const { dataDir } = configuration
  const name = `atrium-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`
  const file =
    fileArgument === undefined ? path.join(checkoutDir, 'backups', name) : path.resolve(givenIn, fileArgument)
  const manifest = await withDatabase(configuration, log, (address) =>
    writeBackup({ address, dataDir, file, log }),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${file}: ${rows} rows, ${manifest.entries.filter((entry) => entry.path.startsWith('files/')).length} stored files.`,
  )
  console.log('It holds everything, the secret included: keep it where nobody else can read it.')
}

async function restore({ databaseUrl, dataDir }: Configuration): Promise<void> {
  if (fileArgument === undefined) throw new RestoreError('Say which backup: npm run restore -- FILE')
  if (databaseUrl !== undefined)
    throw new RestoreError(
      'DATABASE_URL is set: restore that database by its own tools, this command restores the built-in one.',
    )
  const manifest = await restoreBackup({ file: path.resolve(givenIn, fileArgument), dataDir, log })
  console.log(`Restored what was saved at ${manifest.createdAt} into ${dataDir}. npm start starts it.`)
}
