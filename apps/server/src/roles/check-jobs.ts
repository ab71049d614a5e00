import { type CheckPorts, type RunJob, sweepChecks, workOnRun } from '../checks/index.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'

const runCheck = defineJob<RunJob>('run-check', { retryLimit: 2, timeoutSeconds: 600 })
const sweepAll = defineJob<object>('sweep-checks', { retryLimit: 0, timeoutSeconds: 300 })

export const checkJobs = [runCheck, sweepAll]

const everyMinute = '* * * * *'

export const checkPorts = (database: Database, queue: Queue): CheckPorts => ({
  database,
  enqueueRun: (trx: Transaction, job: RunJob) => queue.send(trx, runCheck, job),
})

/** Asks golden questions, and looks whose room has changed: by whichever node takes the job. */
export async function workCheckJobs({
  queue,
  database,
}: {
  queue: Queue
  database: Database
}): Promise<void> {
  const ports = checkPorts(database, queue)
  await queue.work(runCheck, (job, signal) => workOnRun(database, job, signal), { concurrency: 2 })
  await queue.work(sweepAll, async () => void (await sweepChecks(ports)))
  await queue.schedule(sweepAll, everyMinute)
}
