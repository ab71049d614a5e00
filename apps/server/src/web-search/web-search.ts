import type { SearchRow } from '../models/index.ts'
import { createAddressFetcher, type FetchAddress } from '../knowledge/index.ts'
import type { Secret } from '../platform/config/secret.ts'
import { createServiceFetch, type SafeFetch } from '../platform/egress/index.ts'
import { findHits } from './find-hits.ts'
import { readPage, type WebPage } from './read-page.ts'
import type { SearchHit, SearchService } from './search-service.ts'

/** Searches the web and reads the pages found. */
export interface WebSearch {
  /** The service in use and the source of its configuration; null when there is none. */
  current(): { service: SearchService; source: 'environment' | 'page' | 'sandbox' } | null
  search(service: SearchService, query: string, signal: AbortSignal): Promise<SearchHit[]>
  readPage(service: SearchService, url: string, signal: AbortSignal): Promise<WebPage | null>
}

/** How long a page may take, with its redirects. */
const pageMs = 10_000

type Ports = {
  /** The configured services of the models file, in order. */
  configured: readonly { row: SearchRow; baseUrl: string; key: Secret | undefined }[]
  /** The service that an administrator set; null when there is none. */
  ofPage: () => SearchService | null
  /** Whether the sandbox's service may be used: not beside real models, unless the operator wants it. */
  mayUseSandbox: () => boolean
  safeFetch: SafeFetch
}

/** The service of the environment takes precedence over that of the page, and both over the sandbox's. */
export function createWebSearch({ configured, ofPage, mayUseSandbox, safeFetch }: Ports): WebSearch {
  const services = configured.map(({ row, baseUrl, key }): SearchService => ({
    kind: row.kind,
    name: row.displayName,
    baseUrl,
    key,
    sandbox: row.sandbox,
  }))
  const real = services.find(({ sandbox }) => !sandbox)
  const sandbox = services.find((service) => service.sandbox)
  const fetchPublic = createAddressFetcher(safeFetch, { maxMs: pageMs })
  // The sandbox serves its pages on this machine, where no other page may be fetched from.
  const fetchOfSandbox =
    sandbox && createAddressFetcher(createServiceFetch(sandbox.baseUrl), { maxMs: pageMs })
  const fetcherFor = (service: SearchService, url: string): FetchAddress =>
    service.sandbox && fetchOfSandbox && new URL(url).origin === new URL(service.baseUrl).origin
      ? fetchOfSandbox
      : fetchPublic
  return {
    current() {
      if (real) return { service: real, source: 'environment' }
      const page = ofPage()
      if (page) return { service: page, source: 'page' }
      return sandbox && mayUseSandbox() ? { service: sandbox, source: 'sandbox' } : null
    },
    search: findHits,
    readPage: (service, url, signal) => readPage(fetcherFor(service, url), url, signal),
  }
}
