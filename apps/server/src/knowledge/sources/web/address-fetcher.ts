import type { Response } from 'undici'
import { EgressRefusedError, type SafeFetch } from '../../../platform/egress/index.ts'
import { FetchFailure } from './fetch-failure.ts'
import { redirectTargetOf } from './redirect-target.ts'
import { readBody } from './read-body.ts'
import { createRobots } from './robots.ts'

/** The product's user agent name, also for robots.txt. */
const userAgent = 'AtriumBot/1.0'

const maxRedirects = 5
/** For an address including its redirects. */
const fetchMs = 20_000
const maxBytes = 5 * 1024 * 1024

/** A reply's version headers, for the next conditional request. */
export type Version = { etag: string | null; lastModified: string | null }

export type FetchedAddress =
  | { type: 'unchanged' }
  | { type: 'gone' }
  | {
      type: 'content'
      bytes: Buffer
      /** Its content type header; empty without one. */
      contentType: string
      /** The final address after redirects. */
      url: string
      version: Version
    }

export type FetchAddress = (
  url: string,
  options: { known?: Version; accept: string; signal: AbortSignal },
) => Promise<FetchedAddress>

/**
 * Fetches addresses of the public web, at most 5 MB in 20 seconds by default, where robots.txt allows AtriumBot; checks each redirect like
 * the first address. Caches robots.txt for a while. Throws `FetchFailure`, and the signal's reason.
 */
export function createAddressFetcher(
  safeFetch: SafeFetch,
  { maxMs = fetchMs }: { maxMs?: number } = {},
): FetchAddress {
  const robots = createRobots((url, signal) =>
    safeFetch(url, { returnsRedirects: true, signal, headers: { 'user-agent': userAgent } }),
  )
  return async (url, { known, accept, signal }) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
    const headers = { 'user-agent': userAgent, accept, ...(known && conditions(known)) }
    try {
      let target = url
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        if (!(await robots.allows(target, limited))) throw new FetchFailure('ROBOTS')
        const response = await safeFetch(target, { returnsRedirects: true, signal: limited, headers })
        const next = await redirectTargetOf(response, target)
        if (next === null) return await outcomeOf(response, target)
        target = next
      }
      throw new FetchFailure('UNREACHABLE')
    } catch (error) {
      signal.throwIfAborted()
      throw failureOf(error)
    }
  }
}

const conditions = ({ etag, lastModified }: Version) => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
})

async function outcomeOf(response: Response, url: string): Promise<FetchedAddress> {
  const { status, headers } = response
  if (status === 200) {
    const bytes = await readBody(response, maxBytes)
    if (bytes === null) throw new FetchFailure('TOO_LARGE')
    return {
      type: 'content',
      bytes,
      contentType: headers.get('content-type') ?? '',
      url,
      version: versionOf(headers),
    }
  }
  await response.body?.cancel()
  if (status === 304) return { type: 'unchanged' }
  if (status === 404 || status === 410) return { type: 'gone' }
  const isTrouble = status === 408 || status === 429 || status >= 500
  if (isTrouble) throw new FetchFailure('SERVER_TROUBLE', { mayPass: true })
  throw new FetchFailure(status >= 400 ? 'REFUSED' : 'EMPTY')
}

const versionOf = (headers: Response['headers']): Version => ({
  etag: shortOrNull(headers.get('etag'), 500),
  lastModified: shortOrNull(headers.get('last-modified'), 100),
})
const shortOrNull = (text: string | null, most: number) =>
  text !== null && text.length <= most && /^[\x20-\x7e]+$/.test(text) ? text : null

function failureOf(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  // A name that resolves to an internal address looks like an unknown one: otherwise sources could map the operator's network.
  if (error instanceof EgressRefusedError && !error.isResolved)
    return new FetchFailure('ADDRESS_REFUSED', { cause: error })
  return new FetchFailure('UNREACHABLE', { mayPass: true, cause: error })
}
