import type { App, LockedFolder } from './app.ts'
import { appOptions, filesFolder } from './app-options.ts'
import { checkoutDir, type Configuration } from './platform/config/configuration.ts'
import { checkDataFolder, finishFirstStart } from './platform/data-folder/data-folder.ts'
import { connect, isDamaged, migrate, type DatabaseAddress } from './platform/database/index.ts'
import { ensureSecret } from './platform/config/ensure-secret.ts'
import { readFolderId } from './platform/data-folder/folder-id.ts'
import { lockFolder } from './platform/data-folder/folder-lock.ts'
import { requireFreePort, reservePort } from './platform/free-port.ts'
import { checkSecret } from './platform/config/installation.ts'
import { createLog, type Log } from './platform/log.ts'
import {
  DatabaseStartError,
  findCluster,
  startPostgres,
  type BuiltInPostgres,
} from './platform/postgres/index.ts'
import { restoreAdvice } from './platform/data-folder/restore-command.ts'
import type { Secret } from './platform/config/secret.ts'
import { StartError } from './platform/start-error.ts'
import { startSandbox, type Sandbox } from './roles/start-sandbox.ts'
import { startWebProcesses, type WebProcesses } from './roles/web-process/start-web-processes.ts'

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
    // The database takes seconds to start.
    const reserved = given.port === 0 ? await reservePort(given.host) : undefined
    started.defer(() => reserved?.release())
    const port = reserved?.port ?? given.port
    // Processes that share a port would not notice another program on it.
    if (given.processes > 1 && !reserved) await requireFreePort(given.host, port)
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
    const { buildApp } = await loading
    const folder = folderOf(given)
    const options = await appOptions(sandbox, address, folder, log)
    let further: WebProcesses | undefined
    const app = await buildApp({
      ...options,
      ...(given.processes > 1 && { processName: 'main' }),
      metricsOfOthers: async () => (await further?.metrics()) ?? [],
    })
    const drainMs = given.drainSeconds * 1000
    started.defer(async () => void (await Promise.all([further?.stop(drainMs), app.close({ drainMs })])))
    await reserved?.release()
    const { url } = await app.listen()
    further = given.processes > 1 ? await furtherProcesses({ app, sandbox, address, folder, log }) : undefined

    return {
      url,
      notes: [...setupNotes(await app.setupLink()), ...sandbox.lines],
      stop() {
        lock.announceStopping()
        return started.disposeAsync()
      },
      abandon() {
        further?.abandon()
        postgres?.abandon()
      },
    }
  } catch (error) {
    await started.disposeAsync()
    throw withAdvice(error, given)
  }
}

/** Starts the further processes of ATRIUM_PROCESSES; each knows of the others when all are ready. */
async function furtherProcesses({
  app,
  sandbox: { configuration, inboxUrl },
  address,
  folder,
  log,
}: {
  app: App
  sandbox: Sandbox
  address: DatabaseAddress
  folder: LockedFolder
  log: Log
}): Promise<WebProcesses> {
  const { port, processes, sandboxModelsUrl, sandboxSearchUrl, sandboxToolsUrl, sandboxPaymentsUrl } =
    configuration
  const started = await startWebProcesses({
    count: processes - 1,
    order: {
      address,
      folder,
      inboxUrl,
      settings: { port, processes, sandboxModelsUrl, sandboxSearchUrl, sandboxToolsUrl, sandboxPaymentsUrl },
      smtpUrl: configuration.smtpUrl?.reveal(),
    },
    onDied: (name) => app.processDied(name),
    ownMetrics: async () => ({ process: 'main', metrics: await app.metrics() }),
    log,
  })
  await app.ports.nodes.checkIn()
  return started
}

const setupNotes = (link: string | null): string[] =>
  link === null ? [] : [`Set up Atrium and become its administrator (this link works once): ${link}`]

function addressOf({ databaseUrl }: Configuration, postgres: BuiltInPostgres | undefined): DatabaseAddress {
  if (postgres !== undefined) return postgres.address
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is required without the built-in database.')
  return { connectionString: databaseUrl.reveal() }
}

/** Watches the data folder and its disks. */
function folderOf({ dataDir, databaseUrl, s3Bucket }: Configuration): LockedFolder {
  const hasDatabase = databaseUrl === undefined
  const disks: LockedFolder['disks'] = [{ holds: 'data', folder: dataDir }]
  if (hasDatabase) disks.push({ holds: 'database', folder: findCluster(dataDir) })
  if (s3Bucket === undefined) disks.push({ holds: 'files', folder: filesFolder(dataDir) })
  return { id: readFolderId(dataDir), isMain: true, hasDatabase, disks }
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
