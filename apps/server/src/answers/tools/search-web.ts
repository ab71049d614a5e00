import {
  type FoundOnWeb,
  limits,
  sourcesIn,
  storable,
  webIn,
  type WebSearch,
  type WebSource,
} from '@atrium/contract'
import { z } from 'zod'
import { countTokens } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import {
  bestParts,
  cutToTokens,
  SearchFailure,
  type SearchHit,
  type SearchService,
} from '../../web-search/index.ts'
import type { WebPlan } from '../plan/plan-web.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from '../write/running-turn.ts'
import type { Tool, ToolContext, ToolRun } from './tool.ts'
import { resultText, webSourceText } from './web-prompt.ts'

/** Pages read for one search. */
const pagesPerSearch = 5
/** How long one page may take to arrive and be read, in milliseconds. */
const pageMs = 10_000

const Input = z.object({ query: z.string() })

/** Searches the web and reads the first pages. Takes only words: addresses come from the search service alone. */
export const searchWeb: Tool = {
  name: 'web_search',
  description:
    'Searches the web and returns the relevant parts of the best pages, each under a number to cite. Use few, telling words.',
  schema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to search for.' } },
    required: ['query'],
    additionalProperties: false,
  },
  timeoutMs: 25_000,
  cost: 'webSearches',
  callsLeft: ({ turn, web }) =>
    web?.maySearch ? limits.maxWebSearches - (webIn(turn.parts)?.searches.length ?? 0) : 0,
  mayUse: async ({ ports, turn, web }) =>
    web !== null && (await inTenant(ports.database, turn, (trx) => mayUseRoom(trx, turn, web.roomId))),
  async run(context, input, run) {
    const parsed = Input.safeParse(input)
    const query = parsed.success ? cleanQuery(parsed.data.query) : ''
    if (query === '' || !context.web) return 'Name what to search for, as query.'
    return await search({ ...context, web: context.web }, query, run)
  },
}

/** On one line; a model may write anything. */
export const cleanQuery = (query: string): string =>
  storable(query).replaceAll(/\s+/gu, ' ').trim().slice(0, limits.webQueryCharacters).toWellFormed()

async function search(context: ToolContext & { web: WebPlan }, query: string, run: ToolRun): Promise<string> {
  const { tokensPerSearch } = context.web
  const all = await searchPages(context, { query, tokensPerSearch }, run)
  return resultText(all.search, all.sources, searchWeb.callsLeft(context))
}

type PagesToFind = { query: string; tokensPerSearch: number }

/** Searches the web and reads the first pages; publishes them with the answer. Returns the search and all pages found so far. */
export async function searchPages(
  { ports, turn }: Pick<ToolContext, 'ports' | 'turn'>,
  { query, tokensPerSearch }: PagesToFind,
  run: ToolRun,
): Promise<{ search: WebSearch; sources: readonly WebSource[] }> {
  const startedAt = performance.now()
  const service = ports.webSearch.current()?.service ?? null
  const published = new PublishedSearch(ports, turn, service, query)
  const ended = (result: Pick<WebSearch, 'problem' | 'found'>, sources: readonly WebSource[] = []) => {
    const search: WebSearch = {
      query,
      state: result.problem ? 'failed' : 'done',
      ...result,
      durationMs: Math.round(performance.now() - startedAt),
    }
    return { search, sources: published.end(search, sources) }
  }
  if (!service) return ended({ problem: 'UNAVAILABLE', found: [] })
  if (!(await run.pay())) return ended({ problem: 'DAILY_LIMIT', found: [] })
  try {
    const hits = await ports.webSearch.search(service, query, run.signal)
    const known = published.sources
    const fresh = hits
      .filter(({ url }) => !known.some((source) => source.url === url))
      .slice(0, pagesPerSearch)
    const again = known.filter(({ url }) => hits.some((hit) => hit.url === url))
    const maxTokens = Math.floor(tokensPerSearch / Math.max(1, fresh.length))
    const read = await Promise.all(
      fresh.map((hit, index) =>
        readHit({ ports, service, hit, query, maxTokens, number: published.nextNumber + index }, run.signal),
      ),
    )
    turn.signal.throwIfAborted()
    return ended({ problem: null, found: [...again, ...read].map(({ number }) => number) }, read)
  } catch (error) {
    if (turn.signal.aborted) {
      // Another process that continues the answer searches again.
      if (turn.abortReason === 'stopped') ended({ problem: 'STOPPED', found: [] })
      throw error
    }
    const problem =
      error instanceof SearchFailure ? error.problem : run.signal.aborted ? 'TIMED_OUT' : 'UNAVAILABLE'
    ports.log.warn(
      { event: 'web_search.failed', err: error, turnId: turn.turnId, service: service.kind, problem },
      'A web search failed',
    )
    return ended({ problem, found: [] })
  }
}

type PageToRead = {
  ports: AnswerPorts
  service: SearchService
  hit: SearchHit
  query: string
  maxTokens: number
  number: number
}

/** The page as a source; one that can't be read has the search service's excerpt. */
async function readHit(
  { ports, service, hit, query, maxTokens, number }: PageToRead,
  signal: AbortSignal,
): Promise<WebSource> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(pageMs)])
  const page = await ports.webSearch.readPage(service, hit.url, limited).catch((error: unknown) => {
    ports.log.debug({ event: 'web_search.page_failed', err: error }, 'Could not read a web page')
    return null
  })
  const source: WebSource = {
    number,
    url: hit.url,
    title: page?.title || hit.title,
    host: new URL(hit.url).hostname,
    publishedOn: hit.publishedOn,
    isRead: page !== null && page.text !== '',
    text: '',
  }
  // Headings, line marks and numbers count, too.
  const tokens = Math.max(20, maxTokens - countTokens(webSourceText(source)) - 10)
  const text = source.isRead
    ? bestParts(page?.text ?? '', query, tokens)
    : cutToTokens(hit.description, tokens)
  return { ...source, text }
}

/** One search within what the answer found on the web; readers see each change. */
class PublishedSearch {
  readonly #ports: AnswerPorts
  readonly #turn: RunningTurn
  readonly #before: FoundOnWeb

  constructor(ports: AnswerPorts, turn: RunningTurn, service: SearchService | null, query: string) {
    this.#ports = ports
    this.#turn = turn
    const earlier = webIn(turn.parts)
    this.#before = {
      service: service?.name ?? earlier?.service ?? '',
      sandbox: service?.sandbox ?? earlier?.sandbox ?? false,
      searches: earlier?.searches ?? [],
      sources: earlier?.sources ?? [],
    }
    this.#publish({ query, state: 'running', problem: null, found: [], durationMs: 0 }, [])
  }

  get sources(): readonly WebSource[] {
    return this.#before.sources
  }

  /** After the sources of files and of earlier searches. */
  get nextNumber(): number {
    const ofFiles = sourcesIn(this.#turn.parts)?.sources ?? []
    return Math.max(0, ...[...ofFiles, ...this.sources].map(({ number }) => number)) + 1
  }

  end(search: WebSearch, sources: readonly WebSource[]): readonly WebSource[] {
    return this.#publish(search, sources)
  }

  #publish(search: WebSearch, sources: readonly WebSource[]): readonly WebSource[] {
    const data = {
      ...this.#before,
      searches: [...this.#before.searches, search],
      sources: [...this.#before.sources, ...sources],
    }
    this.#turn.emit({ type: 'data-web', id: 'web', data })
    this.#ports.logWriter.wake(this.#turn, true)
    return data.sources
  }
}
