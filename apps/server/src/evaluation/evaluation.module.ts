import type { SharedPorts } from '../live/index.ts'
import type { Models } from '../models/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyMinute, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import type { EvaluationPorts, RunJob } from './ports.ts'
import { evaluationBindings } from './routes.ts'
import { runGoldenQuestions } from './run-checks.ts'
import { sweepChecks } from './sweep-checks.ts'

const runCheck = defineJob<RunJob>('run-check', { retryLimit: 2, timeoutSeconds: 600 })
const sweepAll = defineJob<object>('sweep-checks', { retryLimit: 0, timeoutSeconds: 300 })

/** Evaluates retrieval by golden questions, and starts runs for the rooms that changed. */
export function evaluationModule({
  database,
  log,
  queue,
  models,
}: SharedPorts & { models: Models }): NounModule {
  const ports: EvaluationPorts = { database, enqueueRun: (trx, job) => queue.send(trx, runCheck, job) }
  return {
    bindings: evaluationBindings({ ...ports, log, models }),
    jobs: [
      runs(runCheck, (job, signal) => runGoldenQuestions(database, job, signal), { concurrency: 2 }),
      runs(sweepAll, () => sweepChecks(ports), { cron: everyMinute }),
    ],
  }
}
