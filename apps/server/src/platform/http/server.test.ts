import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { ErrorReply } from '@atrium/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { extendBodyTimeout } from './body-timeout.ts'
import { pagePolicy } from './headers.ts'
import { createHttpServer } from './server.ts'
import { serveSite } from './site.ts'

const timeouts = { headersMs: 150, wholeMs: 1_000, fileMs: 20_000, checkIntervalMs: 25 }
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-site-'))
const log: string[] = []
const { app } = createHttpServer({
  log: createLog({ level: 'info' }, { write: (line) => void log.push(line) }),
  trustProxy: false,
  allowedOrigins: ['https://chat.example'],
  publicUrl: null,
  timeouts,
})
let port: number
let siteName: string | null = null

beforeAll(async () => {
  const site = path.join(folder, 'site')
  mkdirSync(path.join(site, 'assets'), { recursive: true })
  mkdirSync(path.join(site, 'link'))
  writeFileSync(path.join(site, 'link/link.html'), '<script nonce="__NONCE__"></script>link')
  mkdirSync(path.join(folder, '.git'))
  writeFileSync(path.join(folder, '.git/HEAD'), 'ref: secret')
  writeFileSync(path.join(folder, '.env'), 'SECRET=1')
  writeFileSync(path.join(site, '.env'), 'SECRET=1')
  writeFileSync(path.join(site, 'index.html'), '<script nonce="__NONCE__"></script>')
  writeFileSync(
    path.join(site, 'manifest.webmanifest'),
    '{ "name": "Atrium", "short_name": "Atrium", "id": "/" }',
  )
  writeFileSync(path.join(site, 'assets/app-1234.js'), 'let a')
  app.post('/api/echo', async (request) => ({ received: request.body }))
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.post('/api/file', async (request) => {
    extendBodyTimeout(request)
    return { received: await text(request.body as Readable) }
  })
  app.post('/api/work', async (_request, reply) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    await wait(60_000, undefined, { signal: gone.signal })
  })
  app.post('/api/broken', async (_request, reply) => {
    await once(reply.raw, 'close')
    throw new Error('broken')
  })
  await serveSite(app, {
    ...{ folder: site, apiPrefixes: ['/api'], connectTo: [], siteName: () => siteName },
    isLinkOpen: async (token) => token === 'open',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

test('UI-03 the manifest has the name of the installation, from the next request on after a change', async () => {
  const own = await get('/manifest.webmanifest')
  expect(own.headers).toMatchObject({
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'public, no-cache',
  })
  expect(own.json()).toEqual({ name: 'Atrium', short_name: 'Atrium', id: '/' })
  siteName = 'Tidewater “AI” </script>'
  expect((await get('/manifest.webmanifest')).json()).toEqual({
    name: siteName,
    short_name: siteName,
    id: '/',
  })
  siteName = null
})

/** Sends this much and then nothing more; resolves when the server closes the line. */
function sendAndWait(bytes: string): Promise<{ reply: string; afterMs: number }> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (reply += chunk.toString()))
    socket.on('close', () => resolve({ reply, afterMs: performance.now() - startedMs }))
    socket.on('error', reject)
  })
}

test('D03 requests with incomplete headers or bodies time out with a reply, while others are served', async () => {
  const slow = [
    'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ',
    'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
  ]
  const cut = slow.map(sendAndWait)
  expect((await get('/chat')).statusCode).toBe(200)
  for (const { reply, afterMs } of await Promise.all(cut)) {
    expect(reply).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(reply).toContain('x-content-type-options: nosniff')
    expect(ErrorReply.parse(JSON.parse(reply.slice(reply.indexOf('{'))))).toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    expect(afterMs).toBeGreaterThan(100)
  }
})

test('work that its client cancels is no incident; an error after that is one', async () => {
  const cancelled = async (route: string) => {
    log.length = 0
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${route} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`)
    })
    await once(app.server, 'request')
    socket.destroy()
    await expect.poll(() => log.filter((line) => /"event":"request\./.test(line))).toHaveLength(1)
    return log.join('')
  }
  expect(await cancelled('/api/work')).toContain('"event":"request.cancelled"')
  expect(await cancelled('/api/broken')).toContain('"event":"request.failed"')
})

test('KB-01 an upload may take longer than other requests while data arrives; an idle one is closed', async () => {
  const fileFrom = (body: Readable) =>
    fetch(`http://127.0.0.1:${port}/api/file`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      duplex: 'half',
      body,
    } as unknown as RequestInit)
  const silent = new PassThrough()
  silent.write('x')
  const stalled = expect(fileFrom(silent)).rejects.toThrow('fetch failed')
  const slow = await fileFrom(Readable.from(inPieces(13, 100)))
  expect(await slow.json()).toEqual({ received: 'x'.repeat(13) })
  await stalled
})
async function* inPieces(count: number, everyMs: number) {
  for (let sent = 0; sent < count; sent += 1) {
    yield Buffer.from('x')
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

test('D03 by default, headers have 15 seconds and an upload 45 minutes', () => {
  const { app: usual } = createHttpServer({
    log: createLog({ level: 'silent' }),
    trustProxy: false,
    allowedOrigins: [],
    publicUrl: null,
  })
  expect([usual.server.headersTimeout, usual.server.requestTimeout]).toEqual([15_000, 45 * 60_000])
})

test('X11 each page has its own policy with a new nonce, and is not cached', async () => {
  const pages = [await get('/'), await get('/chat/new'), await get('/anything?x=1')]
  const nonces = pages.map((page) => /nonce="([^"]+)"/.exec(page.body)?.[1] ?? '')
  expect(new Set(nonces).size).toBe(3)
  for (const [index, { statusCode, headers }] of pages.entries()) {
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonces[index]}'`)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe")
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  }
})

test("U03 the policy of a page, and of the app's files, allows only this site", async () => {
  for (const { headers } of [await get('/chat'), await get('/assets/app-1234.js')]) {
    const policy = String(headers['content-security-policy'])
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
    expect(directives).toContainEqual(['default-src', "'none'"])
    for (const [name = '', ...sources] of directives)
      for (const source of sources)
        expect(source, name).toMatch(/^('none'|'self'|'nonce-[\w+/=]+'|'unsafe-inline'|blob:|data:)$/)
  }
})

test("NAV-15 pages embed the feedback form's host alone, and nothing without a form", async () => {
  const policy = (frameFrom: string | null) => pagePolicy('nonce', { connectTo: [], frameFrom })
  expect(policy('https://forms.example')).toContain('; frame-src https://forms.example; ')
  expect(policy(null)).not.toContain('frame-src')
  expect(String((await get('/')).headers['content-security-policy'])).not.toContain('frame-src')
})

test('X11 the page is compressed for clients that accept it, with the nonce of its headers', async () => {
  for (const taken of ['gzip, deflate, br', 'br;q=1, GZIP;q=0.5']) {
    const { headers, rawPayload } = await get('/chat', { 'accept-encoding': taken })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-store' })
    const nonce = /nonce="([^"]+)"/.exec(gunzipSync(rawPayload).toString())?.[1]
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  }
  for (const refused of ['br', 'gzip;q=0, br', 'identity, gzip; q=0.0']) {
    const { headers, body } = await get('/chat', { 'accept-encoding': refused })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toContain('nonce=')
  }
})

test('X11 files of the app are cached for a year and have the common headers', async () => {
  const { statusCode, headers } = await get('/assets/app-1234.js')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    // A worker's own: without it the colouring of code could not load its grammars.
    'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  })
  expect(headers['content-type']).toMatch(/javascript; charset=utf-8/)
  for (const unknown of ['/assets/app-9999.js', '/assets/app-1234.js/x.js'])
    expect((await get(unknown)).json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('C05 dotfiles and files outside the app are not served', async () => {
  for (const url of [
    '/.env',
    '/.git/HEAD',
    '/../.env',
    '/..%2f.env',
    '/%2e%2e/.git/HEAD',
    '/assets/../../.env',
    '/assets/..%5c..%5c.env',
  ])
    for (const { statusCode, body } of [await get(url)]) {
      expect([400, 404], url).toContain(statusCode)
      expect(body, url).not.toMatch(/SECRET|ref:|<script/)
    }
})

test('S19 an allowed origin is echoed with credentials, others get no header', async () => {
  const allowed = await get('/', { origin: 'https://chat.example' })
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': 'https://chat.example',
    'access-control-allow-credentials': 'true',
    vary: 'Origin, Authorization, Workspace-Id, Room-Id',
  })
  for (const origin of [
    'https://chat.example.evil',
    'https://evilchat.example',
    'http://chat.example',
    'https://chat.example:444',
    'null',
    '*',
  ])
    expect((await get('/', { origin })).headers, origin).not.toHaveProperty('access-control-allow-origin')
})

test('D01 bodies that are not JSON objects of the product are refused with a specific code', async () => {
  const post = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/echo', payload, headers: { 'content-type': type } })
  for (const payload of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{', ''])
    expect((await post(payload)).json(), payload).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT' })
  expect((await post('<a/>', 'application/xml')).json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  expect((await post('text', 'text/plain')).json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  expect((await post(`"${'a'.repeat(300_000)}"`)).json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
})
