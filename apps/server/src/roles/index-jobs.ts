import { type Database, inSystem } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import { indexFile, type IndexJob, type IndexPorts, unfinishedFiles } from '../passages/index.ts'

/** Reads a file of a room or a question and makes it findable. */
export const indexFileJob = defineJob<IndexJob>('index-file', { retryLimit: 3, timeoutSeconds: 4 * 3600 })
const sweepIndex = defineJob<object>('sweep-index', { retryLimit: 3, timeoutSeconds: 600 })

export const indexJobs = [indexFileJob, sweepIndex]

const everyFiveMinutes = '*/5 * * * *'
/** Files that one process reads at once: one long one is not all. */
const filesAtOnce = 2

/** Reads files, and takes up those whose job is lost: by whichever node takes the job. */
export async function workIndexJobs({ queue, ...ports }: IndexPorts & { queue: Queue }): Promise<void> {
  const { database } = ports
  await queue.work(indexFileJob, (job, signal) => indexFile(ports, job, signal), { concurrency: filesAtOnce })
  await queue.work(sweepIndex, async () => void (await takeUpLostFiles(queue, database)))
  await queue.schedule(sweepIndex, everyFiveMinutes)
  await inSystem(database, (trx) => queue.send(trx, sweepIndex, {}))
}

/** Enqueues the files that are to be read and have no job any more. Returns how many. */
async function takeUpLostFiles(queue: Queue, database: Database): Promise<number> {
  return await inSystem(database, async (trx) => {
    // First the files: one that ends meanwhile has a job that finds nothing to do.
    const files = await unfinishedFiles(trx)
    const waiting = new Set((await queue.unfinished(trx, indexFileJob)).map(({ fileId }) => fileId))
    const lost = files.filter(({ fileId }) => !waiting.has(fileId))
    for (const file of lost) await queue.send(trx, indexFileJob, file)
    return lost.length
  })
}
