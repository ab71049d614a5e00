import type { Plans } from '../accounts/index.ts'
import { createFileLinks, type UploadReceiver } from '../files/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { createSafeFetch } from '../platform/egress/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyFiveMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { enqueueIndexingBy } from '../retrieval/index.ts'
import { eraseContextFiles, sweepContextFiles } from './files/erase-context-files.ts'
import { contextFileReceiver } from './files/receive-context-file.ts'
import { indexStoredFiles } from './files/request-file-indexing.ts'
import { createKnowledgeNotifier, type KnowledgeNotifier } from './knowledge-notifier.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'
import { knowledgeBindings } from './routes.ts'
import { fetchDueSources } from './sources/due-sources.ts'
import { fetchSource } from './sources/fetch-source.ts'
import type { FetchPorts } from './sources/source-ports.ts'
import type { SourceJob } from './knowledge-ports.ts'
import { createAddressFetcher } from './sources/web/address-fetcher.ts'
import { ownData } from './own-data.ts'

/** Fetches a page of the web or a sitemap for a knowledge base. A failed fetch decides itself when to retry. */
const fetchSourceJob = defineJob<SourceJob>('fetch-source', { retryLimit: 1, timeoutSeconds: 1800 })
const fetchDue = defineJob<object>('fetch-due-sources', { retryLimit: 3, timeoutSeconds: 300 })

/** How many addresses one process fetches at once. */
const addressesAtOnce = 3

export type KnowledgeModule = NounModule & {
  receiver: UploadReceiver
  onProgress: KnowledgeNotifier['onProgress']
  /** Erases the files of a room or an account. */
  eraseFiles(owner: Parameters<typeof eraseContextFiles>[1]): Promise<unknown>
  /** Clean up after interrupted uploads and deletions. */
  sweep(): Promise<unknown>
  /** Enqueues files that were stored before anything indexed them. */
  indexStored(): Promise<unknown>
}

export function knowledgeModule(
  shared: SharedPorts & { plans: Plans },
  { attachmentOpenTo, documents }: Pick<KnowledgePorts, 'attachmentOpenTo' | 'documents'>,
): KnowledgeModule {
  const { configuration, secret, database, storage, clock, log, queue, live, plans } = shared
  const notifier = createKnowledgeNotifier({ database, log, ...live })
  const ports: KnowledgePorts = {
    database,
    storage,
    log,
    plans,
    mainApiUrl: configuration.mainApiUrl,
    fileLinks: createFileLinks({ secret, clock }),
    enqueueIndexing: enqueueIndexingBy(queue),
    enqueueFetch: (trx, job) => queue.send(trx, fetchSourceJob, job),
    onKnowledgeChanged: notifier.onKnowledgeChanged,
    documents,
    ...(attachmentOpenTo && { attachmentOpenTo }),
  }
  const fetching: FetchPorts = {
    ...ports,
    fetchAddress: createAddressFetcher(createSafeFetch({ morePorts: configuration.sourcePorts })),
  }
  return {
    ownData,
    bindings: knowledgeBindings(ports),
    jobs: [
      runs(fetchSourceJob, (job, signal) => fetchSource(fetching, job, signal), {
        concurrency: addressesAtOnce,
      }),
      runs(fetchDue, () => fetchDueSources(fetching), { cron: everyFiveMinutes }),
    ],
    receiver: contextFileReceiver(ports),
    onProgress: notifier.onProgress,
    eraseFiles: (owner) => eraseContextFiles({ database, storage }, owner),
    sweep: () => sweepContextFiles({ database, storage }),
    indexStored: () => indexStoredFiles(ports),
  }
}
