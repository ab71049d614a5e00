import { setTimeout as delay } from 'node:timers/promises'
import { isWebAddress, limits, type SearchKind, storable, type WebSearchProblem } from '@atrium/contract'
import type { Response } from 'undici'
import { readBody } from '../knowledge/index.ts'
import { createServiceFetch } from '../platform/egress/index.ts'
import { plainText } from './plain-text.ts'
import {
  type SearchHit,
  SearchFailure,
  type SearchProtocol,
  type SearchService,
  type UnreadHit,
} from './search-service.ts'
import { brave } from './services/brave.ts'
import { searxng } from './services/searxng.ts'
import { tavily } from './services/tavily.ts'

const protocols: Record<SearchKind, SearchProtocol> = { searxng, brave, tavily }

const requestMs = 10_000
const maxReplyBytes = 2 * 1024 * 1024
/** A busy service is asked once more if it wants no longer wait than this, in seconds. */
const maxRetryAfterSeconds = 3
const max = { hits: 8, title: 200, description: 800 }

/**
 * Asks a search service once; again if it is busy for a moment. Returns its best results, each address once. Throws
 * `SearchFailure`, `EgressRefusedError` for an address that is never asked, and the signal's reason.
 */
export async function findHits(
  service: SearchService,
  query: string,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  const protocol = protocols[service.kind]
  const limited = AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
  try {
    let response = await request(service, protocol, query, limited)
    const waitSeconds = response.status === 429 ? retryAfter(response) : Infinity
    if (waitSeconds <= maxRetryAfterSeconds) {
      await response.body?.cancel()
      await delay(waitSeconds * 1000, undefined, { signal: limited })
      response = await request(service, protocol, query, limited)
    }
    return hitsOf(await readReply(response, protocol), protocol)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SearchFailure) throw error
    if (error instanceof Error && error.name === 'EgressRefusedError') throw error
    throw new SearchFailure(limited.aborted ? 'TIMED_OUT' : 'UNAVAILABLE', { cause: error })
  }
}

function request(
  service: SearchService,
  protocol: SearchProtocol,
  query: string,
  signal: AbortSignal,
): Promise<Response> {
  const { url, headers, body } = protocol.request(service, query, max.hits)
  return createServiceFetch(service.baseUrl)(url, {
    headers: { ...headers, 'user-agent': 'Atrium' },
    signal,
    ...(body !== undefined && { method: 'POST', body }),
  })
}

/** Brave limits the requests of a second without Retry-After. */
function retryAfter({ headers }: Response): number {
  const value = headers.get('retry-after')
  if (value === null) return 1.1
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : Infinity
}

async function readReply(response: Response, { problems }: SearchProtocol): Promise<unknown> {
  const { status } = response
  if (status !== 200) {
    await response.body?.cancel()
    throw new SearchFailure(problems?.[status] ?? problemOf(status))
  }
  const bytes = await readBody(response, maxReplyBytes)
  if (bytes === null) throw new SearchFailure('MALFORMED')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch (cause) {
    throw new SearchFailure('MALFORMED', { cause })
  }
}

function problemOf(status: number): WebSearchProblem {
  if (status === 401 || status === 403) return 'KEY_REFUSED'
  if (status === 429) return 'RATE_LIMITED'
  // A redirect is not followed: the key is for one address.
  return status >= 500 ? 'UNAVAILABLE' : 'MALFORMED'
}

function hitsOf(reply: unknown, protocol: SearchProtocol): SearchHit[] {
  const unread = protocol.hitsIn(reply)
  if (unread === null) throw new SearchFailure('MALFORMED')
  const hits = new Map<string, SearchHit>()
  for (const hit of unread) {
    const read = hitOf(hit)
    if (read && !hits.has(read.url)) hits.set(read.url, read)
    if (hits.size === max.hits) break
  }
  return [...hits.values()]
}

/** Null for anything but a page of the web. */
function hitOf({ url, title, description, published }: UnreadHit): SearchHit | null {
  if (typeof url !== 'string' || url.length > limits.sourceUrlCharacters || !isWebAddress(url)) return null
  const address = new URL(url)
  address.hash = ''
  return {
    url: address.href,
    title: textOf(title, max.title) || address.hostname,
    description: textOf(description, max.description),
    publishedOn: dateOf(published),
  }
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? storable(plainText(value.slice(0, 10_000)).slice(0, most)) : ''

function dateOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 100) return null
  const time = Date.parse(value)
  const year = new Date(time).getUTCFullYear()
  return Number.isNaN(time) || year < 1990 || year > 2200 ? null : new Date(time).toISOString().slice(0, 10)
}
