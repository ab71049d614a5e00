import { type BaseId, type KnowledgeSource, mintId } from '@atrium/contract'
import { vi } from 'vitest'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'

/** A source as the server lists it: by default a fetched and indexed page. */
export const someSource = (title: string, more: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  id: mintId('source'),
  kind: 'page',
  url: `https://site.example/${title.replaceAll(' ', '-').toLowerCase()}`,
  title,
  originId: null,
  refresh: 'weekly',
  most: null,
  status: 'READY',
  problem: null,
  fileId: mintId('file'),
  state: { status: 'COMPLETED', problem: null, partsDone: 1, partsTotal: 1 },
  fetchedAt: '2026-03-01T12:00:00.000Z',
  refreshAt: '2026-03-08T12:00:00.000Z',
  pages: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  ...more,
})

const listed = (items: readonly unknown[]) =>
  new Response(JSON.stringify({ isError: false, statusCode: 200, data: items, count: items.length }))

/** A fake server with a base that has sources. */
export function startServer(baseId: BaseId) {
  const server = {
    sources: [] as KnowledgeSource[],
    /** Of each sitemap. */
    pages: [] as KnowledgeSource[],
    text: 'Tea at four.',
    sent: [] as { method: string; path: string; body: unknown }[],
    /** Replies to the next change. */
    refusal: null as Response | null,
  }
  const beginning = `/api/custom_rags/${baseId}/sources`
  vi.stubGlobal('fetch', async (given: RequestInfo | URL, options: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(
      given instanceof Request ? given.url : given,
      location.href,
    )
    if (path === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (path.startsWith('/api/auth/')) return tokenReply('token')
    if (!path.startsWith(beginning)) return refusal('NOT_FOUND', 404)
    const method = options.method ?? 'GET'
    const one = server.sources.find(({ id }) => path.includes(id))
    if (method === 'GET')
      return one
        ? data({ ...one, text: server.text })
        : listed(searchParams.has('of') ? server.pages : server.sources)
    const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : null
    server.sent.push({ method, path: path.slice(beginning.length), body })
    const refused = server.refusal
    server.refusal = null
    if (refused) return refused
    if (method === 'DELETE') {
      server.sources = server.sources.filter((source) => source !== one)
      return data({ id: one?.id })
    }
    if (one) return data(one)
    const added = someSource('Added')
    server.sources = [added, ...server.sources]
    return data(added)
  })
  return server
}
