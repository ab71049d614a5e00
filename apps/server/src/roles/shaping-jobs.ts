import type { Database } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import { sweepCalls } from '../shaping/index.ts'

const sweepShaping = defineJob<object>('sweep-shaping', { retryLimit: 3, timeoutSeconds: 600 })

export const shapingJobs = [sweepShaping]

const everyTenMinutes = '*/10 * * * *'

/** Gives back the credits that are held for calls whose process died: by whichever node takes the job. */
export async function workShapingJobs({
  queue,
  database,
}: {
  queue: Queue
  database: Database
}): Promise<void> {
  await queue.work(sweepShaping, async () => void (await sweepCalls(database)))
  await queue.schedule(sweepShaping, everyTenMinutes)
}
