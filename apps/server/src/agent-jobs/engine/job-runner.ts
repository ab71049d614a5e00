import { traceTurn } from '../../answers/index.ts'
import { isDatabaseUnavailable } from '../../platform/database/index.ts'
import type { JobKey, JobPorts } from '../ports.ts'
import { type ClaimedJob, claimJob, hasOpenJobs, jobsToClaim, renewJobs } from './job-lease.ts'
import { type JobRun, openJobRun } from './job-run.ts'
import { runJob } from './run-job.ts'

/** Maximum jobs that one process runs at once; they mostly wait for models. */
const maxJobs = 32
/** Interval of renewing leases and claiming jobs without a worker, in milliseconds. */
const everyMs = 1_000
/** The same for a process that is alone on its database, while no job is open. */
const restMs = 30_000

export type JobRunner = {
  /** Works on a job, if this process has capacity and no other has it. Resolves once it is claimed. */
  take(job: JobKey): Promise<void>
  /** Renews leases, stops jobs, and takes over those whose worker died, until it is stopped. */
  startWork(): Promise<{ stop(): Promise<void> }>
}

/** Works on agent jobs in this process. */
export function createJobRunner(ports: JobPorts): JobRunner {
  const working = new Map<string, { job: ClaimedJob; run: JobRun | null; ended: Promise<void> }>()
  let isStopping = false
  let wake = () => {}

  const take = async (key: JobKey) => {
    if (isStopping || working.has(key.jobId) || working.size >= maxJobs) return
    const job = await claimJob(ports.database, ports.nodeId, key).finally(() => wake())
    if (!job) return
    const entry = { job, run: null as JobRun | null, ended: Promise.resolve() }
    working.set(job.jobId, entry)
    entry.ended = work(job, (run) => (entry.run = run)).finally(() => {
      working.delete(job.jobId)
      // A process that is ending leaves the job to another.
      if (entry.run?.turn.abortReason === 'handed-over') isStopping = true
    })
  }

  const work = async (job: ClaimedJob, opened: (run: JobRun) => void) => {
    const { running } = ports
    let run: JobRun | null = null
    try {
      run = await openJobRun(ports, job)
      if (!run) return
      opened(run)
      traceTurn(ports.traces, run.turn, `agent job ${job.kind}`)
      // Readers in this process get its events from memory, and stop requests reach it.
      running.set(job.turnId, run.turn)
      await runJob(ports, run)
    } catch (error) {
      // The lease expires, and another attempt continues from the last finished step.
      ports.log.error(
        { event: 'agent_job.left', err: error, jobId: job.jobId },
        'Could not continue an agent job',
      )
      run?.turn.release({ cut: true })
    } finally {
      if (run && running.get(job.turnId) === run.turn) running.delete(job.turnId)
    }
  }

  const renew = async () => {
    if (working.size === 0) return
    const entries = [...working.values()]
    const renewed = await renewJobs(
      ports.database,
      entries.map(({ job }) => job),
    )
    const kept = new Map(renewed.map((job) => [job.jobId, job]))
    for (const { job, run } of entries) {
      const lease = kept.get(job.jobId)
      if (!lease && working.has(job.jobId)) run?.turn.abort('lease-lost')
      if (lease?.stopRequested) run?.turn.abort('stopped')
    }
  }

  /** Runs one round, and returns the pause before the next in milliseconds. */
  const round = async (): Promise<number> => {
    await renew()
    const free = maxJobs - working.size
    if (isStopping || free <= 0) return everyMs
    if (working.size === 0 && !ports.nodes.hasOthers() && !(await hasOpenJobs(ports.database))) return restMs
    for (const key of await jobsToClaim(ports.database, free)) await take(key)
    return everyMs
  }

  return {
    take,
    async startWork() {
      let isOver = false
      const loop = async () => {
        while (!isOver) {
          // A job that is claimed meanwhile shortens the pause, so that it is watched from its start.
          let isWoken = false
          wake = () => (isWoken = true)
          const pauseMs = await round().catch((error: unknown) => {
            if (!isOver || !isDatabaseUnavailable(error))
              ports.log.warn(
                { event: 'agent_job.round_failed', err: error },
                'Could not check for agent jobs; retrying',
              )
            return everyMs
          })
          if (isOver) return
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, isWoken ? everyMs : pauseMs)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      }
      const ended = loop()
      return {
        async stop() {
          isStopping = true
          for (const { run } of working.values()) run?.turn.abort('handed-over')
          await Promise.all([...working.values()].map((entry) => entry.ended))
          isOver = true
          wake()
          await ended
        },
      }
    },
  }
}
