import { sweepAttachments } from '../attachments/index.ts'
import { eraseQuotes } from '../chats/index.ts'
import { indexStoredFiles, sweepContextFiles } from '../knowledge/index.ts'
import type { Database } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage/index.ts'
import { indexFileJob } from './index-jobs.ts'

const sweepFiles = defineJob<object>('sweep-files', { retryLimit: 3, timeoutSeconds: 3600 })

export const fileJobs = [sweepFiles]

const everyTenMinutes = '*/10 * * * *'

/**
 * Erases what is left of uploads that broke off, of deletions that were interrupted and of files in answers, and has files read that were stored
 * before anything read them: by whichever node takes the job.
 */
export async function workFileJobs({
  queue,
  database,
  storage,
}: {
  queue: Queue
  database: Database
  storage: Storage
}): Promise<void> {
  await queue.work(sweepFiles, async () => {
    await sweepContextFiles({ database, storage })
    await sweepAttachments({ database, storage })
    await eraseQuotes(database)
    await indexStoredFiles({ database, enqueueIndexing: (trx, file) => queue.send(trx, indexFileJob, file) })
  })
  await queue.schedule(sweepFiles, everyTenMinutes)
}
