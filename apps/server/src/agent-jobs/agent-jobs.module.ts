import type { AnswerPorts, JobToStart } from '../answers/index.ts'
import type { TenantTransaction, Transaction } from '../platform/database/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob, type Queue } from '../platform/queue/queue.ts'
import { eraseOldSteps } from './erase-old-steps.ts'
import { createJobRunner } from './engine/job-runner.ts'
import type { JobKey, JobPorts } from './ports.ts'
import { agentJobBindings } from './routes.ts'
import { startJob } from './start-job.ts'
import { ownData } from './own-data.ts'

/** Wakes a worker for a job. The job's lease decides which worker gets it; a job that no worker took is found within a second. */
const wake = defineJob<JobKey>('run-agent-job', { retryLimit: 0, timeoutSeconds: 60 })
const eraseSteps = defineJob<object>('erase-agent-job-steps', { retryLimit: 3, timeoutSeconds: 300 })

const wakeBy =
  (queue: Queue): JobPorts['wakeWorker'] =>
  (trx: Transaction, job: JobKey) =>
    queue.send(trx, wake, job)

/** Starts a job that writes a turn's answer; for `AnswerPorts`. */
export const jobStarter =
  (queue: Queue) =>
  (trx: TenantTransaction, job: JobToStart): Promise<void> =>
    startJob(trx, { wakeWorker: wakeBy(queue) }, job)

/** Answers written by jobs: steps, workers and lists. */
export function agentJobsModule(answers: AnswerPorts, queue: Queue): NounModule {
  const ports: JobPorts = { ...answers, wakeWorker: wakeBy(queue) }
  const runner = createJobRunner(ports)
  return {
    ownData,
    bindings: agentJobBindings(ports),
    jobs: [
      runs(wake, (job) => runner.take(job), { concurrency: 8 }),
      runs(eraseSteps, () => eraseOldSteps(ports.database), { cron: everyTenMinutes }),
    ],
    startWork: () => runner.startWork(),
  }
}
