import path from 'node:path'
import { checkoutDir, readConfiguration, type Configuration } from '../../platform/config/configuration.ts'
import { createLog } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { withDatabase } from '../with-database.ts'
import { RestoreError, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const log = createLog({ level: 'warn' })
const [verb, fileArgument] = process.argv.slice(2)
/** npm runs scripts in the checkout; paths are relative to the folder of the command. */
const givenIn = process.env['INIT_CWD'] ?? process.cwd()

try {
  const configuration = readConfiguration(process.env)
  if (verb === 'restore') await restore(configuration)
  else await backUp(configuration)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function backUp(configuration: Configuration): Promise<void> {
  const { dataDir, backupPassphrase: passphrase } = configuration
  const name = `atrium-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`
  const file =
    fileArgument === undefined ? path.join(checkoutDir, 'backups', name) : path.resolve(givenIn, fileArgument)
  const manifest = await withDatabase(configuration, log, (address) =>
    writeBackup({ address, dataDir, file, passphrase, log }),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${file}: ${rows} rows, ${manifest.entries.filter((entry) => entry.path.startsWith('files/')).length} stored files.`,
  )
  console.log(
    passphrase
      ? `It is encrypted${configuration.secret ? '' : " and holds the server's secret"}. Without ATRIUM_BACKUP_PASSPHRASE nobody can restore it.`
      : `It is not encrypted, so the server's secret was left out. Keep a copy of ${path.join(dataDir, 'secret')} (or ATRIUM_SECRET) somewhere else: restoring needs it. Set ATRIUM_BACKUP_PASSPHRASE to get an encrypted backup that holds everything.`,
  )
}

async function restore({
  databaseUrl,
  dataDir,
  secret,
  backupPassphrase: passphrase,
}: Configuration): Promise<void> {
  if (fileArgument === undefined) throw new RestoreError('Say which backup: npm run restore -- FILE')
  if (databaseUrl !== undefined)
    throw new RestoreError(
      'DATABASE_URL is set: restore that database by its own tools, this command restores the built-in one.',
    )
  const manifest = await restoreBackup({
    file: path.resolve(givenIn, fileArgument),
    dataDir,
    passphrase,
    hasSecret: secret !== undefined,
    log,
  })
  console.log(`Restored what was saved at ${manifest.createdAt} into ${dataDir}. npm start starts it.`)
}
