import type { ServerResponse } from 'node:http'
import {
  contract,
  mintId,
  type SignInOffer,
  type SignInToBegin,
  type SignInToComplete,
  type ToolServer,
} from '@atrium/contract'
import { call, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { connect as connectToDatabase } from '../../platform/database/index.ts'
import { createSafeFetch } from '../../platform/egress/index.ts'
import { createLog } from '../../platform/log.ts'
import { connectTo, createToolServerPorts } from '../index.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.tools.reset()
  kim = await world.signUp()
})
afterAll(() => world.close())

const scopes = ['tickets:read', 'tickets:write']
const ofServer = ({ id: serverId }: Pick<ToolServer, 'id'>, person = kim) => ({
  params: { id: person.accountId, serverId },
})

const connect = async (person = kim) =>
  (
    await call('addToolServer', person.api, {
      params: { id: person.accountId },
      body: { name: 'Service desk', prefix: 'desk', installedName: 'test-sign-in' },
    })
  ).data
const serverNow = async (person = kim) =>
  (await call('listToolServers', person.api, { params: { id: person.accountId } })).data
    .servers[0] as ToolServer
const check = async (server: ToolServer) => (await call('checkToolServer', kim.api, ofServer(server))).data
async function offerOf(): Promise<SignInOffer> {
  const { data } = await call('testToolServer', kim.api, {
    params: { id: kim.accountId },
    body: { installedName: 'test-sign-in' },
  })
  if (data.outcome !== 'sign-in') throw new Error(JSON.stringify(data))
  return data.offer
}

const begin = async (server: ToolServer, more: Partial<SignInToBegin> = {}) =>
  (
    await call('beginToolServerSignIn', kim.api, {
      ...ofServer(server),
      body: { issuer: world.tools.signIn.issuer, scopes, ...more },
    })
  ).data
async function started(server: ToolServer, more: Partial<SignInToBegin> = {}): Promise<URL> {
  const data = await begin(server, more)
  if (data.outcome !== 'started') throw new Error(data.problem)
  return new URL(data.authorizationUrl)
}

/** Decides on the authorization server's page, as a browser would; returns what it sends back. */
async function decide(url: URL, decision = 'Allow'): Promise<SignInToComplete> {
  const page = await (await fetch(url)).text()
  const forms = [...page.matchAll(/action="([^"]+)"><button>(\w+)/g)]
  const action = forms.find(([, , name]) => name === decision)?.[1]?.replaceAll('&amp;', '&') ?? 'none'
  const reply = await fetch(new URL(action, url), { method: 'POST', redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? 'about:blank')
  const {
    code,
    iss,
    error,
    error_description: errorDescription,
    state = '',
  } = Object.fromEntries(back.searchParams)
  const issuerKey = back.pathname.split('/').at(-1) ?? ''
  return {
    issuerKey,
    state,
    ...(code && { code }),
    ...(iss && { iss }),
    ...(error && { error }),
    ...(errorDescription && { errorDescription }),
  }
}
const complete = async (server: ToolServer, body: SignInToComplete, person = kim) =>
  (await call('completeToolServerSignIn', person.api, { ...ofServer(server, person), body })).data

async function signedIn(): Promise<ToolServer> {
  const server = await connect()
  const done = await complete(server, await decide(await started(server)))
  if (done.outcome !== 'signed-in') throw new Error(done.problem)
  return done.server
}
const tokenRequests = () => world.tools.signIn.asked().get('/token') ?? 0
const expireSoon = () =>
  sql`update tool_server_sign_in set expires_at = now() + interval '5 seconds'`.execute(world.database.kysely)
const actions = async () =>
  (
    await call('listAudit', kim.api, {
      params: { id: kim.accountId },
      query: { object_type: 'tool-server' },
    })
  ).data.map(({ action, details }) =>
    [action, details['reason'] ?? details['address'] ?? ''].join(' ').trim(),
  )

test('JOB-04 an admin signs in to a server that asks for it: what is asked for is shown first, and its tools are listed afterwards', async () => {
  const offer = await offerOf()
  expect(offer).toMatchObject({ issuer: world.tools.signIn.issuer, scopes, registersClients: true })
  const server = await connect()
  expect(server).toMatchObject({ problem: 'SIGN_IN_REQUIRED', signIn: null, tools: [] })

  const url = await started(server)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: scopes.join(' '),
    resource: world.tools.signIn.url,
    redirect_uri: offer.redirectUri,
  })
  const done = await complete(server, await decide(url))
  expect(done).toMatchObject({
    outcome: 'signed-in',
    server: { problem: null, signIn: { issuer: offer.issuer, scopes, signedInBy: 'Kim Example' } },
  })
  expect((await serverNow()).tools.map(({ name }) => name)).toEqual(['create_ticket', 'find_tickets'])
  expect(await actions()).toContain(`tool-server.signed-in ${new URL(offer.issuer).host}`)

  // Neither tokens nor the client stand in the database or in any reply as they are.
  const sent = String(world.tools.headers()['authorization']).replace('Bearer ', '')
  expect(world.tools.signIn.server.accepts(sent)).toBe(true)
  const stored = await sql`select s::text, r::text from tool_server_sign_in s
    full join tool_server_sign_in_request r on true`.execute(world.database.kysely)
  const shown = JSON.stringify([stored.rows, await serverNow(), done])
  for (const secret of [sent, url.searchParams.get('client_id') ?? '']) expect(shown).not.toContain(secret)
})

test('JOB-04 S09 a sign-in is valid once, for the person, session, account and server that started it, and from its own issuer', async () => {
  const server = await connect()
  const answer = await decide(await started(server))
  const lee = await colleagueOf(world, kim)
  await call('changeMember', kim.api, {
    params: { id: kim.accountId },
    body: { userId: lee.userId, role: 'admin' },
  })
  const bo = await world.signUp()
  const theirs = await connect(bo)
  const { email, password } = kim
  const opened = await send(contract.signIn, { url: world.url }, { body: { email, password } })
  const { data } = (await opened.json()) as { data: { accessToken: string } }
  const elsewhere = { ...kim, api: { url: world.url, token: data.accessToken } }
  const problem = async (sent: ReturnType<typeof complete>) => {
    const done = await sent
    return done.outcome === 'failed' ? done.problem : done.outcome
  }
  expect(await problem(complete(server, answer, lee))).toBe('EXPIRED')
  expect(await problem(complete(theirs, answer, bo))).toBe('EXPIRED')
  expect(await problem(complete(server, answer, elsewhere))).toBe('EXPIRED')
  await expect(
    call('completeToolServerSignIn', bo.api, { params: ofServer(server).params, body: answer }),
  ).rejects.toThrow('NOT_FOUND')
  // None of them used it up.
  expect(await problem(complete(server, answer))).toBe('signed-in')
  expect(await problem(complete(server, answer))).toBe('EXPIRED')

  const late = await decide(await started(server))
  await sql`update tool_server_sign_in_request set expires_at = now()`.execute(world.database.kysely)
  expect(await problem(complete(server, late))).toBe('EXPIRED')
  const { iss: _iss, ...unnamed } = await decide(await started(server))
  expect(await problem(complete(server, unnamed))).toBe('WRONG_ISSUER')
  const other = { ...(await decide(await started(server))), iss: 'https://other.example/' }
  expect(await problem(complete(server, other))).toBe('WRONG_ISSUER')
  const mixedUp = { ...(await decide(await started(server))), issuerKey: 'a'.repeat(22) }
  expect(await problem(complete(server, mixedUp))).toBe('WRONG_ISSUER')
  expect(tokenRequests()).toBe(1)
})

test('JOB-04 a refusal of the authorization server is shown as a sentence, cleaned; a code works once', async () => {
  const server = await connect()
  expect(await complete(server, await decide(await started(server), 'Cancel'))).toEqual({
    outcome: 'failed',
    problem: 'DENIED',
    said: 'The person would rather not.',
  })
  const refused = await decide(await started(server), 'Cancel')
  expect(
    await complete(server, {
      ...refused,
      error: 'invalid_scope',
      errorDescription: `No\u0000 such\u202e scope\ud800\n${'x'.repeat(1_000)}`,
    }),
  ).toMatchObject({ problem: 'REFUSED', said: expect.stringMatching(/^No such scope.? x+$/u) as unknown })
  const { code: _code, ...without } = await decide(await started(server))
  expect(await complete(server, { ...without, code: 'another' })).toMatchObject({ problem: 'CODE_REFUSED' })
  expect(await actions()).toEqual(
    expect.arrayContaining(
      ['DENIED', 'REFUSED', 'CODE_REFUSED'].map((reason) => `tool-server.sign-in-failed ${reason}`),
    ),
  )
  expect(await serverNow()).toMatchObject({ problem: 'SIGN_IN_REQUIRED', signIn: null })
})

test('JOB-04 an authorization server without registration needs a client; another offer than the one shown is not started', async () => {
  world.tools.signIn.set({ registersClients: false })
  const server = await connect()
  const { redirectUri } = await offerOf()
  expect(await begin(server)).toEqual({ outcome: 'failed', problem: 'CLIENT_REQUIRED' })
  expect(await begin(server, { scopes: ['tickets:read'] })).toEqual({ outcome: 'failed', problem: 'CHANGED' })
  expect(await begin(server, { issuer: 'https://other.example/' })).toMatchObject({ problem: 'CHANGED' })
  const client = { id: 'atrium by hand', secret: 'secret of the client' }
  world.tools.signIn.server.addClient({ ...client, redirectUri })
  const wrong = await decide(await started(server, { client: { ...client, secret: 'wrong' } }))
  expect(await complete(server, wrong)).toMatchObject({ problem: 'CLIENT_REFUSED' })
  expect(await complete(server, await decide(await started(server, { client })))).toMatchObject({
    outcome: 'signed-in',
  })
  // Signing in again uses the stored client.
  expect((await started(server)).searchParams.get('client_id')).toBe(client.id)
})

test('JOB-04 access tokens are refreshed before their end and when the server refuses them; the rotated refresh token is stored', async () => {
  const server = await signedIn()
  expect(tokenRequests()).toBe(1)
  await check(server)
  expect(tokenRequests()).toBe(1)
  for (let count = 2; count <= 3; count++) {
    await expireSoon()
    expect(await check(server)).toMatchObject({ problem: null })
    expect(tokenRequests()).toBe(count)
  }
  world.tools.signIn.server.endAccess()
  expect(await check(server)).toMatchObject({ problem: null })
  expect(tokenRequests()).toBe(4)
})

test('JOB-04 two processes that need a new token at once refresh it once', async () => {
  const server = await signedIn()
  const database = connectToDatabase(world.address, {
    log: createLog({ level: 'silent' }),
    maxConnections: 4,
  })
  const other = createToolServerPorts({
    ...world.app.ports.toolServers,
    database,
    secret: world.secret,
    siteUrl: world.url,
    safeFetch: createSafeFetch(),
  })
  try {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let asked = 0
    world.tools.signIn.answerAt('/token', async () => {
      asked++
      await held
      return false
    })
    world.tools.signIn.server.endAccess()
    const signal = new AbortController().signal
    const actor = { accountId: kim.accountId, userId: kim.userId }
    const opening = [world.app.ports.toolServers, other, other].map((ports) =>
      connectTo(ports, actor, server.id, signal),
    )
    // Each look at the tokens locks their row, which leaves its transaction there.
    const looks = new Set<string>()
    const countLooks = async () => {
      const found = await sql<{ locker: string }>`
        select xmax::text as locker from tool_server_sign_in where server_id = ${server.id}`.execute(
        world.database.kysely,
      )
      looks.add(found.rows[0]?.locker ?? '')
      return looks.size
    }
    await expect.poll(countLooks, { timeout: 10_000 }).toBeGreaterThan(4)
    expect(asked).toBe(1)
    // No transaction waits for the authorization server; those of the clock's jobs end.
    const countOpen = async () => {
      const open = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where state = 'idle in transaction' and datname = current_database()`.execute(world.database.kysely)
      return open.rows[0]?.count
    }
    await expect.poll(countOpen).toBe(0)
    release()
    const connected = await Promise.all(opening)
    expect(connected.map(({ offered }) => offered.length)).toEqual([2, 2, 2])
    expect(asked).toBe(1)
    await Promise.all(connected.map(({ connection }) => connection.close()))
  } finally {
    await database.close()
  }
})

test('JOB-04 a refused refresh stops the tools with a clear problem until an admin signs in again; an unreachable one does not', async () => {
  const server = await signedIn()
  await call('acceptTools', kim.api, {
    ...ofServer(server),
    body: { tools: server.tools.map(({ name, hash }) => ({ name, hash })) },
  })
  await expireSoon()
  world.tools.signIn.answerAt('/token', (_request, reply) => {
    reply.writeHead(503).end('Service Unavailable')
    return true
  })
  // The old token is still accepted.
  expect(await check(server)).toMatchObject({ problem: null })
  world.tools.signIn.server.endAccess()
  expect(await check(server)).toMatchObject({ problem: 'SIGN_IN_NOT_REACHED' })

  world.tools.reset()
  world.tools.signIn.server.revokeAll()
  expect(await check(server)).toMatchObject({ problem: 'SIGN_IN_REQUIRED', signIn: { scopes } })
  expect(await actions()).toContain('tool-server.sign-in-failed CODE_REFUSED')
  const ofRoom = { params: { accountId: kim.accountId, roomId: kim.roomId } }
  expect((await call('getRoomTools', kim.api, ofRoom)).data.tools[0]).toMatchObject({ needsSignIn: true })
  const refused = tokenRequests()
  const actor = { accountId: kim.accountId, userId: kim.userId }
  await expect(
    connectTo(world.app.ports.toolServers, actor, server.id, new AbortController().signal),
  ).rejects.toMatchObject({ problem: 'SIGN_IN_REQUIRED' })
  expect(tokenRequests()).toBe(refused)

  expect(await complete(server, await decide(await started(server)))).toMatchObject({
    outcome: 'signed-in',
    server: { problem: null },
  })
  expect((await call('getRoomTools', kim.api, ofRoom)).data.tools[0]).toMatchObject({ needsSignIn: false })
})

test('JOB-04 signing out, and removing the server, erases the tokens and revokes them', async () => {
  const { server: authorization } = world.tools.signIn
  authorization.revokeAll()
  const server = await signedIn()
  expect(authorization.live()).toEqual({ access: 1, refresh: 1 })
  const out = await call('endToolServerSignIn', kim.api, ofServer(server))
  expect(out.data).toMatchObject({ signIn: null, problem: 'SIGN_IN_REQUIRED' })
  expect(authorization.live()).toEqual({ access: 0, refresh: 0 })
  await call('endToolServerSignIn', kim.api, ofServer(server))

  expect(await complete(server, await decide(await started(server)))).toMatchObject({ outcome: 'signed-in' })
  await call('removeToolServer', kim.api, ofServer(server))
  expect(authorization.live()).toEqual({ access: 0, refresh: 0 })
  const rows = await sql`select from tool_server_sign_in where account_id = ${kim.accountId}`.execute(
    world.database.kysely,
  )
  expect(rows.rows).toEqual([])
  expect((await actions()).filter((action) => action === 'tool-server.signed-out')).toHaveLength(2)
})

test('JOB-04 a sealed token that was copied into the row of another account can not be read', async () => {
  const server = await signedIn()
  const bo = await world.signUp()
  const theirs = await connect(bo)
  await sql`insert into tool_server_sign_in (account_id, server_id, issuer, client_sealed, tokens_sealed)
    select ${bo.accountId}, ${theirs.id}, issuer, client_sealed, tokens_sealed from tool_server_sign_in
    where server_id = ${server.id}`.execute(world.database.kysely)
  const checked = await call('checkToolServer', bo.api, ofServer(theirs, bo))
  expect(checked.data.problem).toBe('SECRET_UNREADABLE')
})

/** Answers a request with this JSON. */
const json = (body: unknown) => (_request: unknown, reply: ServerResponse) => {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}

test('JOB-04 E01 hostile replies of a token endpoint: a redirect, an endless reply, a token that is no header', async () => {
  const server = await connect()
  const reached: string[] = []
  world.tools.signIn.answerAt('/elsewhere', (request) => {
    reached.push(request.url ?? '')
    return false
  })
  const hostile: [Parameters<World['tools']['signIn']['answerAt']>[1], string][] = [
    [
      (_request, reply) => {
        reply.writeHead(307, { location: '/elsewhere' }).end()
        return true
      },
      'UNUSABLE',
    ],
    [
      (_request, reply) => {
        reply.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (!reply.destroyed && reply.write(' '.repeat(60_000)));
          if (!reply.destroyed) reply.once('drain', more)
        }
        more()
        return true
      },
      'UNUSABLE',
    ],
    [json({ access_token: 'a\r\nx-evil: 1', token_type: 'bearer' }), 'UNUSABLE'],
    [json({ access_token: 'a\u0000b', token_type: 'bearer' }), 'UNUSABLE'],
    [json({ access_token: 'a', token_type: 'mac' }), 'UNUSABLE'],
    [json({ error: 'nothing' }), 'UNUSABLE'],
  ]
  for (const [answer, problem] of hostile) {
    world.tools.signIn.answerAt('/token', answer)
    expect(await complete(server, await decide(await started(server)))).toMatchObject({ problem, said: null })
  }
  expect(reached).toEqual([])
})

test('JOB-04 E01 hostile descriptions: another issuer, private addresses, no PKCE, too large', async () => {
  const { issuer, url, answerAt } = world.tools.signIn
  const described = {
    issuer,
    authorization_endpoint: `${issuer}authorize`,
    token_endpoint: `${issuer}token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  }
  const metadata = '/.well-known/oauth-authorization-server'
  const resource = '/.well-known/oauth-protected-resource/mcp/signed-in'
  const faults: [string, unknown][] = [
    [metadata, { ...described, issuer: 'https://other.example/' }],
    [metadata, { ...described, code_challenge_methods_supported: ['plain'] }],
    [metadata, { ...described, response_types_supported: ['token'] }],
    [metadata, { ...described, authorization_endpoint: 'http://192.168.1.1/authorize' }],
    [metadata, { ...described, authorization_endpoint: 'http://localhost:9/authorize' }],
    [metadata, { ...described, authorization_endpoint: 'javascript:alert(1)' }],
    [metadata, { ...described, token_endpoint: 'file:///etc/passwd' }],
    [metadata, { ...described, padding: 'x'.repeat(300_000) }],
    [metadata, 'no object'],
    [resource, { resource: 'https://other.example/mcp', authorization_servers: [issuer] }],
    [resource, { resource: url, authorization_servers: ['http://127.0.0.1:9/'] }],
    [resource, { resource: url, authorization_servers: ['http://169.254.169.254/'] }],
  ]
  for (const [path, body] of faults) {
    world.tools.reset()
    answerAt(path, json(body))
    const tested = await call('testToolServer', kim.api, {
      params: { id: kim.accountId },
      body: { installedName: 'test-sign-in' },
    })
    expect([body, tested.data]).toEqual([body, { outcome: 'failed', problem: 'SIGN_IN_UNUSABLE' }])
  }
  // A name that leads to a private address looks like one that does not answer.
  world.tools.reset()
  answerAt(resource, json({ resource: url, authorization_servers: ['http://localhost/'] }))
  expect(await connect()).toMatchObject({ problem: 'SIGN_IN_NOT_REACHED' })
  // The token endpoint is reached by the rules as well.
  world.tools.reset()
  const server = await serverNow()
  answerAt(metadata, json({ ...described, token_endpoint: 'http://127.0.0.1:9/token' }))
  const client = { id: 'atrium' }
  world.tools.signIn.server.addClient({ ...client, secret: '', redirectUri: (await offerOf()).redirectUri })
  const answer = await decide(await started(server, { client }))
  expect(await complete(server, answer)).toMatchObject({ problem: 'UNUSABLE' })
})

test('JOB-04 members who are no admins neither begin, complete nor end a sign-in', async () => {
  const server = await signedIn()
  const lee = await colleagueOf(world, kim)
  const { params } = ofServer(server)
  const replies = await Promise.all([
    send(contract.beginToolServerSignIn, lee.api, {
      params,
      body: { issuer: world.tools.signIn.issuer, scopes },
    }),
    send(contract.completeToolServerSignIn, lee.api, {
      params,
      body: { issuerKey: 'a'.repeat(22), state: mintId('message') },
    }),
    send(contract.endToolServerSignIn, lee.api, { params }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
})
