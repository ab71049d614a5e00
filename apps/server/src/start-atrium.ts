import path from 'node:path'
import { systemClock } from './platform/clock.ts'
import { ConfigurationError, type Configuration } from './platform/configuration.ts'
import { connect, migrate, type DatabaseAddress } from './platform/database/index.ts'
import { ensureSecret } from './platform/ensure-secret.ts'
import { lockFolder } from './platform/folder-lock.ts'
import { findFreePort } from './platform/free-port.ts'
import { createLog, type Log } from './platform/log.ts'
import { smtpSender } from './platform/mail.ts'
import { startPostgres, type BuiltInPostgres } from './platform/postgres/index.ts'
import type { Secret } from './platform/secret.ts'
import { createDiskStorage, type Storage } from './platform/storage/index.ts'
import { startSandbox, type Sandbox } from './roles/start-sandbox.ts'

/** A whole Atrium that runs in this process, with its database server and stand-ins. */
export interface RunningAtrium {
  /** The one address to open. */
  url: string
  /** One line for each thing that a stand-in does. */
  sandboxLines: string[]
  /** Lets running answers go on as long as configured, then stops everything, in the order in which it is needed. */
  stop(): Promise<void>
  /** Ends the database server without waiting for anything; for the second Ctrl-C. */
  abandon(): void
}

/**
 * Starts everything: the data folder's lock first, then the database, whose start goes on while the rest of the program is
 * loaded, migrations, stand-ins, the app. When a step fails, what was started before it is stopped.
 */
export async function startAtrium(
  given: Configuration,
  log: Log = createLog({ level: given.logLevel }),
): Promise<RunningAtrium> {
  const started = new AsyncDisposableStack()
  try {
    const lock = await lockFolder(given.dataDir)
    started.defer(() => lock.release())
    const port = given.port === 0 ? await findFreePort(given.host) : given.port
    const complete = { ...given, port, secret: ensureSecret(given.dataDir, given.secret) }

    // Loading the app takes about as long as starting the database does.
    const loading = import('./app.ts')
    loading.catch(() => undefined)
    const postgres =
      given.databaseUrl === undefined ? await startPostgres({ dataDir: given.dataDir, log }) : undefined
    started.defer(async () => postgres?.stop())
    const address = addressOf(given, postgres)
    await migrateOnce(address, log)

    const sandbox = await startSandbox(complete)
    started.defer(() => sandbox.close())
    const app = await (await loading).buildApp(await appOptions(sandbox, address, log))
    started.defer(() => app.close({ drainMs: given.drainSeconds * 1000 }))
    const { url } = await app.listen()

    return {
      url,
      sandboxLines: sandbox.lines,
      stop() {
        lock.announceStopping()
        return started.disposeAsync()
      },
      abandon: () => postgres?.abandon(),
    }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

function addressOf({ databaseUrl }: Configuration, postgres: BuiltInPostgres | undefined): DatabaseAddress {
  if (postgres !== undefined) return postgres.address
  if (databaseUrl === undefined) throw new Error('Without the built-in database there is DATABASE_URL.')
  return { connectionString: databaseUrl.reveal() }
}

async function migrateOnce(address: DatabaseAddress, log: Log): Promise<void> {
  const database = connect(address, { log, maxConnections: 1, connectionTimeoutMs: 15_000 })
  try {
    await migrate(database.pool, { log })
  } finally {
    await database.close()
  }
}

async function appOptions({ configuration, inboxUrl }: Sandbox, address: DatabaseAddress, log: Log) {
  const { roles, secret, smtpUrl, mailFrom: from } = configuration
  if (smtpUrl === undefined && roles.includes('worker'))
    throw new ConfigurationError([
      'SMTP_URL should be set, since ATRIUM_SANDBOX is off: without mail nobody can sign up.',
    ])
  if (secret === undefined) throw new Error('There is a secret from the start.')
  const storage = await storageOf(configuration, secret)
  const sendMail = smtpUrl && smtpSender({ url: smtpUrl, from })
  return { configuration, address, storage, log, ...(sendMail && { sendMail }), inboxUrl }
}

/** A bucket when one is configured, else the disk. */
async function storageOf(
  { dataDir, mainApiUrl, s3Bucket, ...s3 }: Configuration,
  secret: Secret,
): Promise<Storage> {
  const forms = { secret, uploadUrl: `${mainApiUrl}/files/upload`, clock: systemClock }
  if (s3Bucket === undefined) return createDiskStorage({ folder: path.join(dataDir, 'files'), ...forms })
  // Loaded by who has a bucket alone: the client takes longer to load than much else of the start.
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
