import { connect } from 'node:net'
import { contract, ErrorReply } from '@atrium/contract'
import { readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sendRaw } from '@atrium/testkit/raw-request.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson
const log: string[] = []
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void log.push(line) },
  })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(() => world.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRaw(world.url, { method: 'GET', path, headers })

/** Sends these very bytes and reads until the server closes the line. */
function sendBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
  })
}

const always = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': expect.stringContaining('max-age='),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

test('X11 C01 every kind of reply has the security headers and a charset, and names no product or version', async () => {
  const bearer = { authorization: `Bearer ${kim.api.token}`, 'workspace-id': kim.accountId }
  const replies = {
    data: await get('/api/user/info', bearer),
    stream: await get('/stream/notices', bearer),
    refused: await get('/api/user/info'),
    'not found': await get('/api/nothing'),
    'not valid': await get('/api/sessions/history?page=x', bearer),
    'bad address': await get('/api/files/logo/%'),
    'long address': await get(`/api/sessions/${'a'.repeat(400)}`, bearer),
    'too large': await sendRaw(world.url, {
      method: 'POST',
      path: '/api/auth/sign-in',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${'a'.repeat(300_000)}"}`,
    }),
    health: await get('/healthz'),
    keys: await get('/.well-known/jwks.json'),
    'no page': await get('/chat'),
  }
  for (const [kind, { headers }] of Object.entries(replies)) {
    expect(headers, kind).toMatchObject(always)
    expect(headers['content-type'], kind).toMatch(/charset=utf-8$/)
    expect(headers, kind).not.toHaveProperty('server')
    expect(headers, kind).not.toHaveProperty('x-powered-by')
  }
})

test("E09 proxy requests and requests that are not HTTP get 400 with the contract's error body", async () => {
  const requests = [
    'GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET http://169.254.169.254/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    'GET //evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'hello\r\n\r\n',
    '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  ]
  for (const request of requests) {
    const reply = await sendBytes(request)
    expect(reply.slice(0, 12), request).toBe('HTTP/1.1 400')
    expect(reply.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(ErrorReply.parse(JSON.parse(reply.slice(reply.indexOf('{'))))).toMatchObject({
      code: 'INVALID_INPUT',
    })
  }
  expect(await sendBytes('CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: a\r\n\r\n')).not.toContain(' 200 ')
  expect(await sendBytes('TRACE / HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 40[045]/,
  )
  const large = await sendBytes(`GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large.slice(0, 12)).toBe('HTTP/1.1 413')
})

test('C05 files that lie around on a machine are not served', async () => {
  for (const path of [
    ...[
      '/.env',
      '/.git/HEAD',
      '/.git/config',
      '/.ssh/id_rsa',
      '/.well-known/../.env',
      '/api/.env',
      '/package.json',
    ],
    ...['/data/', '/data/secret.txt', '/apps/server/src/app.ts', '/models.yaml', '/debug/vars', '/docs.json'],
    ...[
      '/..%2f..%2fetc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2fpackage.json',
      '/files/logos/x.png',
    ],
  ]) {
    const reply = await get(path)
    expect([400, 404, 503], path).toContain(reply.status)
    expect(ErrorReply.safeParse(JSON.parse(reply.text)).success, path).toBe(true)
  }
  for (const path of ['/.env', '/.git/HEAD', '/api/.env', '/package.json', '/models.yaml'])
    expect((await get(path)).status, path).toBe(404)
})

test('C05 metrics are for local requests: behind a proxy they are not found', async () => {
  const local = await get('/metrics')
  expect(local.status).toBe(200)
  expect(local.text).toContain('atrium_')
  expect(local.text).not.toContain(kim.email)
  for (const [header, value] of [
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
  ] as const)
    expect((await get('/metrics', { [header]: value })).status).toBe(404)
})

test('S19 no other origin is allowed, including look-alikes', async () => {
  const { host } = new URL(world.url)
  for (const origin of [
    ...[
      'https://evil.example',
      'null',
      `http://${host}.evil.example`,
      `http://evil${host}`,
      `https://${host}`,
      'http:',
      '',
    ],
  ])
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await sendRaw(world.url, {
        method,
        path: '/api/auth/methods',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      expect(reply.headers, `${method} ${origin}`).not.toHaveProperty('access-control-allow-origin')
      expect(reply.headers, `${method} ${origin}`).not.toHaveProperty('access-control-allow-credentials')
      expect(reply.headers.vary).toContain('Origin')
    }
})

test('C01 public responses contain no key, no internal host and no version', async () => {
  for (const path of ['/app-config.json?1', '/api/auth/methods', '/healthz', '/readyz'])
    expect((await get(path)).text, path).not.toMatch(/(?<!pass)key|secret|postgres|smtp|version"\s*:\s*"\d/i)
})

test('C03 the log of a whole day has no password, code, token, cookie, question, answer or key, and includes refusals', async () => {
  log.length = 0
  const secrets = new Map<string, string>()
  const keep = (what: string, value: string | undefined) =>
    secrets.set(what, value ?? expect.fail(`no ${what}`))
  const person = await world.signUp({ name: 'Zephyrine Quillfeather' })
  keep('password', person.password)
  keep('token', person.api.token)
  keep('session cookie', person.cookie.split('=')[1])
  const mail = await world.inbox.waitFor((one) => JSON.stringify(one.to).includes(person.email))
  keep('code', /\b(\d{6})\b/.exec(mail.text ?? '')?.[1])

  keep('wrong password', 'Wrong-Horse-1-Battery')
  const body = { email: person.email, password: 'Wrong-Horse-1-Battery' }
  expect((await send(contract.signIn, { url: world.url }, { body })).status).toBe(401)
  await send(contract.setNewPassword, { url: world.url }, { body: { ...body, code: '918273' } })
  keep('wrong code', '918273')

  keep('question', 'Is the xylophone heliotrope?')
  keep('answer', 'Certainly, amaranthine.')
  world.model.script('test-model', [{ text: 'Certainly, amaranthine.' }, { finish: 'stop' }])
  await readEvents((await person.ask('Is the xylophone heliotrope?')).response)
  world.model.setFaults([{ model: 'test-model', fault: '500' }])
  keep('question that failed', 'Why did the marzipan fail?')
  await readEvents((await person.ask('Why did the marzipan fail?')).response)
  world.model.reset()
  keep('key of the provider', 'test-key-of-the-model-provider')

  keep('text that is not valid', 'vermilion\\u0000')
  await send(contract.changeAccount, person.api, {
    params: { id: person.accountId },
    body: { name: 'vermilion\0' },
  })
  await get('/api/sessions/history?page=chartreuse', { authorization: `Bearer ${person.api.token}` })
  keep('query', 'chartreuse')
  await get('/reset?code=271828')
  keep('code in a query', '271828')
  const forged = `a\r\nX: {"level":30,"msg":"forged"}`
  await get(`/api/sessions/${encodeURIComponent(forged)}`, { authorization: `Bearer ${person.api.token}` })

  await vi.waitFor(() => expect(log.join('')).toContain('/api/sessions/a%0D%0AX'))
  const written = log.join('')
  for (const [what, value] of secrets) expect(written.includes(value), `${what} is in the log`).toBe(false)
  for (const line of log) expect(JSON.parse(line), line).toBeTypeOf('object')
  expect(log.filter((line) => line.trimEnd().includes('\n'))).toEqual([])
  const requests = log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(8)
  for (const request of requests) expect(request['reqId'], JSON.stringify(request)).toMatch(/^[0-9a-f-]{36}$/)
  expect(written).toContain('Refused a request')
})

test('OPS-03 C03 the request id is the same in its reply, its error and its log', async () => {
  log.length = 0
  const reply = await get('/api/user/info')
  const { requestId } = ErrorReply.parse(JSON.parse(reply.text))
  expect(reply.headers['x-request-id']).toBe(requestId)
  await vi.waitFor(() =>
    expect(log.filter((line) => line.includes(requestId ?? '?')).length).toBeGreaterThan(1),
  )
})

test('C03 a request id from the client is not written to the log', async () => {
  const reply = await get('/healthz', {
    'x-request-id': 'chosen-by-somebody',
    'request-id': 'chosen-by-somebody',
  })
  expect(reply.headers['x-request-id']).not.toBe('chosen-by-somebody')
  expect(log.join('')).not.toContain('chosen-by-somebody')
})
