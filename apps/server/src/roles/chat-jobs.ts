import { eraseAttachmentsOf } from '../attachments/index.ts'
import { eraseTemporaryChats, writeOldWords } from '../chats/index.ts'
import type { Database } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage/index.ts'
import { forgetTurns } from '../shaping/index.ts'

/** Erases temporary chats that were left. Names none of them: a job is kept for a day. */
export const eraseTemporary = defineJob<object>('erase-temporary-chats', {
  retryLimit: 3,
  timeoutSeconds: 600,
})
const writeWords = defineJob<object>('write-old-words', { retryLimit: 3, timeoutSeconds: 3600 })

export const chatJobs = [eraseTemporary, writeWords]

const everyMinute = '* * * * *'
const everyTenMinutes = '*/10 * * * *'

/** Looks after chats that were left, and after those from before there was a search: by whichever node takes the job. */
export async function workChatJobs({
  queue,
  database,
  storage,
}: {
  queue: Queue
  database: Database
  storage: Storage
}): Promise<void> {
  await queue.work(
    eraseTemporary,
    async () =>
      void (await eraseTemporaryChats({
        database,
        eraseAttachments: (accountId, messageIds) =>
          eraseAttachmentsOf({ database, storage }, accountId, messageIds),
        onErasing: [forgetTurns],
      })),
  )
  await queue.work(writeWords, async (_job, signal) => void (await writeOldWords(database, signal)))
  await queue.schedule(eraseTemporary, everyMinute)
  await queue.schedule(writeWords, everyTenMinutes)
}
