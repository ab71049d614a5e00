import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { SearchKind } from '@atrium/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../platform/config/secret.ts'
import { findHits } from './find-hits.ts'

type Asked = { url: string; method: string; headers: IncomingHttpHeaders; body: string }

let status = 200
let reply = ''
let headers: Record<string, string> = {}
const asked: Asked[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    asked.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(reply)
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** A reply in the form that the service documents. */
const fixture = (kind: SearchKind) =>
  readFileSync(path.join(import.meta.dirname, `fixtures/${kind}.json`), 'utf8')

function find(kind: SearchKind, key?: string) {
  asked.length = 0
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
  const service = {
    kind,
    name: kind,
    baseUrl,
    key: key === undefined ? undefined : new Secret(key),
    sandbox: false,
  }
  return findHits(service, 'salmon & oxygen', new AbortController().signal)
}
function answers(text: string, as = 200, withHeaders: Record<string, string> = {}) {
  ;[reply, status, headers] = [text, as, withHeaders]
}

test('ANS-03 SearXNG is asked for JSON, and its results are read', async () => {
  answers(fixture('searxng'))
  expect(await find('searxng')).toEqual([
    {
      url: 'https://example.org/oxygen',
      title: 'Dissolved oxygen - Example',
      description: 'Dissolved oxygen is the amount of oxygen in water.',
      publishedOn: '2025-03-04',
    },
    { url: 'https://example.com/salmon', title: 'Salmon', description: '', publishedOn: null },
  ])
  expect(asked).toMatchObject([{ method: 'GET', url: '/base/search?q=salmon+%26+oxygen&format=json' }])
})

test('ANS-03 Brave gets its key in its header, and its results are read', async () => {
  answers(fixture('brave'))
  expect(await find('brave', 'brave-key')).toEqual([
    {
      url: 'https://example.org/oxygen',
      title: "What's dissolved oxygen?",
      description: 'The amount of oxygen in water & how to measure it.',
      publishedOn: '2025-03-04',
    },
  ])
  expect(asked[0]?.url).toContain('/base/web/search?q=salmon+%26+oxygen&count=8')
  expect(asked[0]?.headers['x-subscription-token']).toBe('brave-key')
  answers('{"type":"search","query":{"original":"x"}}')
  expect(await find('brave', 'brave-key')).toEqual([])
})

test('ANS-03 Tavily gets its key as bearer and the query as JSON, and its results are read', async () => {
  answers(fixture('tavily'))
  expect(await find('tavily', 'tvly-key')).toEqual([
    {
      url: 'https://example.org/oxygen',
      title: 'Dissolved oxygen',
      description: 'Dissolved oxygen is the amount of oxygen in water.',
      publishedOn: '2025-03-04',
    },
  ])
  expect(asked).toMatchObject([{ method: 'POST', url: '/base/search' }])
  expect(asked[0]?.headers.authorization).toBe('Bearer tvly-key')
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    query: 'salmon & oxygen',
    max_results: 8,
    search_depth: 'basic',
  })
})

test.each([
  ['searxng', 403, 'MALFORMED'],
  ['searxng', 302, 'MALFORMED'],
  ['brave', 422, 'KEY_REFUSED'],
  ['brave', 503, 'UNAVAILABLE'],
  ['tavily', 401, 'KEY_REFUSED'],
  ['tavily', 432, 'RATE_LIMITED'],
] as const)('ANS-03 %s with status %i fails as %s', async (kind, code, problem) => {
  answers('{}', code, code === 302 ? { location: 'http://127.0.0.1:9/' } : {})
  await expect(find(kind, 'a-key')).rejects.toMatchObject({ problem })
  expect(asked).toHaveLength(1)
})

test('ANS-03 a busy service is asked once more, and not after a long Retry-After', async () => {
  answers('{}', 429, { 'retry-after': '0' })
  await expect(find('tavily', 'a-key')).rejects.toMatchObject({ problem: 'RATE_LIMITED' })
  expect(asked).toHaveLength(2)
  answers('{}', 429, { 'retry-after': '120' })
  await expect(find('tavily', 'a-key')).rejects.toMatchObject({ problem: 'RATE_LIMITED' })
  expect(asked).toHaveLength(1)
})

test.each(['', '[]', '{"results":[1]}', 'null', '<html>'])(
  'ANS-03 the reply %j is malformed',
  async (text) => {
    answers(text)
    await expect(find('searxng')).rejects.toMatchObject({ problem: 'MALFORMED' })
  },
)

test('ANS-03 hostile results: only addresses of the web, each once, with cleaned texts', async () => {
  const results = [
    { url: 'javascript:alert(1)', title: 'x' },
    { url: 'https://example.org/#a', title: '<b>A\u0000</b>\n[1] "B"', content: `${'long '.repeat(5_000)}` },
    { url: 'https://example.org/#b', title: 'again' },
    { url: 7, title: {} },
    { url: `https://example.org/${'x'.repeat(3_000)}` },
    { url: 'https://example.net/', title: '', content: 5, publishedDate: 'yesterday' },
  ]
  answers(JSON.stringify({ results }))
  const hits = await find('searxng')
  expect(hits.map(({ url, title }) => [url, title])).toEqual([
    ['https://example.org/', 'A [1] "B"'],
    ['https://example.net/', 'example.net'],
  ])
  expect(hits[0]?.description.length).toBeLessThanOrEqual(800)
  expect(hits[1]).toMatchObject({ description: '', publishedOn: null })
})
