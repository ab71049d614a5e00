import path from 'node:path'
import { buildApp } from '../../app.ts'
import { appOptions } from '../../app-options.ts'
import { readConfiguration } from '../../platform/config/configuration.ts'
import { ensureSecret } from '../../platform/config/ensure-secret.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createLog, openLogFile } from '../../platform/log.ts'
import type { ProcessMetrics } from '../../platform/metrics.ts'
import type { FromWebProcess, StartOrder, ToWebProcess } from './messages.ts'

/*
 * A further process that serves the port of the main process, which starts and ends it. The main process owns data folder, database
 * server and sandbox, and does all work that is not a request.
 */

const asked = new Map<number, (others: ProcessMetrics[]) => void>()
let questions = 0
let stop: ((drainMs: number) => Promise<void>) | undefined

// A terminal sends Ctrl-C to every process of the group; the main process decides what happens then.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => end(0))
// The main process is gone, possibly killed: another takes the running answers over.
process.on('disconnect', () => end(0))
process.on('message', (message: ToWebProcess) => {
  if (message.type === 'start') void start(message.order)
  else if (message.type === 'stop') end(message.drainMs)
  else if (message.type === 'measured') asked.get(message.id)?.(message.others)
  else void reply(message.id)
})

let ownMetrics: () => Promise<object[]> = async () => []

async function start({ name, address, folder, inboxUrl, settings, smtpUrl }: StartOrder): Promise<void> {
  try {
    const given = readConfiguration(process.env)
    const log = createLog(
      { level: given.logLevel },
      given.logTo === 'file'
        ? openLogFile(path.join(given.dataDir, 'atrium.log'), { isNew: false })
        : undefined,
    ).child({ process: name })
    process.on('uncaughtException', (error) =>
      log.error({ event: 'process.uncaught_exception', err: error }, 'Uncaught exception'),
    )
    process.on('unhandledRejection', (error) =>
      log.error({ event: 'process.unhandled_rejection', err: error }, 'Unhandled promise rejection'),
    )
    const configuration = {
      ...given,
      ...settings,
      roles: given.roles.filter((role) => role !== 'worker'),
      secret: ensureSecret(given.dataDir, given.secret),
      smtpUrl: smtpUrl === undefined ? undefined : new Secret(smtpUrl),
    }
    const options = await appOptions({ configuration, inboxUrl }, address, { ...folder, isMain: false }, log)
    const app = await buildApp({ ...options, processName: name, metricsOfOthers })
    ownMetrics = app.metrics
    stop = (drainMs) => app.close({ drainMs })
    await app.listen()
    send({ type: 'ready' })
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
    process.disconnect()
  }
}

async function reply(id: number): Promise<void> {
  send({ type: 'measured', id, metrics: await ownMetrics() })
}

function metricsOfOthers(): Promise<ProcessMetrics[]> {
  const id = ++questions
  const { promise, resolve } = Promise.withResolvers<ProcessMetrics[]>()
  asked.set(id, (others) => {
    asked.delete(id)
    resolve(others)
  })
  send({ type: 'measure', id })
  return promise
}

let isEnding = false
function end(drainMs: number): void {
  if (isEnding) return
  isEnding = true
  void Promise.resolve(stop?.(drainMs)).finally(() => process.exit())
}

function send(message: FromWebProcess): void {
  if (process.connected) process.send?.(message, () => undefined)
}
