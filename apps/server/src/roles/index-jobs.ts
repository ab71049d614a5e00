import { type Database, inSystem } from '../platform/database/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'
import type { Embedder } from '../models/index.ts'
import {
  embedFile,
  filesToEmbed,
  indexFile,
  type IndexJob,
  type IndexPorts,
  unfinishedFiles,
} from '../passages/index.ts'

/** Reads a file of a room or a question and makes it findable. */
export const indexFileJob = defineJob<IndexJob>('index-file', { retryLimit: 3, timeoutSeconds: 4 * 3600 })
/** Makes a file's vectors anew after another model came to make them. */
const embedFileJob = defineJob<IndexJob>('embed-file', { retryLimit: 3, timeoutSeconds: 4 * 3600 })
const sweepIndex = defineJob<object>('sweep-index', { retryLimit: 3, timeoutSeconds: 600 })

export const indexJobs = [indexFileJob, embedFileJob, sweepIndex]

const everyFiveMinutes = '*/5 * * * *'
/** Files that one process reads at once: one long one is not all. */
const filesAtOnce = 2

/** Reads files, and takes up those whose job is lost: by whichever node takes the job. */
export async function workIndexJobs({ queue, ...ports }: IndexPorts & { queue: Queue }): Promise<void> {
  const { database, embedder = null } = ports
  await queue.work(indexFileJob, (job, signal) => indexFile(ports, job, signal), { concurrency: filesAtOnce })
  await queue.work(embedFileJob, (job, signal) => embedFile({ database, embedder }, job, signal))
  await queue.work(sweepIndex, async () => {
    await takeUpLostFiles(queue, database)
    if (embedder) await embedAnew(queue, database, embedder)
  })
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

/** Enqueues the files whose vectors are another model's or missing, unless they wait already. Returns how many. */
export async function embedAnew(queue: Queue, database: Database, embedder: Embedder): Promise<number> {
  return await inSystem(database, async (trx) => {
    const files = await filesToEmbed(trx, embedder)
    const waiting = new Set((await queue.unfinished(trx, embedFileJob)).map(({ fileId }) => fileId))
    const missing = files.filter(({ fileId }) => !waiting.has(fileId))
    for (const file of missing) await queue.send(trx, embedFileJob, file)
    return missing.length
  })
}
