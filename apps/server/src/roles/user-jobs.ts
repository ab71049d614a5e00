import { handOverRooms } from '../rooms/index.ts'
import { stopTurnsOf } from '../chats/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import {
  eraseDueUsers,
  eraseOldExports,
  type ExportJob,
  makeExport,
  type MakingPorts,
} from '../users/index.ts'
import type { Log } from '../platform/log.ts'

/** Makes a copy of somebody's data. */
export const exportUser = defineJob<ExportJob>('export-user', { retryLimit: 3, timeoutSeconds: 3600 })
const eraseUsers = defineJob<object>('erase-users', { retryLimit: 3, timeoutSeconds: 3600 })
const eraseExports = defineJob<object>('erase-exports', { retryLimit: 3, timeoutSeconds: 3600 })

export const userJobs = [exportUser, eraseUsers, eraseExports]

const everyTenMinutes = '*/10 * * * *'

/** Makes copies of people's data, and erases copies and people when their time is over. */
export async function workUserJobs({
  queue,
  log,
  ...ports
}: MakingPorts & { queue: Queue; log: Log }): Promise<void> {
  const { clock, database, storage } = ports
  await queue.work(exportUser, (job) => makeExport(ports, job))
  await queue.work(eraseExports, async () => void (await eraseOldExports(ports)))
  await queue.work(
    eraseUsers,
    async () =>
      void (await eraseDueUsers({
        database,
        storage,
        log,
        now: () => clock.now(),
        onLeaving: [handOverRooms, stopTurnsOf],
      })),
  )
  for (const job of [eraseUsers, eraseExports]) await queue.schedule(job, everyTenMinutes)
}
