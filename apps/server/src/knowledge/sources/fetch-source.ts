import type { SourceProblem } from '@atrium/contract'
import { Failure } from '../../platform/failure.ts'
import { beginFetch, type Try } from './begin-fetch.ts'
import { fetchPage } from './fetch-page.ts'
import { fetchSitemap } from './fetch-sitemap.ts'
import { settleFailure } from './settle-try.ts'
import type { FetchPorts, SourceJob } from './source-ports.ts'
import { FetchFailure } from './web/fetch-failure.ts'

/**
 * Fetches a source: the body of the job. What goes wrong is written where people see it, with the time of the next try; a job that
 * dies on the way is taken up again by the sweep. Throws only when it was told to stop, or cannot write.
 */
export async function fetchSource(ports: FetchPorts, job: SourceJob, signal: AbortSignal): Promise<void> {
  const begun = await beginFetch(ports, job)
  if (!begun) return
  const settled = await fetchBegun(ports, begun, signal).catch(async (error: unknown) => {
    signal.throwIfAborted()
    const { problem, mayPass } = reasonOf(error)
    if (problem === 'INTERNAL')
      ports.log.warn({ err: error, sourceId: job.sourceId }, 'a source was not fetched')
    return await settleFailure(ports, begun, { problem, mayPass })
  })
  if (settled) ports.onKnowledgeChanged({ accountId: job.accountId, roomId: settled.roomId })
}

const fetchBegun = (ports: FetchPorts, begun: Try, signal: AbortSignal) =>
  begun.kind === 'sitemap' ? fetchSitemap(ports, begun, signal) : fetchPage(ports, begun, signal)

const noPlace = ['FILES_TOO_LARGE_TOGETHER', 'FILE_TOO_LARGE', 'TOO_MANY_SOURCES']

function reasonOf(error: unknown): { problem: SourceProblem; mayPass: boolean } {
  if (error instanceof FetchFailure) return error
  if (error instanceof Failure && noPlace.includes(error.code)) return { problem: 'NO_PLACE', mayPass: false }
  return { problem: 'INTERNAL', mayPass: true }
}
