import { indexFile, type IndexJob } from '../passages/index.ts'
import type { Database } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage/index.ts'

export const indexFileJob = defineJob<IndexJob>('index-file', { retryLimit: 3, timeoutSeconds: 3600 })

export const indexJobs = [indexFileJob]

export async function workIndexJobs({
  queue,
  database,
  storage,
}: {
  queue: Queue
  database: Database
  storage: Storage
}): Promise<void> {
  await queue.work(indexFileJob, (job, signal) => indexFile({ database, storage }, job, signal), {
    concurrency: 2,
  })
}
