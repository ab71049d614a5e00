import path from 'node:path'
import { helpText, readConfiguration } from './platform/config/configuration.ts'
import { explainSystemError } from './platform/explain-system-error.ts'
import { createLog, openLogFile } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { startAtrium, type RunningAtrium } from './start-atrium.ts'

/** A terminal and npm may both forward the same Ctrl-C; only a later one counts as a second. */
const sameSignalMs = 700
const lookForParentMs = 5_000

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(helpText())
else await run()

async function run(): Promise<void> {
  let running: RunningAtrium | undefined
  let askedAtMs: number | undefined
  // From the first moment on, since a start can be interrupted as well.
  process.on('SIGINT', askToStop)
  process.on('SIGTERM', askToStop)
  process.on('SIGHUP', askToStop)
  // The process that started this one is gone, possibly killed: nothing else could stop this one.
  process.on('disconnect', askToStop)
  if (process.channel === undefined && process.env['npm_lifecycle_event'] !== undefined)
    watchParent(askToStop)

  try {
    const configuration = readConfiguration(process.env)
    const { logLevel: level, logTo, dataDir } = configuration
    const log = createLog(
      { level },
      logTo === 'file' ? openLogFile(path.join(dataDir, 'atrium.log')) : undefined,
    )
    // An unexpected error ends its own work, not the whole process.
    process.on('uncaughtException', (error) =>
      log.error({ event: 'process.uncaught_exception', err: error }, 'Uncaught exception'),
    )
    process.on('unhandledRejection', (error) =>
      log.error({ event: 'process.unhandled_rejection', err: error }, 'Unhandled promise rejection'),
    )
    running = await startAtrium(configuration, log)
    if (askedAtMs !== undefined) return void stop(running)
    console.log([`Atrium is ready: ${running.url}`, ...running.notes].join('\n'))
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

/** npm waits for this process; one that was started from a shell may outlive that shell. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, lookForParentMs)
}

async function stop(running: RunningAtrium): Promise<void> {
  try {
    await running.stop()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

/** Prints operator mistakes as a sentence, other errors in full. */
function fail(error: unknown): void {
  console.error(error instanceof StartError ? error.message : (explainSystemError(error) ?? error))
  process.exit(1)
}
