import type { AccountId } from '@atrium/contract'
import { eraseDeletedAccounts } from '../accounts/index.ts'
import { eraseLogs, eraseOldChats } from '../chats/index.ts'
import type { Database } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'

const erase = { retryLimit: 3, timeoutSeconds: 3600 }
const eraseAccounts = defineJob<object>('erase-accounts', erase)
const eraseChats = defineJob<object>('erase-chats', erase)

export const accountJobs = [eraseAccounts, eraseChats]

const everyTenMinutes = '*/10 * * * *'

/** Erases what people deleted, or keep only for a time, when its time is over: by whichever node takes the job. */
export async function workAccountJobs({
  queue,
  database,
  eraseFiles,
}: {
  queue: Queue
  database: Database
  eraseFiles: (accountId: AccountId) => Promise<void>
}): Promise<void> {
  await queue.work(
    eraseAccounts,
    async () => void (await eraseDeletedAccounts({ database, eraseFiles, eraseRows: eraseLogs })),
  )
  await queue.work(eraseChats, async () => void (await eraseOldChats(database)))
  for (const job of accountJobs) await queue.schedule(job, everyTenMinutes)
}
