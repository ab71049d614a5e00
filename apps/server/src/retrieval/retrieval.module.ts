import type { Models } from '../models/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { Plans } from '../accounts/index.ts'
import { inSystem } from '../platform/database/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyFiveMinutes, runs } from '../platform/queue/job.ts'
import { embedFile } from './index/embed-passages.ts'
import { indexFile, type IndexPorts } from './index/index-file.ts'
import {
  embedFileJob,
  enqueueReembedding,
  indexFileJob,
  enqueueLostFiles,
  sweepIndex,
} from './index/index-jobs.ts'

/** How many files one process indexes at once, so that a long one does not hold up the others. */
const filesAtOnce = 2

/** Indexes files, and enqueues those whose job is lost. */
export function retrievalModule(
  { queue, database, storage, log, plans, models }: SharedPorts & { plans: Plans; models: Models },
  hooks: Required<Pick<IndexPorts, 'takeAllowance' | 'onProgress'>>,
): NounModule {
  const { embedder, pictureReader } = models
  const ports: IndexPorts = { database, storage, log, plans, embedder, pictureReader, ...hooks }
  return {
    jobs: [
      runs(indexFileJob, (job, signal) => indexFile(ports, job, signal), { concurrency: filesAtOnce }),
      runs(embedFileJob, (job, signal) => embedFile({ ...ports, embedder }, job, signal)),
      runs(
        sweepIndex,
        async () => {
          await enqueueLostFiles(queue, database)
          if (embedder) await enqueueReembedding(queue, database, embedder)
        },
        { cron: everyFiveMinutes },
      ),
    ],
    async startWork() {
      await inSystem(database, (trx) => queue.send(trx, sweepIndex, {}))
      return { stop: () => undefined }
    },
  }
}
