import path from 'node:path'
import { systemClock } from './platform/clock.ts'
import type { LockedFolder } from './app.ts'
import { checkoutDir, ConfigurationError, type Configuration } from './platform/config/configuration.ts'
import { checkDataFolder, finishFirstStart } from './platform/data-folder/data-folder.ts'
import { connect, isDamaged, migrate, type DatabaseAddress } from './platform/database/index.ts'
import { ensureSecret } from './platform/config/ensure-secret.ts'
import { readFolderId } from './platform/data-folder/folder-id.ts'
import { lockFolder } from './platform/data-folder/folder-lock.ts'
import { findFreePort } from './platform/free-port.ts'
import { checkSecret } from './platform/config/installation.ts'
import { createLog, type Log } from './platform/log.ts'
import { smtpSender } from './platform/mail/mail.ts'
import {
  DatabaseStartError,
  findCluster,
  startPostgres,
  type BuiltInPostgres,
} from './platform/postgres/index.ts'
import { restoreAdvice } from './platform/data-folder/restore-command.ts'
import type { Secret } from './platform/config/secret.ts'
import { StartError } from './platform/start-error.ts'
import { createDiskStorage, type Storage } from './platform/storage/index.ts'
import { startSandbox, type Sandbox } from './roles/start-sandbox.ts'

/** A whole Atrium running in this process, with its database server and sandbox. */
export interface RunningAtrium {
  /** The one address to open. */
  url: string
  /** Lines for the operator: the setup link while there is no administrator, and the sandbox's activity. */
  notes: string[]
  /** Lets running answers continue for the configured time, then stops everything in dependency order. */
  stop(): Promise<void>
  /** Stops the database server without waiting; for the second Ctrl-C. */
  abandon(): void
}

/**
 * Starts everything: the data folder's lock first, then the database, whose start overlaps with loading the rest of the program,
 * migrations, sandbox, the app. When a step fails, stops what was started before.
 */
export async function startAtrium(
  given: Configuration,
  log: Log = createLog({ level: given.logLevel }),
): Promise<RunningAtrium> {
  const started = new AsyncDisposableStack()
  try {
    const lock = await lockFolder(given.dataDir)
    started.defer(() => lock.release())
    checkDataFolder(given)
    const port = given.port === 0 ? await findFreePort(given.host) : given.port
    const complete = { ...given, port, secret: ensureSecret(given.dataDir, given.secret) }

    // Loading the app takes about as long as starting the database does.
    const loading = import('./app.ts')
    loading.catch(() => undefined)
    const postgres =
      given.databaseUrl === undefined ? await startPostgres({ dataDir: given.dataDir, log }) : undefined
    started.defer(async () => postgres?.stop())
    const address = addressOf(given, postgres)
    await prepareDatabase(address, complete.secret, log)
    finishFirstStart(given.dataDir)

    const sandbox = await startSandbox(complete)
    started.defer(() => sandbox.close())
    const app = await (await loading).buildApp(await appOptions(sandbox, address, folderOf(given), log))
    started.defer(() => app.close({ drainMs: given.drainSeconds * 1000 }))
    const { url } = await app.listen()

    return {
      url,
      notes: [...setupNotes(await app.setupLink()), ...sandbox.lines],
      stop() {
        lock.announceStopping()
        return started.disposeAsync()
      },
      abandon: () => postgres?.abandon(),
    }
  } catch (error) {
    await started.disposeAsync()
    throw withAdvice(error, given)
  }
}

const setupNotes = (link: string | null): string[] =>
  link === null ? [] : [`Set up Atrium and become its administrator (this link works once): ${link}`]

function addressOf({ databaseUrl }: Configuration, postgres: BuiltInPostgres | undefined): DatabaseAddress {
  if (postgres !== undefined) return postgres.address
  if (databaseUrl === undefined) throw new Error('Without the built-in database there is DATABASE_URL.')
  return { connectionString: databaseUrl.reveal() }
}

/** Watches the data folder and its disks. */
function folderOf({ dataDir, databaseUrl, s3Bucket }: Configuration): LockedFolder {
  const hasDatabase = databaseUrl === undefined
  const disks: LockedFolder['disks'] = [{ holds: 'data', folder: dataDir }]
  if (hasDatabase) disks.push({ holds: 'database', folder: findCluster(dataDir) })
  if (s3Bucket === undefined) disks.push({ holds: 'files', folder: filesFolder(dataDir) })
  return { id: readFolderId(dataDir), hasDatabase, disks }
}

/** A damaged built-in database can only be restored: tells the operator how. */
function withAdvice(error: unknown, { dataDir, databaseUrl }: Configuration): unknown {
  if (databaseUrl !== undefined || !(error instanceof DatabaseStartError || isDamaged(error))) return error
  const { message } = error
  return new StartError(`${message}\nIf the database is damaged, ${restoreAdvice(dataDir, checkoutDir)}`, {
    cause: error,
  })
}

async function prepareDatabase(address: DatabaseAddress, secret: Secret, log: Log): Promise<void> {
  const database = connect(address, { log, maxConnections: 1, connectionTimeoutMs: 15_000 })
  try {
    await migrate(database.pool, { log })
    await checkSecret(database, secret)
  } finally {
    await database.close()
  }
}

async function appOptions(
  { configuration, inboxUrl }: Sandbox,
  address: DatabaseAddress,
  folder: LockedFolder,
  log: Log,
) {
  const { roles, secret, smtpUrl, mailFrom: from } = configuration
  if (smtpUrl === undefined && roles.includes('worker'))
    throw new ConfigurationError([
      'SMTP_URL should be set, since ATRIUM_SANDBOX is off: without mail nobody can sign up.',
    ])
  if (secret === undefined) throw new Error('There is a secret from the start.')
  const storage = await storageOf(configuration, secret)
  const sendMail = smtpUrl && smtpSender({ url: smtpUrl, from })
  return { configuration, address, storage, folder, log, ...(sendMail && { sendMail }), inboxUrl }
}

const filesFolder = (dataDir: string) => path.join(dataDir, 'files')

/** A bucket if configured, else the disk. */
async function storageOf(
  { dataDir, mainApiUrl, s3Bucket, ...s3 }: Configuration,
  secret: Secret,
): Promise<Storage> {
  const forms = { secret, uploadUrl: `${mainApiUrl}/files/upload`, clock: systemClock }
  if (s3Bucket === undefined) return createDiskStorage({ folder: filesFolder(dataDir), ...forms })
  // Loaded only with a bucket: the client takes longer to load than much else of the start.
  const { createS3Storage } = await import('./platform/storage/s3-storage.ts')
  return createS3Storage({
    ...forms,
    bucket: s3Bucket,
    region: s3.s3Region,
    endpoint: s3.s3Endpoint,
    accessKeyId: s3.s3AccessKeyId,
    secretAccessKey: s3.s3SecretAccessKey,
  })
}
