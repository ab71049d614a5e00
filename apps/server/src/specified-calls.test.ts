import { contract, type Endpoint, mintId } from '@atrium/contract'
import { startIdentityProvider } from '@atrium/sandbox/identity-provider.ts'
import { colleagueOf, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { decodeJwt } from 'jose'
import { png } from './files/pictures/pictures-for-tests.ts'
import { visit } from './identity/openid/openid-for-tests.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'

/** The calls of the specification's section 7 with the parameters that it names and no others (API-01, API-05). */

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
})
afterAll(() => world.close())

type Sent = { headers?: Record<string, string>; body?: unknown; person?: TestPerson }
// These tests check the raw responses.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>

/** One call as a program makes it: the bearer token, the headers that are named, and nothing else. */
async function ask(method: string, path: string, { headers = {}, body, person = kim }: Sent = {}) {
  const response = await fetch(world.url + path, {
    method,
    headers: {
      authorization: `Bearer ${person.api.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json: Json = text.startsWith('{') ? JSON.parse(text) : {}
  expect(response.status, `${method} ${path}: ${text.slice(0, 300)}`).toBeLessThan(300)
  return json
}

const workspace = (): Record<string, string> => ({ 'workspace-id': kim.accountId })
const inRoom = (): Record<string, string> => ({ ...workspace(), 'room-id': kim.roomId })

async function postFile(form: { url: string; fields: Record<string, string> }, bytes: Buffer | string) {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
  data.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'file')
  const { status } = await fetch(new URL(form.url, world.url), { method: 'POST', body: data })
  expect([200, 201, 204]).toContain(status)
  return String(form.fields['key'])
}

test('API-01 API-05 accounts and members', async () => {
  const { data: made } = await ask('POST', '/api/user/teams', { body: { name: 'Tea Makers' } })
  const { data: teams } = await ask('GET', '/api/user/teams')
  expect(teams.map(({ id }: Json) => id)).toEqual([kim.accountId, made.teamId])
  await ask('PATCH', `/api/user/teams/${made.teamId}`, { body: { name: 'Tea Drinkers' } })
  const logo = '?cache-control=public%2C%20max-age%3D31536000%2C%20immutable&content-type=image%2Fpng'
  const { data: form } = await ask('GET', `/api/user/teams/logo/${made.teamId}/logo.png${logo}`)
  expect(Object.keys(form)).toEqual(['url', 'fields'])
  const key = await postFile(form, png)
  await ask('PATCH', `/api/user/teams/${made.teamId}`, { body: { logoFilename: key } })

  const members = `/api/user/teams/members/${made.teamId}`
  await ask('POST', members, { body: { email: grace.email } })
  const { data: invites } = await ask('GET', '/api/user/teams/invites', { person: grace })
  await ask('POST', '/api/user/teams/invites', { person: grace, body: { inviteId: invites[0].inviteId } })
  expect((await ask('GET', members)).count).toBe(2)
  await ask('PATCH', members, { body: { userId: grace.userId, role: 'admin' } })
  await ask('DELETE', `${members}?userId=${grace.userId}`)
  await ask('POST', `/api/user/teams/invites/bulk/${made.teamId}`, { body: { lines: [grace.email] } })
  const { data: again } = await ask('GET', '/api/user/teams/invites', { person: grace })
  await ask('DELETE', `/api/user/teams/invites?inviteId=${again[0].inviteId}`, { person: grace })

  const { data: link } = await ask('POST', '/api/public-invite', { headers: { 'workspace-id': made.teamId } })
  await ask('GET', `/api/public-invite/join/${link.token}`, { person: grace })
})

test("API-01 AUTH-08 a sign-in through the pool returns the pool's ID token", async () => {
  const port = await findFreePort()
  const site = `http://127.0.0.1:${port}`
  const client = { id: 'atrium', secret: 'secret-of-the-pool', redirectUri: `${site}/auth/validate` }
  const people = [{ subject: 'ada', email: 'ada@pool.example', givenName: 'Ada', familyName: 'Lovelace' }]
  const pool = await startIdentityProvider({ client, people })
  const pooled = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: {
      ATRIUM_PORT: String(port),
      ATRIUM_PUBLIC_URL: site,
      ATRIUM_OPENID_ISSUER: pool.issuer,
      ATRIUM_OPENID_CLIENT_ID: client.id,
      ATRIUM_OPENID_CLIENT_SECRET: client.secret,
    },
  })
  try {
    const post = (path: string, body: object, cookie = '') =>
      fetch(site + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site, cookie },
        body: JSON.stringify(body),
      })
    const started = await post('/api/auth/openid/begin', { provider: 'pool' })
    const { data } = (await started.json()) as Json
    const cookie = started.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const { code, iss } = await visit({ url: new URL(data.authorizationUrl) }, 'ada')
    const completed = await post(
      '/api/auth/openid/complete',
      { provider: 'pool', state: data.state, code, iss },
      cookie,
    )
    const { token } = ((await completed.json()) as Json).data
    expect(decodeJwt(token.idToken)).toMatchObject({ iss: pool.issuer, aud: client.id, sub: 'ada' })
    const info = await fetch(`${site}/api/user/info`, {
      headers: { authorization: `Bearer ${token.accessToken}` },
    })
    expect(((await info.json()) as Json).message).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
    // A refreshed session has none: the pool is not called again.
    const session = completed.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const renewed = ((await (await post('/api/auth/token', {}, session)).json()) as Json).data
    expect(renewed).toMatchObject({ userId: token.userId })
    expect(renewed.idToken).toBeUndefined()
  } finally {
    await pooled.close()
    await pool.close()
  }
})

test('PERM-01 the type of a user follows from role and plan', async () => {
  const typesOf = async (person: TestPerson) =>
    (await ask('GET', '/api/user/teams', { person })).data.map(({ userType }: Json) => userType)
  expect(await typesOf(kim)).toEqual(['internalAdmin', 'externalAdmin'])
  expect(await typesOf(grace)).toEqual(['internalMember'])
  await sql`update account set plan_name = 'Basic' where id = ${kim.accountId}`.execute(world.database.kysely)
  expect(await typesOf(grace)).toEqual(['externalMember'])
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
})

test('API-01 API-05 rooms, with their members, and people found by name and email', async () => {
  const rooms = `/api/accounts/${kim.accountId}/rooms`
  const body = { name: 'Kitchen', logoFilename: null, description: 'Tea.', access_type: 'PRIVATE' }
  const { data: room } = await ask('POST', rooms, { body })
  expect(room.members).toMatchObject([{ id: kim.userId, email: kim.email, membership_type: 'OWNER' }])
  const { data: found } = await ask('GET', `/api/accounts/${kim.accountId}/users/search?query=grac`)
  expect(found).toMatchObject([
    { id: grace.userId, name: 'Grace Hopper', email: grace.email, firstName: 'Grace', userName: grace.email },
  ])
  const members = `/api/rooms/${room.id}/members`
  await ask('POST', members, {
    headers: workspace(),
    body: [{ id: grace.userId, membership_type: 'MEMBER' }],
  })
  expect((await ask('GET', `${members}?page=1&page_size=10`, { headers: workspace() })).count).toBe(2)
  const { data: listed } = await ask('GET', rooms)
  const kitchen = listed.find(({ id }: Json) => id === room.id)
  expect(kitchen.members.map(({ name }: Json) => name)).toEqual(['Kim Example', 'Grace Hopper'])
  await ask('PUT', `${members}/${grace.userId}/make-admin`, { headers: workspace() })
  const system_prompt = { instructions: 'Be brief.', modifiers: { tone: 'Formal' } }
  await ask('PATCH', `${rooms}/${room.id}`, { body: { system_prompt } })
  const { data: details } = await ask('GET', `${rooms}/${room.id}`)
  expect(details).toMatchObject({
    system_prompt,
    members: [{ id: kim.userId }, { membership_type: 'ADMIN' }],
  })
  await ask('DELETE', `${members}/${grace.userId}`, { headers: workspace() })
  await ask('DELETE', `${rooms}/${room.id}`)
})

const presigned = (name: string) =>
  `/api/generate-presigned-url?filename=${name}&cache-control=public%2C%20max-age%3D31536000%2C%20immutable&content-type=text%2Fplain`

test('API-05 KB-01 KB-04 files of a knowledge base are uploaded and named with only the specified fields', async () => {
  const headers = inRoom()
  // Forms without a size keep nothing free, so any number of them can be open at once.
  const forms = [
    await ask('GET', presigned('tea.txt'), { headers }),
    await ask('GET', presigned('coffee.txt'), { headers }),
    await ask('GET', presigned('milk.txt'), { headers }),
  ]
  const files: string[] = []
  for (const { data } of forms) files.push(await postFile(data, 'Tea is steeped for four minutes.'))
  const { data: base } = await ask('POST', '/api/custom_rags/create', {
    headers,
    body: { files, rag_name: 'Drinks', description: 'What we drink.', ip_type: 'FILE_UPLOAD' },
  })
  expect(base).toMatchObject({ rag_name: 'Drinks', fileCount: 3, ip_type: 'FILE_UPLOAD' })
  const query = 'page=1&page_size=50&order=DESC&sort_by=created_at&search=drink'
  const { data: listed, count } = await ask('GET', `/api/custom_rags?${query}`, { headers: workspace() })
  expect([listed.map(({ id }: Json) => id), count]).toEqual([[base.id], 1])
  // The files of a base are no longer among the room's files.
  const context = await ask('GET', `/api/rooms/${kim.roomId}/files`, { headers: workspace() })
  expect(context.count).toBe(0)
  await ask('PATCH', `/api/custom_rags/update/${base.id}`, {
    headers: workspace(),
    body: { rag_name: 'Cups' },
  })
  await ask('DELETE', `/api/custom_rags/delete/${base.id}`, { headers: workspace() })
})

test('API-05 KB-09 a knowledge base created by an admin without a room, and its files, serve the whole account', async () => {
  const { data: form } = await ask('GET', presigned('rules.txt'), { headers: workspace() })
  const { data: base } = await ask('POST', '/api/custom_rags/create', {
    headers: workspace(),
    body: {
      files: [await postFile(form, 'Tea at four.')],
      rag_name: 'Rules',
      description: 'Of the whole account.',
      ip_type: 'FILE_UPLOAD',
    },
  })
  expect(base).toMatchObject({ rag_name: 'Rules', fileCount: 1, room: null })
  const query = 'page=1&page_size=50&order=DESC&sort_by=created_at&search=rules'
  for (const headers of [workspace(), inRoom()]) {
    const { data: listed } = await ask('GET', `/api/custom_rags?${query}`, { headers })
    expect(listed.map(({ id }: Json) => id)).toEqual([base.id])
  }
  await ask('DELETE', `/api/custom_rags/delete/${base.id}`, { headers: workspace() })
})

test('API-05 HIST-06 ANS-01 chats, history, labels and models', async () => {
  const question = (text: string) => ({
    chatId: mintId('chat'),
    turnId: mintId('turn'),
    parentTurnId: null,
    modelId: 'test-model',
    ask: { kind: 'question', messageId: mintId('message'), text },
  })
  const asked = [question('Which tea?'), question('Which milk?')]
  for (const [index, body] of asked.entries()) {
    const response = await fetch(`${world.url}${['/stream/answer', '/stream/api/chat'][index]}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${kim.api.token}`,
        'content-type': 'application/json',
        ...inRoom(),
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    expect((await readEvents(response)).isDone).toBe(true)
  }
  const [tea, milk] = asked.map(({ chatId }) => chatId)
  const headers = workspace()
  const { message: label } = await ask('POST', '/api/sessions/labels', {
    headers,
    body: { name: 'Hot Drinks' },
  })
  const change = { action: 'label', chatIds: [tea], add: [label.labelId], remove: [] }
  await ask('POST', '/api/sessions/changes', { headers, body: change })

  const history = async (more: string) => {
    const page = `scope=all&page=1&page_size=20&order=desc&sort_by=date&${more}`
    const { message, count } = await ask('GET', `/api/sessions/history?${page}`, { headers })
    expect(count).toBe(message.length)
    return message.map(({ chatId }: Json) => chatId)
  }
  expect(await history('canvas=false')).toEqual([milk, tea])
  expect(await history('canvas=true')).toEqual([])
  for (const name of ['Hot Drinks', 'hot drinks', label.labelId])
    expect(await history(`canvas=false&label=${encodeURIComponent(name)}`)).toEqual([tea])
  expect(await history('canvas=false&label=unlabelled')).toEqual([milk])
  expect(await history('canvas=false&label=Nobody%20has%20this')).toEqual([])
  const shared = await ask('GET', '/api/sessions/history?scope=shared', { headers })
  expect([shared.message, shared.count]).toEqual([[], 0])

  const counted = async (canvas: string) =>
    (await ask('GET', `/api/sessions/labels?scope=all&canvas=${canvas}`, { headers })).message
  expect(await counted('false')).toMatchObject([{ name: 'Hot Drinks', chatCount: 1 }])
  expect(await counted('true')).toMatchObject([{ name: 'Hot Drinks', chatCount: 0 }])

  const { message: recent } = await ask('GET', '/api/sessions/recent-chats?limit=10', { headers })
  expect(recent).toHaveLength(2)
  const details = { 'account-id': kim.accountId, 'room-id': kim.roomId }
  expect((await ask('GET', `/api/sessions/${tea}`, { headers: details })).message.chatId).toBe(tea)
  const labels = await ask('GET', `/api/sessions/${tea}/labels?search=hot`, { headers })
  expect(labels.message).toMatchObject([{ name: 'Hot Drinks' }])
  await ask('GET', '/api/sessions/unseen', { headers: { ...headers, 'room-id': kim.roomId } })
  const { message: models } = await ask('GET', '/api/user/models', { headers })
  expect(models[0]).toMatchObject({ modelId: 'auto', contextLimit: 1_048_576 })
})

test("API-05 HIST-01 a chat in the history has its owner's picture", async () => {
  const { data: form } = await ask('GET', '/api/user/picture/me.png?content-type=image%2Fpng')
  const { message: user } = await ask('PATCH', '/api/user/info', {
    body: { profilePicture: await postFile(form, png) },
  })
  const { message } = await ask('GET', '/api/sessions/history', { headers: workspace() })
  expect(user.profilePicture).toContain('/files/picture/')
  expect(message.map(({ userProfileUrl }: Json) => userProfileUrl)).toEqual(
    message.map(() => user.profilePicture),
  )
})

test('API-05 LIB-06 prompts, their tags and collections', async () => {
  const headers = workspace()
  const body = { title: 'Tea', promptText: 'Which #{kind}# tea?', tags: ['drinks'], collection: 'Kitchen' }
  const { data: prompt } = await ask('POST', '/api/prompts', { headers, body })
  await ask('PUT', `/api/prompts/${prompt.promptId}/star`, { headers, body: { starred: true } })
  const page = 'page=1&source=starred&page_size=20'
  const { data, count } = await ask('GET', `/api/prompts?${page}`, { headers })
  expect([data, count]).toMatchObject([
    [{ promptText: 'Which #{kind}# tea?', starred: true, source: 'mine' }],
    1,
  ])
  expect((await ask('GET', '/api/prompts/tags', { headers })).data).toEqual([
    { tag: 'drinks', promptCount: 1 },
  ])
  expect((await ask('GET', '/api/collections', { headers })).data).toEqual([
    { collection: 'Kitchen', promptCount: 1 },
  ])
})

test('API-01 AUTH-12 the user', async () => {
  const { message } = await ask('GET', '/api/user/info')
  expect(message.is_new_user).toBe(false)
})

test('API-01 LIFE-01 the browser configuration, for any timestamp, with its two announcements', async () => {
  for (const query of ['', '?1763820000000', '?1763820600000']) {
    const config = await ask('GET', `/app-config.json${query}`)
    expect(config).toMatchObject({ downtimeSettings: null, forceLogoutCookieSettings: null })
  }
})

test('KB-01 a form without a size reserves nothing; a file that no longer fits is refused after the upload', async () => {
  const [small, ...large] = await Promise.all(
    ['small.txt', 'a.txt', 'b.txt'].map((name) => ask('GET', presigned(name), { headers: inRoom() })),
  )
  const reserved = await sql<{ bytes: number }>`
    select coalesce(sum(reserved_bytes), 0)::int as bytes from room_file where account_id = ${kim.accountId}`.execute(
    world.database.kysely,
  )
  expect(reserved.rows[0]?.bytes).toBe(0)
  await postFile(small?.data, 'a')
  await sql`update room_file set size_bytes = ${100 * 1024 * 1024 - 10} where account_id = ${kim.accountId} and name = 'small.txt'`.execute(
    world.database.kysely,
  )
  const data = new FormData()
  for (const [name, value] of Object.entries(large[0]?.data.fields as object))
    data.append(name, String(value))
  data.append('file', new Blob(['a'.repeat(100)]), 'file')
  const refused = await fetch(new URL(large[0]?.data.url, world.url), { method: 'POST', body: data })
  expect([refused.status, (await refused.json()).code]).toEqual([413, 'FILES_TOO_LARGE_TOGETHER'])
})

test('API-01 CANV-05 PLAN-02 calls whose payloads the specification leaves open have its paths, at its host', () => {
  const found = new Set(
    Object.values<Endpoint>(contract).map(({ host, method, path: at }) => `${host} ${method} ${at}`),
  )
  const declared = [
    ...['GET /generate-presigned-url', 'GET /get-presigned-url', 'GET /sessions/unseen'],
    ...['GET /agent/agents/invocations', 'POST /canvas', 'POST /canvas/share', 'GET /canvas/canvas-list'],
    ...[
      'GET /canvas/:canvasId/current-users',
      'GET /user/topups',
      'GET /user/plans',
      'GET /user/plan-details',
    ],
    ...['GET /user/subscription/choice', 'POST /user/subscription/choice', 'GET /user/usage'],
    ...['PATCH /user/billing-details/:accountId', 'POST /payment/init-payment', 'GET /payment/transactions'],
    ...['POST /payment/complete-payment', 'GET /payment/verify-payment', 'GET /payment/receipt'],
  ].map((call) => `main ${call}`)
  const streamed = ['/api/chat', '/magic-write', '/followups', '/custom_prompt'].map(
    (at) => `stream POST ${at}`,
  )
  expect([...declared, ...streamed].filter((call) => !found.has(call))).toEqual([])
})
