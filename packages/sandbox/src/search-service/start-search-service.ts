import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { escapeHtml } from '../mail-inbox/escape-html.ts'
import { corpus, type SandboxPage } from './corpus.ts'
import { searchCorpus } from './search-corpus.ts'

/** Where the product's own sandbox has its search service, if the port is free. */
export const sandboxSearchPort = 47_820

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** A running stand-in for SearXNG, over a small made-up web that it serves itself. */
export interface SearchService {
  /** Such as `http://127.0.0.1:41236`. */
  url: string
  /** The queries so far, oldest first. */
  queries(): string[]
  /** The paths of the pages that were fetched, in order. */
  fetched(): string[]
  /** Answers searches in place of the corpus, until `reset`. */
  answer(handler: Handler): void
  /** Serves a page at a path, until `reset`. */
  put(path: string, handler: Handler): void
  /** Returns to the corpus and forgets what was asked. */
  reset(): void
  close(): Promise<void>
}

/**
 * Starts the service on loopback; 0, the default, takes any free port. Takes the preferred port where it is free, so that stored
 * addresses of its pages stay valid.
 */
export async function startSearchService({
  port = 0,
  preferredPort = port,
}: { port?: number; preferredPort?: number } = {}): Promise<SearchService> {
  const app = Fastify({ forceCloseConnections: true })
  const queries: string[] = []
  const fetched: string[] = []
  const pages = new Map<string, Handler>()
  let answer: Handler | null = null

  app.get<{ Querystring: { q?: string; format?: string } }>('/search', (request, reply) => {
    const { q = '', format } = request.query
    queries.push(q)
    if (answer) return answer(request, reply)
    if (format !== 'json') return reply.code(403).send('Forbidden')
    return reply.send(replyOf(q, url()))
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path === '/robots.txt') return reply.code(404).send()
    fetched.push(path)
    const handler = pages.get(path)
    if (handler) return handler(request, reply)
    const page = corpus.find(({ slug }) => path === `/pages/${slug}`)
    if (!page) return reply.code(404).type('text/plain').send('There is no such page.')
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(pageOf(page))
  })
  const host = '127.0.0.1'
  await app.listen({ port: preferredPort, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || preferredPort === port) throw error
    return app.listen({ port, host })
  })
  const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url: url(),
    queries: () => [...queries],
    fetched: () => [...fetched],
    answer: (handler) => void (answer = handler),
    put: (path, handler) => void pages.set(path, handler),
    reset() {
      answer = null
      pages.clear()
      queries.length = 0
      fetched.length = 0
    },
    close: () => app.close(),
  }
}

const policy = "default-src 'none'; style-src 'unsafe-inline'"

/** SearXNG's JSON (https://docs.searxng.org/dev/search_api.html). */
function replyOf(query: string, url: string): object {
  const results = searchCorpus(query).map(({ page, score }, index) => ({
    url: `${url}/pages/${page.slug}`,
    title: page.title,
    content: page.paragraphs[0],
    publishedDate: `${page.publishedOn}T00:00:00`,
    thumbnail: '',
    engine: 'sandbox',
    template: 'default.html',
    parsed_url: ['http', new URL(url).host, `/pages/${page.slug}`, '', '', ''],
    img_src: '',
    priority: '',
    engines: ['sandbox'],
    positions: [index + 1],
    score,
    category: 'general',
  }))
  return {
    query,
    number_of_results: results.length,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  }
}

function pageOf({ title, language, publishedOn, paragraphs }: SandboxPage): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-inline-size:40rem;margin:3rem auto;padding-inline:1rem}small{color:#555}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${text}
</main><aside><small>Sandbox: a made-up page · ${publishedOn}</small></aside></body>
</html>
`
}
