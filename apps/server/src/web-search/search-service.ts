import type { SearchKind, WebSearchProblem } from '@atrium/contract'
import type { Secret } from '../platform/config/secret.ts'

/** A configured search service. Contains its key as a secret: may be logged. */
export type SearchService = {
  kind: SearchKind
  /** As people see it. */
  name: string
  baseUrl: string
  key: Secret | undefined
  /** The sandbox's search service: it serves its own invented pages. */
  sandbox: boolean
}

/** A result of a search: cleaned text of limited length. */
export type SearchHit = {
  url: string
  title: string
  /** The service's excerpt of the page; may be empty. */
  description: string
  /** An ISO date; null when unknown. */
  publishedOn: string | null
}

/** The requests and replies of one kind of service. */
export type SearchProtocol = {
  request(service: SearchService, query: string, count: number): SearchRequest
  /** The results in a reply; null when it is not in the documented form. */
  hitsIn(reply: unknown): UnreadHit[] | null
  /** Statuses with a meaning of their own. */
  problems?: Record<number, WebSearchProblem>
}

export type SearchRequest = { url: string; headers: Record<string, string>; body?: string }

/** A result as the service sent it: nothing in it is trusted. */
export type UnreadHit = { url: unknown; title: unknown; description: unknown; published: unknown }

/** A search failed. */
export class SearchFailure extends Error {
  readonly problem: WebSearchProblem

  constructor(problem: WebSearchProblem, options?: { cause?: unknown }) {
    super(`The web search failed: ${problem}.`, options)
    this.name = 'SearchFailure'
    this.problem = problem
  }
}

type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list inside a reply, by its path; null when there is none. */
export function listAt(reply: unknown, ...path: string[]): Fields[] | null {
  let value: unknown = reply
  for (const name of path) value = isFields(value) ? value[name] : undefined
  return Array.isArray(value) && value.every(isFields) ? value : null
}
