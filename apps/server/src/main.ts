import path from 'node:path'
import { ConfigurationError, helpText, readConfiguration } from './platform/configuration.ts'
import { FolderInUseError } from './platform/folder-lock.ts'
import { createLog, openLogFile } from './platform/log.ts'
import { NoBuiltInPostgresError } from './platform/postgres/index.ts'
import { startAtrium, type RunningAtrium } from './start-atrium.ts'

/** A terminal and npm may both pass on the same Ctrl-C; only one that comes later than this counts as a second. */
const sameSignalMs = 700

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(helpText())
else await run()

async function run(): Promise<void> {
  let running: RunningAtrium | undefined
  let askedAtMs: number | undefined
  // From the first moment on, since a start can be interrupted as well.
  process.on('SIGINT', askToStop)
  process.on('SIGTERM', askToStop)
  // The start script is gone, killed perhaps: nobody could stop us any more.
  process.on('disconnect', askToStop)

  try {
    const configuration = readConfiguration(process.env)
    const { logLevel: level, logTo, dataDir } = configuration
    const log = createLog(
      { level },
      logTo === 'file' ? openLogFile(path.join(dataDir, 'atrium.log')) : undefined,
    )
    // What nobody foresaw ends the work it belongs to, not the work of everybody.
    process.on('uncaughtException', (error) => log.error({ err: error }, 'an error that nobody caught'))
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise that nobody caught'))
    running = await startAtrium(configuration, log)
    if (askedAtMs !== undefined) return void stop(running)
    console.log([`Atrium is ready: ${running.url}`, ...running.sandboxLines].join('\n'))
  } catch (error) {
    fail(error)
  }

  function askToStop(): void {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now()
      if (running !== undefined) void stop(running)
    } else if (performance.now() - askedAtMs > sameSignalMs) {
      running?.abandon()
      process.exit(130)
    }
  }
}

async function stop(running: RunningAtrium): Promise<void> {
  try {
    await running.stop()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

/** What whoever starts Atrium can put right is a sentence; anything else is told whole. */
function fail(error: unknown): void {
  const canBePutRight =
    error instanceof ConfigurationError ||
    error instanceof FolderInUseError ||
    error instanceof NoBuiltInPostgresError
  console.error(canBePutRight ? error.message : isPortTaken(error) ? portTaken(error) : error)
  process.exit(1)
}

interface PortTaken extends Error {
  port?: number
}

function isPortTaken(error: unknown): error is PortTaken {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function portTaken({ port }: PortTaken): string {
  return `The port ${port ?? ''} is taken by another program. Set ATRIUM_PORT to another one, or to 0 for a free one.`
}
