import { contract, type Endpoint, type EndpointName, ErrorReply, mintId } from '@atrium/contract'
import {
  type ApiSettings,
  call,
  pathOf,
  send,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sendRaw } from '@atrium/testkit/raw-request.ts'
import { soundRequests } from '@atrium/testkit/sound-requests/index.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { describeApi } from './platform/http/open-api.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  // Also a system administrator: who is not finds nothing where those find their calls.
  kim = await world.signUp({ email: systemAdminEmail })
})
afterAll(() => world.close())

const names = Object.keys(contract) as EndpointName[]
type Headers = Record<string, string | string[]>
const nobodysThings = () => ({
  fileId: mintId('file'),
  baseId: mintId('base'),
  accountBaseId: mintId('base'),
  chatId: mintId('chat'),
  turnId: mintId('turn'),
  promptId: mintId('prompt'),
  canvasId: mintId('canvas'),
  threadId: mintId('thread'),
  commentId: mintId('comment'),
  invocationId: mintId('invocation'),
  scheduleId: mintId('schedule'),
})

/** Components of a valid request by Kim. */
function soundParts(name: EndpointName) {
  const things = { accountId: kim.accountId, roomId: kim.roomId, ...nobodysThings() }
  return soundRequests[name][0]?.make(things, things) ?? {}
}

/** A sound request of Kim's, with more in its query or its body. */
function sendWith(name: EndpointName, more: { query?: object; body?: object }): Promise<Response> {
  const endpoint: Endpoint = contract[name]
  const parts = soundParts(name)
  const isForm = parts.body instanceof FormData
  // An addition to a list goes to its first entry.
  const [list, first] = Array.isArray(parts.body) ? [parts.body, parts.body[0]] : [null, parts.body]
  const added = more.body && { ...(isForm ? {} : (first as object)), ...more.body }
  const body = added ? (list ? [added, ...list.slice(1)] : added) : isForm ? undefined : parts.body
  return send(endpoint, kim.api, {
    ...(parts.params && { params: parts.params }),
    query: { ...parts.query, ...more.query },
    ...(body !== undefined && { body }),
  })
}

async function issuesOf(response: Response) {
  const error = ErrorReply.parse(await response.json())
  return { status: response.status, code: error.code, paths: error.issues?.map((issue) => issue.path) }
}

/** Reads its query from no list: any time stamp defeats caches. */
const takesAnyQuery: EndpointName[] = ['getAppConfig']

test.each(names.filter((name) => !takesAnyQuery.includes(name)))(
  'API-04 %s refuses an unknown query parameter by its name',
  async (name) => {
    expect(await issuesOf(await sendWith(name, { query: { surprise: '1' } }))).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      paths: ['query.surprise'],
    })
  },
)

/** The bodies that another service signs have its fields. */
const isSigned = (name: EndpointName) => 'signedBody' in contract[name]

const withBody = names.filter((name) => 'body' in contract[name] && !isSigned(name))
test.each(withBody)('API-04 %s refuses an unknown field by its path', async (name) => {
  const isList = Array.isArray(soundParts(name).body)
  expect(await issuesOf(await sendWith(name, { body: { surprise: 1 } }))).toEqual({
    status: 400,
    code: 'INVALID_INPUT',
    paths: [isList ? 'body.0.surprise' : 'body.surprise'],
  })
})

test.each(withBody)('T13 %s accepts no owner from the request', async (name) => {
  const owner = { account_id: mintId('account'), workspaceId: mintId('account'), owner_id: mintId('user') }
  const found = await issuesOf(await sendWith(name, { body: { ...owner, createdBy: mintId('user') } }))
  expect([found.status, found.code, found.paths?.length]).toEqual([400, 'INVALID_INPUT', 4])
})

test('C11 a database has only users who signed up, and there are no demo or debug endpoints', async () => {
  const people = await world.database.pool.query('select email from identity_user')
  expect(people.rows.map(({ email }) => email)).toEqual([kim.email])
  for (const path of ['api/demo', 'api/debug', 'api/test', 'api/seed', 'api/admin', 'stream/debug']) {
    const reply = await fetch(`${world.url}/${path}`)
    expect([path, reply.status]).toEqual([path, 404])
  }
})

test('T13 a change of an own chat, knowledge base, canvas or prompt that names another owner is refused and keeps its owner', async () => {
  const { accountId, roomId, userId, api } = kim
  const other = await world.signUp()
  const { chatId, response } = await kim.ask('Which tea?')
  await response.body?.cancel()
  const { canvasId } = (await call('createCanvas', api, { body: { roomId } })).message
  const { promptId } = (await call('createPrompt', api, { body: { title: 'Tea', promptText: 'Tea.' } })).data
  const baseId = mintId('base')
  const { pool } = world.database
  // Its plan has knowledge bases.
  await pool.query(`update account set plan_name = 'Team' where id = $1`, [accountId])
  await pool.query(
    'insert into knowledge_base (account_id, id, room_id, name, created_by) values ($1, $2, $3, $4, $5)',
    [accountId, baseId, roomId, 'Tea', userId],
  )
  const owners = async () =>
    (
      await pool.query(
        `select array[account_id, room_id, owner_id] as owner from chat where id = $1
         union all select array[account_id, room_id, created_by] from knowledge_base where id = $2
         union all select array[account_id, room_id, owner_id] from canvas where id = $3
         union all select array[account_id, room_id, owner_id] from prompt where id = $4`,
        [chatId, baseId, canvasId, promptId],
      )
    ).rows.map(({ owner }) => owner as unknown)
  const before = await owners()
  expect(before).toHaveLength(4)
  const named = {
    account_id: other.accountId,
    accountId: other.accountId,
    workspaceId: other.accountId,
    room_id: other.roomId,
    owner_id: other.userId,
    ownerId: other.userId,
    createdBy: other.userId,
  }
  const changes: [Endpoint, Record<string, string>, object][] = [
    [contract.changeChat, { chatId }, { chatTitle: 'Tea' }],
    [contract.updateKnowledgeBase, { baseId }, { rag_name: 'Teas' }],
    [contract.changeCanvas, { canvasId }, { title: 'Tea' }],
    [contract.changePrompt, { promptId }, { title: 'Teas' }],
  ]
  for (const [endpoint, params, body] of changes) {
    for (const [name, value] of Object.entries(named))
      expect([
        endpoint.name,
        name,
        (await send(endpoint, api, { params, body: { ...body, [name]: value } })).status,
      ]).toEqual([endpoint.name, name, 400])
    // Without it, the same change is accepted.
    expect([endpoint.name, (await send(endpoint, api, { params, body })).status]).toEqual([
      endpoint.name,
      200,
    ])
  }
  expect(await owners()).toEqual(before)
})

test('API-04 all nested errors are returned together, each with its full path', async () => {
  const body = { chatTitle: '', currentTurnId: 'turn_1', more: { a: 1 } }
  expect(
    await issuesOf(await send(contract.changeChat, kim.api, { params: { chatId: 'chat_1' }, body })),
  ).toEqual({
    status: 400,
    code: 'INVALID_INPUT',
    paths: ['params.chatId', 'body.chatTitle', 'body.currentTurnId', 'body.more'],
  })
  const asked = { chatId: mintId('chat'), turnId: mintId('turn'), parentTurnId: null, modelId: 'test-model' }
  const ask = { kind: 'question', messageId: mintId('turn'), text: ' ', extra: true }
  expect(
    (await issuesOf(await send(contract.askQuestion, kim.api, { body: { ...asked, ask } }))).paths,
  ).toEqual(expect.arrayContaining(['body.ask.messageId', 'body.ask.extra']))
})

test('API-01 either header selects the account, as do both when they agree', async () => {
  for (const headers of [
    { 'workspace-id': kim.accountId },
    { 'account-id': kim.accountId },
    { 'workspace-id': kim.accountId, 'account-id': kim.accountId },
  ] as Headers[])
    expect((await listChats(headers)).status).toBe(200)
})

test('API-01 conflicting or repeated account ids, in headers or beside the path, are refused with 400', async () => {
  const other = mintId('account')
  for (const headers of [
    { 'workspace-id': kim.accountId, 'account-id': other },
    { 'workspace-id': [kim.accountId, other] },
    { 'workspace-id': [kim.accountId, kim.accountId] },
    { 'account-id': `${kim.accountId},${other}` },
    { 'workspace-id': kim.accountId, 'room-id': [kim.roomId, kim.roomId] },
  ] as Headers[])
    expect(await listChats(headers)).toMatchObject({ status: 400, code: 'CONTEXT_MISMATCH' })
  for (const header of ['workspace-id', 'account-id'])
    expect(
      await ofRoute(contract.listRooms, { accountId: kim.accountId }, { [header]: other }),
    ).toMatchObject({
      status: 400,
      code: 'CONTEXT_MISMATCH',
    })
  for (const headers of [{ 'workspace-id': 'account_1' }, { 'account-id': kim.roomId }] as Headers[])
    expect(await listChats(headers)).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
})

test('API-01 an admin may address another account in the path than in the header, and acts in the one in the path', async () => {
  const { data: second } = await call('createAccount', kim.api, { body: { name: 'Second team' } })
  const renamed = await call(
    'changeAccount',
    { ...bearerOf(kim), accountId: kim.accountId },
    { params: { id: second.teamId }, body: { name: 'Renamed team' } },
  )
  expect(renamed.data).toMatchObject({ id: second.teamId, name: 'Renamed team' })
})

test('API-04 an invalid key is refused by name; reusing a key with different content is an error', async () => {
  const rename = (key: string, name: string) =>
    send(
      contract.changeAccount,
      { ...kim.api, headers: { 'idempotency-key': key } },
      { params: { id: kim.accountId }, body: { name } },
    )
  expect(await issuesOf(await rename('short', 'A'))).toMatchObject({
    status: 400,
    paths: ['headers.idempotency-key'],
  })
  expect((await rename('a-key-of-one-change', 'First')).status).toBe(200)
  expect(await issuesOf(await rename('a-key-of-one-change', 'Second'))).toMatchObject({
    status: 409,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
})

test('API-03 the served description is that of the contract, for signed-in people', async () => {
  const served = await call('getOpenApi', kim.api)
  const bases = { main: '/api', stream: '/stream', root: '' }
  expect(served).toEqual(JSON.parse(JSON.stringify(describeApi(Object.values(contract), bases))))
  expect((await send(contract.getOpenApi, { url: world.url })).status).toBe(401)
})

const bearerOf = ({ api }: TestPerson): ApiSettings => ({
  url: api.url,
  ...(api.token && { token: api.token }),
})

async function ofRoute(
  endpoint: Endpoint,
  params: Record<string, string>,
  headers: Headers,
): Promise<{ status: number; code?: string }> {
  const reply = await sendRaw(world.url, {
    method: endpoint.method,
    path: pathOf(endpoint, { params }),
    headers: { authorization: `Bearer ${kim.api.token}`, ...headers },
  })
  return { ...(JSON.parse(reply.text) as object), status: reply.status }
}
const listChats = (headers: Headers) => ofRoute(contract.listHistory, {}, headers)
