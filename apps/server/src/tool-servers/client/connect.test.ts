import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo, LookupFunction } from 'node:net'
import path from 'node:path'
import { startToolServer, type ToolServer } from '@atrium/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import { createServiceFetch, type SafeFetch } from '../../platform/egress/index.ts'
import { safeFetchWith } from '../../platform/egress/safe-fetch.ts'
import { connectToServer } from './connect.ts'
import { maxReplyBytes } from './limited-fetch.ts'

/** The reference server of the protocol's authors. */
const everything = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  ),
  'dist/index.js',
)

let closing: (() => Promise<unknown>)[]
let tools: ToolServer
beforeEach(async () => {
  closing = []
  tools = await startToolServer()
  closing.push(() => tools.close())
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
})

const never = new AbortController().signal
async function connect(url: string, fetch: SafeFetch = createServiceFetch(url), signal = never) {
  const connection = await connectToServer({ kind: 'address', url, headers: [], fetch }, signal)
  closing.push(() => connection.close())
  return connection
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const textOf = ({ content }: { content: readonly object[] }): string =>
  content.map((part) => ('text' in part ? String(part.text) : '')).join('')

test('JOB-04 the reference server by a command: lists tools, and answers calls', async () => {
  const connection = await connectToServer(
    { kind: 'command', command: process.execPath, args: [everything], environment: {} },
    never,
  )
  closing.push(() => connection.close())
  const { tools: listed } = await connection.listTools(never)
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']))
  expect(textOf(await connection.callTool('get-sum', { a: 2, b: 3 }, never))).toContain('5')
  expect(await connection.callTool('get-sum', { a: 'two' }, never)).toMatchObject({ isError: true })
})

test('JOB-04 the reference server over HTTP, with sessions: lists tools, and answers calls', async () => {
  const port = await findFreePort()
  const child: ChildProcess = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  closing.push(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  for await (const line of child.stderr ?? []) if (String(line).includes(String(port))) break
  const connection = await connect(`http://127.0.0.1:${port}/mcp`)
  expect(connection.serverName).not.toBe('')
  expect((await connection.listTools(never)).tools.length).toBeGreaterThan(3)
  expect(textOf(await connection.callTool('echo', { message: 'tea' }, never))).toContain('tea')
})

test('JOB-04 a result beyond the limit ends the call, and the connection stays usable', async () => {
  const connection = await connect(tools.url)
  tools.respond(() => ({ content: [{ type: 'text', text: 'x'.repeat(maxReplyBytes + 1) }] }))
  await expect(connection.callTool('find_tickets', {}, never)).rejects.toMatchObject({ problem: 'TOO_LARGE' })
  tools.respond(() => ({ content: [{ type: 'text', text: 'small' }] }))
  expect(textOf(await connection.callTool('find_tickets', {}, never))).toBe('small')
})

test('JOB-04 a stream of events that never ends is left after as many bytes', async () => {
  const connection = await connect(tools.url)
  tools.handle((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    const notice = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'y'.repeat(60_000) } })}\n\n`
    const more = () => {
      while (!reply.destroyed && reply.write(notice));
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
  })
  await expect(connection.callTool('find_tickets', {}, never)).rejects.toMatchObject({ problem: 'TOO_LARGE' })
})

test('JOB-04 a silent server is left when the caller stops', async () => {
  const connection = await connect(tools.url)
  const stop = new AbortController()
  tools.handle(() => stop.abort(new Error('stopped')))
  await expect(connection.callTool('find_tickets', {}, stop.signal)).rejects.toThrow('stopped')
})

test.each([
  ['a page', 200, { 'content-type': 'text/html' }, '<html></html>', 'NOT_THIS_PROTOCOL'],
  ['no JSON', 200, { 'content-type': 'application/json' }, '{"jsonrpc', 'NOT_THIS_PROTOCOL'],
  ['another JSON', 200, { 'content-type': 'application/json' }, '{"ok":true}', 'NOT_THIS_PROTOCOL'],
  ['a sign-in', 401, {}, '', 'TOKEN_REQUIRED'],
  ['a refusal', 403, {}, '', 'ACCESS_REFUSED'],
  ['a missing page', 404, {}, '', 'NOT_THIS_PROTOCOL'],
  ['too many requests', 429, {}, '', 'RATE_LIMITED'],
  ['a failure', 503, {}, 'Service Unavailable', 'SERVER_FAILED'],
] as const)('JOB-04 a server that answers with %s', async (_name, status, headers, body, problem) => {
  const url = await serve((_request, reply) => reply.writeHead(status, headers).end(body))
  await expect(connect(`${url}/mcp`)).rejects.toMatchObject({ problem })
})

test('JOB-04 a server that refuses connections', async () => {
  const port = await findFreePort()
  await expect(connect(`http://127.0.0.1:${port}/mcp`)).rejects.toMatchObject({ problem: 'NOT_REACHED' })
})

test('JOB-04 a list of tools that never ends is left', async () => {
  let pages = 0
  const url = await serve((request, reply) => {
    void bodyOf(request).then((message) => {
      const result =
        message.method === 'initialize'
          ? {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 'x', version: '1' },
            }
          : { tools: [], nextCursor: 'again' }
      if (message.id === undefined) return reply.writeHead(202).end()
      if (message.method === 'tools/list') pages += 1
      reply.writeHead(200, { 'content-type': 'application/json' })
      reply.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
    })
  })
  const connection = await connect(`${url}/mcp`)
  expect(await connection.listTools(never)).toEqual({ tools: [], leftOut: 0 })
  expect(pages).toBe(20)
})

async function bodyOf(request: IncomingMessage): Promise<{ id?: number; method: string }> {
  let text = ''
  for await (const bytes of request) text += String(bytes)
  return JSON.parse(text) as { id?: number; method: string }
}

/** The name service of a test: one public name that leads to this machine, which only this test allows. */
const lookupOf =
  (addresses: Record<string, string>): LookupFunction =>
  (hostname, _options, callback) => {
    const address = addresses[hostname]
    if (address) callback(null, [{ address, family: 4 }])
    else callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '', 4)
  }

test('JOB-04 E01 a redirect to this machine, to another host or to a cloud metadata address is not followed', async () => {
  const reached: string[] = []
  const inner = await serve((request, reply) => {
    reached.push(request.url ?? '')
    reply.end()
  })
  for (const location of [`${inner}/secret`, 'http://169.254.169.254/latest', 'http://other.example/mcp']) {
    const outer = await serve((_request, reply) => reply.writeHead(307, { location }).end())
    const { port } = new URL(outer)
    const fetch = safeFetchWith(
      lookupOf({ 'tools.example': '127.0.0.1', 'other.example': '127.0.0.1' }),
      (address) => address === '127.0.0.1',
      [Number(port)],
    )
    await expect(connect(`http://tools.example:${port}/mcp`, fetch)).rejects.toMatchObject({
      problem: 'REDIRECTED',
    })
  }
  expect(reached).toEqual([])
})

test('JOB-04 E03 a redirect of the same origin is followed, and its address is checked again', async () => {
  const { port } = new URL(tools.url)
  let isPublic = true
  const fetch = safeFetchWith(lookupOf({ 'tools.example': '127.0.0.1' }), () => isPublic, [Number(port)])
  const outer = await serve((_request, reply) => reply.end())
  expect(outer).toBeTruthy()
  tools.handle((request, reply) => {
    if (request.url !== '/mcp') return reply.writeHead(404).end()
    reply.writeHead(308, { location: '/mcp/' }).end()
  })
  await expect(connect(`http://tools.example:${port}/mcp`, fetch)).rejects.toMatchObject({
    problem: 'NOT_THIS_PROTOCOL',
  })
  // The name leads to another address by the time of the next request.
  tools.handle((_request, reply) => {
    isPublic = false
    reply.writeHead(308, { location: '/mcp/', connection: 'close' }).end()
  })
  await expect(connect(`http://tools.example:${port}/mcp`, fetch)).rejects.toMatchObject({
    problem: 'NO_SUCH_HOST',
  })
})
