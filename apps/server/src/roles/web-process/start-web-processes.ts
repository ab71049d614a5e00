import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Log } from '../../platform/log.ts'
import type { ProcessMetrics } from '../../platform/metrics.ts'
import { StartError } from '../../platform/start-error.ts'
import type { FromWebProcess, StartOrder, ToWebProcess } from './messages.ts'

const file = path.join(import.meta.dirname, 'main.ts')
const restartMs = 1_000
/** How long `/metrics` waits for a process; without its metrics the reply is that of the others. */
const measureMs = 2_000

/** Further processes of this installation, which serve the same port as the main process. */
export type WebProcesses = {
  /** Ids of the processes that run, for the operating system. */
  pids(): number[]
  /** The metrics of all of them that reply in time. */
  metrics(): Promise<ProcessMetrics[]>
  /** Lets their running answers continue for this time and ends them; answers that take longer are handed over. */
  stop(drainMs: number): Promise<void>
  /** Ends them at once. */
  abandon(): void
}

type Options = {
  /** Number of further processes. */
  count: number
  order: Omit<StartOrder, 'name'>
  /** The metrics of the main process. */
  ownMetrics(): Promise<ProcessMetrics>
  /** Called when one has ended unexpectedly. */
  onDied(name: string): Promise<void>
  log: Log
}

/** Starts them and resolves when all serve requests; throws when one can't start. One that ends later is started again. */
export async function startWebProcesses({
  count,
  order,
  ownMetrics,
  onDied,
  log,
}: Options): Promise<WebProcesses> {
  const children = new Map<string, ChildProcess>()
  let isStopping = false
  let measurements = 0

  const measured = new Map<number, (metrics: object[]) => void>()
  async function metricsOf(name: string, child: ChildProcess): Promise<ProcessMetrics | null> {
    const id = ++measurements
    const { promise, resolve } = Promise.withResolvers<object[] | null>()
    measured.set(id, resolve)
    const timer = setTimeout(() => resolve(null), measureMs)
    send(child, { type: 'measure', id })
    const metrics = await promise
    clearTimeout(timer)
    measured.delete(id)
    return metrics && { process: name, metrics }
  }
  const metricsBeside = async (asking?: string): Promise<ProcessMetrics[]> => {
    const found = [...children].flatMap(([name, child]) => (name === asking ? [] : [metricsOf(name, child)]))
    return (await Promise.all(found)).filter((one) => one !== null)
  }

  async function start(name: string): Promise<void> {
    const child = fork(file, { serialization: 'json', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    children.set(name, child)
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    child.on('message', (message: FromWebProcess) => {
      if (message.type === 'ready') resolve()
      else if (message.type === 'failed') reject(new StartError(message.message))
      else if (message.type === 'measured') measured.get(message.id)?.(message.metrics)
      else void replyTo(name, child, message.id)
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Error(`A web process ended with ${signal ?? code} before it was ready.`))
      children.delete(name)
    })
    send(child, { type: 'start', order: { name, ...order } })
    await ready
    child.once('exit', (code, signal) => startAgain(name, signal ?? code))
  }

  async function replyTo(name: string, child: ChildProcess, id: number): Promise<void> {
    try {
      const others = [await ownMetrics(), ...(await metricsBeside(name))]
      send(child, { type: 'measured', id, others })
    } catch (error) {
      log.warn({ event: 'web_process.measure_failed', err: error }, 'Could not collect the metrics')
    }
  }

  function startAgain(name: string, ended: number | string | null): void {
    if (isStopping) return
    log.error({ event: 'web_process.exited', process: name, ended }, 'A web process exited; restarting it')
    onDied(name).catch((error: unknown) =>
      log.warn(
        { event: 'web_process.takeover_failed', process: name, err: error },
        'Could not free the leases of a process that died; its answers continue when they expire',
      ),
    )
    setTimeout(() => {
      if (isStopping) return
      start(name).catch((error: unknown) => {
        if (isStopping) return
        log.error({ event: 'web_process.start_failed', process: name, err: error }, 'Could not restart it')
        children.get(name)?.kill('SIGKILL')
        startAgain(name, null)
      })
    }, restartMs)
  }

  const abandon = () => {
    isStopping = true
    for (const child of children.values()) child.kill('SIGKILL')
  }
  const names = Array.from({ length: count }, (_, index) => `web-${index + 1}`)
  try {
    await Promise.all(names.map(start))
  } catch (error) {
    abandon()
    throw error
  }
  return {
    pids: () => [...children.values()].flatMap(({ pid }) => pid ?? []),
    metrics: () => metricsBeside(),
    async stop(drainMs) {
      isStopping = true
      await Promise.all(
        [...children.values()].map(async (child) => {
          const exited = once(child, 'exit')
          send(child, { type: 'stop', drainMs })
          await exited
        }),
      )
    },
    abandon,
  }
}

/** Sends nothing to a process that has exited: its `exit` event handles that. */
function send(child: ChildProcess, message: ToWebProcess): void {
  if (child.connected) child.send(message, () => undefined)
}
