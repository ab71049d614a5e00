import type { Embedder } from '../../models/index.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { defineJob, type Queue } from '../../platform/queue/queue.ts'
import { filesToEmbed } from './embed-passages.ts'
import type { IndexJob } from './index-run.ts'
import { unfinishedFiles } from './unfinished-files.ts'

/** Reads a file of a room or a question and indexes it. */
export const indexFileJob = defineJob<IndexJob>('index-file', { retryLimit: 3, timeoutSeconds: 4 * 3600 })
/** Recomputes the vectors of a file for another embedding model. */
export const embedFileJob = defineJob<IndexJob>('embed-file', { retryLimit: 3, timeoutSeconds: 4 * 3600 })
export const sweepIndex = defineJob<object>('sweep-index', { retryLimit: 3, timeoutSeconds: 600 })

/** Returns the function that enqueues the indexing of a file, if its transaction commits. */
export const enqueueIndexingBy =
  (queue: Queue) =>
  (trx: Transaction, file: IndexJob): Promise<void> =>
    queue.send(trx, indexFileJob, file)

/** Enqueues the files that are not indexed yet and whose job is lost. Returns how many. */
export async function enqueueLostFiles(queue: Queue, database: Database): Promise<number> {
  return await inSystem(database, async (trx) => {
    // First the files: one that ends meanwhile has a job that finds nothing to do.
    const files = await unfinishedFiles(trx)
    const waiting = new Set((await queue.unfinished(trx, indexFileJob)).map(({ fileId }) => fileId))
    const lost = files.filter(({ fileId }) => !waiting.has(fileId))
    for (const file of lost) await queue.send(trx, indexFileJob, file)
    return lost.length
  })
}

/** Enqueues the files whose vectors are missing or another model's, unless their job is queued already. Returns how many. */
export async function enqueueReembedding(
  queue: Queue,
  database: Database,
  embedder: Embedder,
): Promise<number> {
  return await inSystem(database, async (trx) => {
    const files = await filesToEmbed(trx, embedder)
    const waiting = new Set((await queue.unfinished(trx, embedFileJob)).map(({ fileId }) => fileId))
    const missing = files.filter(({ fileId }) => !waiting.has(fileId))
    for (const file of missing) await queue.send(trx, embedFileJob, file)
    return missing.length
  })
}
