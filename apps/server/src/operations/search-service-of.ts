import type { SearchKind, SearchService as StoredService } from '@atrium/contract'
import { Secret } from '../platform/config/secret.ts'
import type { SearchService } from '../web-search/index.ts'

/** The names of the services, which are the same in every language. */
const names: Record<SearchKind, string> = { searxng: 'SearXNG', brave: 'Brave Search', tavily: 'Tavily' }

/** A service of the page with its key. */
export const searchServiceOf = ({ kind, baseUrl }: StoredService, key: string | null): SearchService => ({
  kind,
  name: names[kind],
  baseUrl: baseUrl.replace(/\/+$/, ''),
  key: key === null ? undefined : new Secret(key),
  sandbox: false,
})
