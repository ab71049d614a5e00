import { z } from 'zod'

/** Why a web search failed; clients put it into words. */
export const webSearchProblems = [
  /** The service did not answer in time. */
  'TIMED_OUT',
  /** The service refuses further searches for now. */
  'RATE_LIMITED',
  /** The service refuses the key. */
  'KEY_REFUSED',
  /** The service can't be reached or reports an error. */
  'UNAVAILABLE',
  /** The reply is not in the service's documented form. */
  'MALFORMED',
  /** The person has used up the day's searches. */
  'DAILY_LIMIT',
  /** The answer was stopped during the search. */
  'STOPPED',
] as const
export const WebSearchProblem = z.enum(webSearchProblems)
export type WebSearchProblem = z.infer<typeof WebSearchProblem>

/** Kinds of search services. */
export const searchKinds = ['searxng', 'brave', 'tavily'] as const
export const SearchKind = z.enum(searchKinds, `This should be one of ${searchKinds.join(', ')}.`)
export type SearchKind = z.infer<typeof SearchKind>

/** One search of an answer. */
export const WebSearch = z.strictObject({
  query: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Null unless it failed. */
  problem: WebSearchProblem.nullable(),
  /** Numbers of the sources that it found; some may be of an earlier search, too. */
  found: z.array(z.int().positive()),
  durationMs: z.int(),
})
export type WebSearch = z.infer<typeof WebSearch>

/** A web page among an answer's sources, by its citation number, which follows those of files. */
export const WebSource = z.strictObject({
  number: z.int().positive(),
  url: z.string(),
  title: z.string(),
  host: z.string(),
  /** When it was published, as the search service says: an ISO date; null when unknown. */
  publishedOn: z.string().nullable(),
  /** False when the page could not be read: then `text` is the description of the search service. */
  isRead: z.boolean(),
  /** The part of it that the model was given. */
  text: z.string(),
})
export type WebSource = z.infer<typeof WebSource>

/** What an answer found on the web: searches in order, and their pages by citation number. */
export const FoundOnWeb = z.strictObject({
  /** The search service's name. */
  service: z.string(),
  /** The built-in sandbox's search service: its pages are made up. */
  sandbox: z.boolean(),
  searches: z.array(WebSearch),
  sources: z.array(WebSource),
})
export type FoundOnWeb = z.infer<typeof FoundOnWeb>
