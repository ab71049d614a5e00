import { eraseChatsOfRoom } from '../chats/index.ts'
import { eraseContextFiles } from '../knowledge/index.ts'
import type { Database } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage/index.ts'
import { eraseDeletedRooms } from '../rooms/index.ts'

const eraseRooms = defineJob<object>('erase-rooms', { retryLimit: 3, timeoutSeconds: 3600 })

export const roomJobs = [eraseRooms]

const everyTenMinutes = '*/10 * * * *'

/** Erases deleted rooms, with all that is in them, when their time in the bin is over: by whichever node takes the job. */
export async function workRoomJobs({
  queue,
  database,
  storage,
}: {
  queue: Queue
  database: Database
  storage: Storage
}): Promise<void> {
  await queue.work(
    eraseRooms,
    async () =>
      void (await eraseDeletedRooms(database, [
        (room) => eraseContextFiles({ database, storage }, room),
        (room) => eraseChatsOfRoom(database, room),
      ])),
  )
  await queue.schedule(eraseRooms, everyTenMinutes)
}
