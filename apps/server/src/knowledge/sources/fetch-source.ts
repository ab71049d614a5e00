import type { SourceProblem } from '@atrium/contract'
import { Failure } from '../../platform/failure.ts'
import { beginFetch, type Try } from './begin-fetch.ts'
import { fetchDocument } from './documents/fetch-document.ts'
import { fetchPage } from './fetch-page.ts'
import { fetchSitemap } from './fetch-sitemap.ts'
import { settleFailure, type Settled } from './settle-try.ts'
import type { FetchPorts } from './source-ports.ts'
import type { SourceJob } from '../knowledge-ports.ts'
import { FetchFailure } from './web/fetch-failure.ts'

/**
 * Fetches a source: the body of the job. Stores failures for people to see, with the time of the next attempt; the sweep restarts
 * a job that died. Throws only when aborted, or when it can't write.
 */
export async function fetchSource(ports: FetchPorts, job: SourceJob, signal: AbortSignal): Promise<void> {
  const started = await beginFetch(ports, job)
  if (!started) return
  const settled = await fetchStarted(ports, started, signal).catch(async (error: unknown) => {
    signal.throwIfAborted()
    const { problem, mayPass } = reasonOf(error)
    if (problem === 'INTERNAL')
      ports.log.warn(
        { event: 'source.fetch_failed', err: error, sourceId: job.sourceId },
        'Could not fetch a source',
      )
    return await settleFailure(ports, started, { problem, mayPass })
  })
  if (settled) ports.onKnowledgeChanged({ accountId: job.accountId, roomId: settled.roomId })
}

function fetchStarted(ports: FetchPorts, started: Try, signal: AbortSignal): Promise<Settled | null> {
  const { kind, url, originId } = started
  if ((kind === 'canvas' || kind === 'chat') && originId !== null)
    return fetchDocument(ports, started, { kind, id: originId })
  if (url === null) throw new Error('A pasted text is not fetched.')
  const address = { ...started, url }
  return kind === 'sitemap' ? fetchSitemap(ports, address, signal) : fetchPage(ports, address, signal)
}

const noPlace = ['FILES_TOO_LARGE_TOGETHER', 'FILE_TOO_LARGE', 'TOO_MANY_SOURCES']

function reasonOf(error: unknown): { problem: SourceProblem; mayPass: boolean } {
  if (error instanceof FetchFailure) return error
  if (error instanceof Failure && noPlace.includes(error.code)) return { problem: 'NO_PLACE', mayPass: false }
  return { problem: 'INTERNAL', mayPass: true }
}
