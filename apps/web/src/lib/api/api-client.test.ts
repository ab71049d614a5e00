import {
  askQuestion,
  createAccount,
  getChat,
  listAccounts,
  listHistory,
  listMembers,
  listModels,
  listRooms,
  signIn,
} from '@atrium/contract'
import { expect, test } from 'vitest'
import { CallAborted } from './api-error.ts'
import { data, refusal, scriptedServer, tokenReply } from '../scripted-server.fixture.ts'

const tokenPath = '/api/auth/token'
const isOld = (headers: Headers) => headers.get('authorization') === 'Bearer old'

test('AUTH-07 one refresh serves any number of waiting calls', async () => {
  const { client, to } = scriptedServer(({ url }) => (url === tokenPath ? tokenReply('fresh') : data([])))
  await Promise.all(Array.from({ length: 20 }, () => client.call(listAccounts, {})))
  expect(to(tokenPath)).toHaveLength(1)
  expect(to('/api/user/teams').map(({ headers }) => headers.get('authorization'))).toEqual(
    Array(20).fill('Bearer fresh'),
  )
})

test('AUTH-07 on a 401 the token is refreshed once and every refused call repeated', async () => {
  const server = scriptedServer(({ url, headers }) => {
    if (url === tokenPath) return tokenReply('fresh')
    return isOld(headers) ? refusal('UNAUTHENTICATED', 401) : data([])
  })
  server.tokens.hold({
    accessToken: 'old',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    userId: 'user_1',
    sessionId: 'session_1',
    termsAccepted: true,
  })
  await Promise.all(Array.from({ length: 5 }, () => server.client.call(listAccounts, {})))
  expect(server.to(tokenPath)).toHaveLength(1)
  expect(server.to('/api/user/teams')).toHaveLength(10)
  expect(server.received.signedOut).toBe(0)
})

test('AUTH-07 a call that is refused again is not repeated forever', async () => {
  const { client, to, received } = scriptedServer(({ url }) =>
    url === tokenPath ? tokenReply('fresh') : refusal('UNAUTHENTICATED', 401),
  )
  await expect(client.call(listAccounts, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
  expect(to('/api/user/teams')).toHaveLength(2)
  expect(received.signedOut).toBe(1)
})

test('AUTH-07 a refused refresh signs out and fails every waiting call', async () => {
  const { client, to, received } = scriptedServer(({ url }) =>
    url === tokenPath ? refusal('SESSION_ENDED', 401) : data([]),
  )
  const outcomes = await Promise.allSettled([client.call(listAccounts, {}), client.call(listAccounts, {})])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(to(tokenPath)).toHaveLength(1)
  expect(received.signedOut).toBeGreaterThan(0)
})

test("AUTH-07 a refresh without a response fails the call but doesn't sign out", async () => {
  const { client, received } = scriptedServer(({ url }, count) =>
    url === tokenPath ? (count === 1 ? new TypeError('Failed to fetch') : tokenReply('fresh')) : data([]),
  )
  await expect(client.call(listAccounts, {})).rejects.toMatchObject({ code: 'NO_ANSWER' })
  await expect(client.call(listAccounts, {})).resolves.toMatchObject({ data: [] })
  expect(received.signedOut).toBe(0)
})

test('AUTH-07 a token about to expire is renewed before it is used', async () => {
  const { client, to } = scriptedServer(({ url }, count) =>
    url === tokenPath ? tokenReply(`token ${count}`, count === 1 ? 20_000 : 900_000) : data([]),
  )
  await client.call(listAccounts, {})
  await client.call(listAccounts, {})
  expect(to(tokenPath)).toHaveLength(2)
})

test.each([
  ['a day ahead', 24 * 60],
  ['twenty minutes ahead', 20],
  ['a day behind', -24 * 60],
])('B57 a browser whose clock is %s renews its token no more often than another', async (_, minutes) => {
  // Difference between the server's clock and this browser's.
  const lastsMs = 900_000 - minutes * 60_000
  const { client, to } = scriptedServer(({ url }) =>
    url === tokenPath ? tokenReply('fresh', lastsMs) : data([]),
  )
  for (let calls = 0; calls < 5; calls += 1) await client.call(listAccounts, {})
  expect(to(tokenPath)).toHaveLength(1)
  expect(to('/api/user/teams')).toHaveLength(5)
})

test('API-04 a mutating call keeps its idempotency key when it is repeated, and the next call gets another', async () => {
  const server = scriptedServer(({ url, headers }, count) => {
    if (url === tokenPath) return tokenReply('fresh')
    return count === 1 || isOld(headers) ? refusal('UNAUTHENTICATED', 401) : data({})
  })
  await server.client.call(createAccount, { body: { name: 'Team' } })
  await server.client.call(createAccount, { body: { name: 'Team' } })
  const keys = server.to('/api/user/teams').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('ACC-03 the active account is in the headers of every call; a call for a room waits for the room', async () => {
  const { client, activeContext, to } = scriptedServer(({ url }) =>
    url === tokenPath ? tokenReply('fresh') : data([]),
  )
  activeContext.enterAccount('account_1')
  await client.call(listRooms, { params: { accountId: 'account_1' } })
  expect(to('/api/accounts')[0]?.headers.get('workspace-id')).toBe('account_1')
  const opening = client.call(getChat, { params: { chatId: 'chat_1' } })
  await client.call(listAccounts, {})
  expect(to('/api/sessions')).toHaveLength(0)
  expect(to('/api/user/teams')[0]?.headers.has('workspace-id')).toBe(false)
  activeContext.enterRoom('room_1')
  await opening
  expect(to('/api/sessions/chat_1')[0]?.headers.get('room-id')).toBe('room_1')
})

test('MODEL-04 models are requested for the room of the page, or for the account without one', async () => {
  const { client, activeContext, to } = scriptedServer(({ url }) =>
    url === tokenPath ? tokenReply('fresh') : data([]),
  )
  activeContext.enterAccount('account_1')
  activeContext.enterRoom('room_1')
  await client.call(listModels, {}, { place: { accountId: 'account_1', roomId: 'room_2' } })
  await client.call(listModels, {}, { place: { accountId: 'account_1', roomId: null } })
  expect(to('/api/user/models').map(({ headers }) => headers.get('room-id'))).toEqual(['room_2', null])
})

test('API-01 path and query are written as declared', async () => {
  const { client, sent } = scriptedServer(({ url }) => (url === tokenPath ? tokenReply('fresh') : data([])))
  await client.call(listHistory, { query: { page: '2', order: 'asc' } })
  expect(sent.at(-1)?.url).toBe('/api/sessions/history?page=2&order=asc')
})

test('API-02 a missing response has its own error', async () => {
  const { client } = scriptedServer(() => new TypeError('Failed to fetch'))
  await expect(client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    code: 'NO_ANSWER',
    status: 0,
    message: 'Something went wrong',
  })
})

test('API-02 a timeout has its own error', async () => {
  const { client } = scriptedServer(() => new DOMException('signal timed out', 'TimeoutError'))
  await expect(client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    code: 'TIMED_OUT',
    message: 'Looks like something took a bit too long! Please try again shortly.',
  })
})

test.each(['BodyStreamBuffer was aborted', 'THE OPERATION WAS ABORTED.', 'request cancelled'])(
  'API-02 CHAT-03 %j is not reported as a failure',
  async (message) => {
    const { client } = scriptedServer(() => new Error(message))
    await expect(client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toBeInstanceOf(
      CallAborted,
    )
  },
)

test('API-02 leaving the page is not reported as a failure', async () => {
  const { client } = scriptedServer(() => data({}))
  await expect(
    client.call(signIn, { body: { email: 'a@b.c', password: 'x' } }, { signal: AbortSignal.abort() }),
  ).rejects.toBeInstanceOf(CallAborted)
})

test("API-02 LIFE-02 503 with isError opens the maintenance page; a proxy's 503 only fails", async () => {
  const ours = scriptedServer(() => refusal('UNAVAILABLE', 503))
  await expect(ours.client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  expect(ours.received.maintenance).toBe(1)
  const proxy = scriptedServer(() => new Response('<h1>503</h1>', { status: 503 }))
  await expect(proxy.client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  expect(proxy.received.maintenance).toBe(0)
})

test.each([400, 403, 404, 408, 500])('API-02 %i is passed through with its message', async (status) => {
  const { client } = scriptedServer(() =>
    refusal('INVALID_INPUT', status, {
      issues: [{ path: 'body.email', message: 'No.' }],
      retryAfterSeconds: 7,
      details: { left: 2 },
    }),
  )
  await expect(client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    status,
    code: 'INVALID_INPUT',
    message: 'INVALID_INPUT.',
    issues: [{ path: 'body.email', message: 'No.' }],
    retryAfterSeconds: 7,
    details: { left: 2 },
  })
})

test('AUTH-07 a stream is opened by the same rules and sends its last event id', async () => {
  const server = scriptedServer(({ url, headers }) => {
    if (url === tokenPath) return tokenReply('fresh')
    return isOld(headers) ? refusal('UNAUTHENTICATED', 401) : new Response('data: [DONE]\n\n')
  })
  server.tokens.hold({
    accessToken: 'old',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    userId: 'user_1',
    sessionId: 'session_1',
    termsAccepted: true,
  })
  server.activeContext.enterAccount('account_1')
  server.activeContext.enterRoom('room_1')
  const body = {
    chatId: 'chat_1',
    turnId: 'turn_1',
    parentTurnId: null,
    modelId: 'auto',
    ask: { kind: 'question', messageId: 'message_1', text: 'Hello' },
  } as const
  const reply = await server.client.stream(askQuestion, { body }, { lastEventId: 12 })
  expect(await reply.text()).toBe('data: [DONE]\n\n')
  expect(server.to('/stream/answer').at(-1)?.headers.get('last-event-id')).toBe('12')
})

test('ACC-03 a reply that is not JSON is no response', async () => {
  const { client } = scriptedServer(
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  )
  await expect(client.call(signIn, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({
    code: 'NO_ANSWER',
  })
})

test("AUTH-11 the account in a call's path is the one in its header", async () => {
  const { client, activeContext, sent } = scriptedServer(({ url }) =>
    url === tokenPath ? tokenReply('fresh') : data([]),
  )
  activeContext.enterAccount('account_1')
  await client.call(listRooms, { params: { accountId: 'account_2' } })
  await client.call(listMembers, { params: { id: 'account_3' }, query: {} })
  await client.call(listHistory, { query: {} })
  const named = sent.filter(({ url }) => url !== tokenPath).map(({ headers }) => headers.get('workspace-id'))
  expect(named).toEqual(['account_2', 'account_3', 'account_1'])
})
