import { type FetchPorts, fetchDueSources, fetchSource, type SourceJob } from '../knowledge/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'

/** Fetches a page of the web or a sitemap for a knowledge base. What fails says when it is tried again, not the queue. */
export const fetchSourceJob = defineJob<SourceJob>('fetch-source', { retryLimit: 1, timeoutSeconds: 1800 })
const fetchDue = defineJob<object>('fetch-due-sources', { retryLimit: 3, timeoutSeconds: 300 })

export const sourceJobs = [fetchSourceJob, fetchDue]

const everyFiveMinutes = '*/5 * * * *'
/** Addresses that one process fetches at once. */
const addressesAtOnce = 3

/** Fetches what bases have of the web, when somebody adds it and when its time has come: by whichever node takes the job. */
export async function workSourceJobs({ queue, ...ports }: FetchPorts & { queue: Queue }): Promise<void> {
  await queue.work(fetchSourceJob, (job, signal) => fetchSource(ports, job, signal), {
    concurrency: addressesAtOnce,
  })
  await queue.work(fetchDue, async () => void (await fetchDueSources(ports)))
  await queue.schedule(fetchDue, everyFiveMinutes)
}
