import type { JobKind, Queue } from './queue.ts'

/** A job kind with its handler. */
export type Job = {
  kind: JobKind<object>
  /** Runs and schedules the jobs of this kind in this process. */
  start(queue: Queue): Promise<void>
}

type JobOptions = {
  /** Maximum concurrent runs in one process. */
  concurrency?: number
  /** When the job is enqueued by the clock: five fields, in UTC. */
  cron?: string
}

export const everyMinute = '* * * * *'
export const everyFiveMinutes = '*/5 * * * *'
export const everyTenMinutes = '*/10 * * * *'

/** Declares how the jobs of a kind run: on whichever node takes them. */
export const runs = <Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data, signal: AbortSignal) => Promise<unknown>,
  { cron, ...options }: JobOptions = {},
): Job => ({
  kind,
  async start(queue) {
    await queue.work(kind, async (data, signal) => void (await run(data, signal)), options)
    if (cron !== undefined) await queue.schedule(kind, cron)
  },
})
