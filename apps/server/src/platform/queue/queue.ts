import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import {
  type Database,
  type DatabaseAddress,
  PreparingClient,
  type Statement,
  type Transaction,
} from '../database/index.ts'
import type { Log } from '../log.ts'
import type { Traces } from '../traces/index.ts'
import { errorCodeOf } from '../traces/error-code.ts'

/** A kind of job: its name and options. The type parameter is its input. */
export interface JobKind<Data extends object> {
  name: string
  /** Maximum retries after a failure or the death of its process. */
  retryLimit: number
  /** Maximum duration of one attempt. */
  timeoutSeconds: number
  /** Never set: carries the type of the data. */
  data?: Data
}

/** Defines a job, such as `name-chat`. Its handler must be idempotent: a process may die after the work, before confirming it. */
export function defineJob<Data extends object>(
  name: string,
  { retryLimit = 3, timeoutSeconds = 300 }: { retryLimit?: number; timeoutSeconds?: number } = {},
): JobKind<Data> {
  return { name, retryLimit, timeoutSeconds }
}

export interface Queue {
  /** Creates the queues of these kinds, which can then be sent and worked on. */
  register(jobs: readonly JobKind<object>[]): Promise<void>
  /** Enqueues in the caller's transaction: the job exists if and only if that commits. */
  send<Data extends object>(transaction: Transaction, job: JobKind<Data>, data: Data): Promise<void>
  /** The statement that enqueues, to be sent with others. */
  enqueueing<Data extends object>(job: JobKind<Data>, data: Data): Promise<Statement>
  /** Returns the inputs of jobs of this kind that wait, run or wait for a retry. For system transactions. */
  unfinished<Data extends object>(transaction: Transaction, job: JobKind<Data>): Promise<Data[]>
  /** Runs jobs of this kind in this process, `concurrency` at a time. The signal is aborted when time is up or the process stops. */
  work<Data extends object>(
    job: JobKind<Data>,
    run: (data: Data, signal: AbortSignal) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  /** Enqueues the job by the clock, whichever nodes are there: `cron` has five fields, in UTC. */
  schedule(job: JobKind<object>, cron: string): Promise<void>
  /** Waits for running jobs, up to a timeout; unfinished ones run again elsewhere. */
  stop(options: { timeoutMs: number }): Promise<void>
}

export interface QueueOptions {
  address: DatabaseAddress
  /** To let tenants' transactions enqueue. */
  database: Database
  log: Log
  traces?: Traces | null
}

/**
 * pg-boss passes this to its pool, which creates its connections with it. They stay open between two checks for jobs, since a new
 * connection costs more than a check.
 */
const poolOptions: object = { Client: PreparingClient, idleTimeoutMillis: 60_000 }

/** A worker whose heartbeat stops counts as dead; its job then runs elsewhere. The minimum that pg-boss accepts. */
const heartbeatSeconds = 10
/** How often dead workers are detected: with the heartbeat, the maximum time of an orphaned job. */
const superviseSeconds = 15
/**
 * Pause of a fetcher after parallel jobs, in milliseconds: jobs that arrive meanwhile are fetched and completed together, since
 * each alone costs more than most work does.
 */
const restMs = 100
/** Interval of checks for jobs that became due without a notification: retries, and those of workers that died. */
const dueEveryMs = 2_000
/** The same while no job waits or runs, after this long without any. */
const idleAfterMs = 10_000
const idleEveryMs = 15_000
/** How often pg-boss enqueues the jobs that its clock found due; the clock itself checks every 30 s. */
const cronWorkerSeconds = 20
/** How often pg-boss unblocks jobs that depend on others: there are none. */
const flowSeconds = 600
/** How often pg-boss itself polls, in case our checks fail, in seconds. */
const pollSeconds = 600
/** Each of them queries the database whenever a job of its kind is announced; two, so that a slow job blocks only one. */
const maxFetchers = 2

/**
 * Starts the job queue in the database, by pg-boss with a small separate pool. Workers start a job within milliseconds; losing the
 * database is logged, and work continues when it is back.
 */
export async function startQueue({ address, database, log, traces }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    ...address,
    application_name: 'atrium-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: cronWorkerSeconds,
    flowIntervalSeconds: flowSeconds,
    options: '-c statement_timeout=30000 -c lock_timeout=10000',
    ...poolOptions,
  })
  boss.on('error', (error) =>
    log.warn({ event: 'queue.failed', err: error }, 'The job queue reported an error'),
  )
  await boss.start()
  /** The fetchers of each kind that this process works on. */
  const fetchersOf = new Map<string, string[]>()
  /** The schedules that the database had at the start, by kind. */
  const scheduled = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  let activeAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const isIdle = () => performance.now() - activeAt > idleAfterMs
  const lookLater = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void look(), isIdle() ? idleEveryMs : dueEveryMs).unref()
  }
  const look = async () => {
    try {
      const { due, hasOpen } = await lookForJobs(boss, [...fetchersOf.keys()])
      if (hasOpen) activeAt = performance.now()
      for (const name of due) for (const fetcher of fetchersOf.get(name) ?? []) boss.notifyWorker(fetcher)
    } catch (error) {
      log.warn({ event: 'queue.look_failed', err: error }, 'Could not look for due jobs; retrying')
    }
    lookLater()
  }
  const noteActivity = () => {
    const wasIdle = isIdle()
    activeAt = performance.now()
    if (wasIdle) lookLater()
  }
  lookLater()

  return {
    async register(jobs) {
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const job of jobs) {
        const queue = known.get(job.name)
        const options = optionsOf(job)
        if (queue === undefined) await boss.createQueue(job.name, { notify: true, ...options })
        else if (!hasOptions(queue, options)) await boss.updateQueue(job.name, options)
      }
      await database.pool.query(`
        grant usage on schema pgboss to atrium_app;
        grant select, insert on all tables in schema pgboss to atrium_app`)
    },
    async send(transaction, job, data) {
      await boss.send(job.name, data, { db: fromKysely(transaction) })
    },
    async enqueueing(job, data) {
      const written: Statement[] = []
      const executeSql = async (text: string, values?: unknown[]) => {
        written.push({ sql: { compile: () => CompiledQuery.raw(text, values) } })
        // It takes the first row for the new job.
        return { rows: [{ id: '' }] }
      }
      await boss.send(job.name, data, { db: { executeSql } })
      const [enqueueing] = written
      if (!enqueueing || written.length > 1) throw new Error('pg-boss enqueues with one statement.')
      return enqueueing
    },
    async unfinished<Data extends object>(transaction: Transaction, job: JobKind<Data>) {
      const found = await sql<{ data: Data }>`
        select data from pgboss.job
        where name = ${job.name} and state in ('created', 'retry', 'active')`.execute(transaction)
      return found.rows.map(({ data }) => data)
    },
    async work(job, run, { concurrency = 1 } = {}) {
      const fetchers = Math.min(concurrency, maxFetchers)
      const batchSize = Math.ceil(concurrency / fetchers)
      for (let count = 0; count < fetchers; count++) {
        let fetcher = ''
        fetcher = await boss.work(
          job.name,
          { batchSize, perJobResults: true, notifyPollingIntervalSeconds: pollSeconds },
          async (batch: Job<Parameters<typeof run>[0]>[]) => {
            noteActivity()
            const rested = concurrency > 1 && delay(restMs)
            const results = await Promise.all(
              batch.map(({ id, data, signal }) =>
                settled({ log, traces }, job.name, id, () => run(data, signal)),
              ),
            )
            await rested
            // A full batch suggests more: fetches at once instead of after the pause.
            if (batch.length === batchSize) boss.notifyWorker(fetcher)
            return results
          },
        )
        fetchersOf.set(job.name, [...(fetchersOf.get(job.name) ?? []), fetcher])
      }
    },
    async schedule(job, cron) {
      if (scheduled.get(job.name) !== cron) await boss.schedule(job.name, cron, {}, { tz: 'UTC' })
    },
    stop: ({ timeoutMs }) => {
      isStopped = true
      clearTimeout(timer)
      return boss.stop({ graceful: true, timeout: Math.max(1000, timeoutMs), close: true })
    },
  }
}

type FoundJobs = {
  /** The kinds with a job that could start now. */
  due: string[]
  /** Whether any job waits or runs. */
  hasOpen: boolean
}

/** Checks for jobs of all these kinds with one query, where polling each kind would take a query apiece. */
async function lookForJobs(boss: PgBoss, names: readonly string[]): Promise<FoundJobs> {
  if (names.length === 0) return { due: [], hasOpen: true }
  const { rows } = await boss.getDb().executeSql(
    `select exists (select from pgboss.job where name = any($1::text[]) and state <= 'active') as "hasOpen", array(
       select name from unnest($1::text[]) as kind(name) where exists (
         select from pgboss.job where job.name = kind.name and job.state < 'active' and job.start_after <= now())) as due`,
    [names],
  )
  const [found] = rows as FoundJobs[]
  return found ?? { due: [], hasOpen: true }
}

function optionsOf({ retryLimit, timeoutSeconds }: JobKind<object>) {
  return {
    retryLimit,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: 86_400,
  }
}

/** Whether a queue of the database has these options already, as after every start but the first of a version. */
const hasOptions = (queue: object, options: ReturnType<typeof optionsOf>): boolean =>
  Object.entries(options).every(([name, value]) => queue[name as keyof typeof queue] === value)

async function settled(
  { log, traces }: Pick<QueueOptions, 'log' | 'traces'>,
  job: string,
  jobId: string,
  run: () => Promise<void>,
): Promise<JobResult> {
  const startedMs = performance.now()
  const span = traces?.begin(`job ${job}`, 'consumer')
  span?.set({ 'atrium.job.kind': job, 'atrium.job.id': jobId })
  try {
    await run()
    log.info(
      { event: 'job.done', job, jobId, durationMs: Math.round(performance.now() - startedMs) },
      'Finished a job',
    )
    span?.set({ 'atrium.job.state': 'completed' })
    return { id: jobId, status: 'completed' }
  } catch (error) {
    log.warn({ event: 'job.failed', job, jobId, err: error }, 'A job failed')
    span?.set({ 'atrium.job.state': 'failed' })
    span?.fail(errorCodeOf(error))
    return { id: jobId, status: 'failed', output: { message: (error as Error).message } }
  } finally {
    span?.end()
  }
}
