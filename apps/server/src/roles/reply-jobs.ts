import type { Database } from '../platform/database/index.ts'
import { eraseOldReplies } from '../platform/http/idempotency.ts'
import { defineJob, type Queue } from '../platform/queue.ts'

const eraseReplies = defineJob<object>('erase-replies', { retryLimit: 3, timeoutSeconds: 600 })

export const replyJobs = [eraseReplies]

const everyTenMinutes = '*/10 * * * *'

/** Erases stored replies that no repetition is answered with any longer: by whichever node takes the job. */
export async function workReplyJobs({
  queue,
  database,
}: {
  queue: Queue
  database: Database
}): Promise<void> {
  await queue.work(eraseReplies, async () => void (await eraseOldReplies(database)))
  await queue.schedule(eraseReplies, everyTenMinutes)
}
