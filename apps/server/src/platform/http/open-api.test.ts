import { readdirSync } from 'node:fs'
import path from 'node:path'
import { contract, type Endpoint, type EndpointName } from '@atrium/contract'
import { listContract } from '@atrium/testkit/list-contract.ts'
import { type ApiDocument, openApiFaults } from '@atrium/testkit/open-api-faults.ts'
import { expect, test } from 'vitest'
import { describeApi } from './open-api.ts'

const endpoints: Endpoint[] = Object.values(contract)
const document = describeApi(endpoints, {
  main: '/api',
  stream: '/stream',
  root: '',
}) as unknown as ApiDocument
const operationOf = (name: EndpointName) => {
  const { host, method, path: below } = contract[name]
  const at = { main: '/api', stream: '/stream', root: '' }[host] + below.replaceAll(/:(\w+)/g, '{$1}')
  return document.paths[at]?.[method.toLowerCase()]
}

const listing = path.join(import.meta.dirname, '../../../../../packages/contract/listing')

test('API-03 the contract is committed as a listing, so that reviews show every change', async () => {
  // After an intended change: `npx vitest run apps/server/src/platform/http/open-api.test.ts -u`.
  const texts = listContract(document)
  for (const [group, text] of texts)
    await expect(text).toMatchFileSnapshot(path.join(listing, `${group}.txt`))
  expect(readdirSync(listing).toSorted()).toEqual([...texts.keys()].map((group) => `${group}.txt`).toSorted())
})

test('API-03 a change of any value in the description changes the listing', () => {
  const unnoticed: string[] = []
  for (const at of ['/api/auth/verify', '/api/sessions/{chatId}']) {
    const one = { ...structuredClone(document), paths: { [at]: structuredClone(document.paths[at] ?? {}) } }
    const listed = () => [...listContract(one).values()].join('\n')
    const before = listed()
    const changeEach = (holder: Record<string, unknown>, below: string) => {
      for (const [key, value] of Object.entries(holder)) {
        if (typeof value === 'object' && value !== null) {
          changeEach(value as Record<string, unknown>, `${below}.${key}`)
          continue
        }
        holder[key] = typeof value === 'boolean' ? !value : `${String(value)}1`
        if (listed() === before) unnoticed.push(`${below}.${key}`)
        holder[key] = value
      }
    }
    changeEach(one.paths[at] as Record<string, unknown>, at)
    expect(listed()).toBe(before)
  }
  expect(unnoticed).toEqual([])
})

test('API-03 the description is valid OpenAPI 3.1 and has every endpoint once', () => {
  expect(openApiFaults(document)).toEqual([])
  const described = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((one) => one.operationId),
  )
  expect(described.toSorted()).toEqual(Object.keys(contract).toSorted())
})

test('API-03 the check of the description finds mistakes in one', () => {
  const broken = structuredClone(document)
  const get = broken.paths['/api/sessions/{chatId}']?.['get']
  if (get) Object.assign(get, { operationId: 'listRooms', parameters: [], security: [{ nobody: [] }] })
  broken.components.schemas['Lost'] = { $ref: '#/components/schemas/Missing' }
  expect(openApiFaults(broken)).toEqual([
    'operationId listRooms is not unique',
    'get /api/sessions/{chatId}: {chatId} is not declared',
    'get /api/sessions/{chatId}: security scheme nobody is not declared',
    'components.schemas.Lost: #/components/schemas/Missing leads nowhere',
  ])
})

/**
 * Section 7 of the specification for the calls that exist, by hand: method and path, query parameters with their defaults,
 * body fields, where the payload is, and fields of it that are named there.
 */
const specified: [
  EndpointName,
  string,
  {
    host?: Endpoint['host']
    query?: Record<string, unknown>
    body?: string[]
    payload?: string
    fields?: string[]
  },
][] = [
  ['listAccounts', 'GET /user/teams', { payload: 'data' }],
  ['createAccount', 'POST /user/teams', { payload: 'data', fields: ['teamId'] }],
  ['changeAccount', 'PATCH /user/teams/:id', { payload: 'data' }],
  [
    'getLogoUploadForm',
    'GET /user/teams/logo/:id/:filename',
    {
      query: { 'cache-control': undefined, 'content-type': undefined },
      payload: 'data',
      fields: ['url', 'fields'],
    },
  ],
  [
    'listRooms',
    'GET /accounts/:accountId/rooms',
    { payload: 'data', fields: ['id', 'name', 'logoFilename'] },
  ],
  [
    'getRoom',
    'GET /accounts/:accountId/rooms/:roomId',
    { payload: 'data', fields: ['id', 'name', 'logoFilename', 'description', 'access_type'] },
  ],
  [
    'listHistory',
    'GET /sessions/history',
    {
      query: { scope: 'all', canvas: false, page: 1, page_size: 20, order: 'desc', sort_by: 'date' },
      payload: 'message',
      fields: ['chatTitle', 'isShared', 'sharedBy', 'readOnly', 'userProfileUrl', 'userName'],
    },
  ],
  ['listRecentChats', 'GET /sessions/recent-chats', { query: { limit: 10 }, payload: 'message' }],
  ['getChat', 'GET /sessions/:chatId', { payload: 'message' }],
  [
    'listModels',
    'GET /user/models',
    {
      payload: 'message',
      fields: ['modelId', 'modelName', 'displayName', 'isAvailable', 'category', 'options'],
    },
  ],
  ['getUserInfo', 'GET /user/info', { payload: 'message', fields: ['is_new_user', 'balanceTeamCredits'] }],
  ['askQuestion', 'POST /answer', { host: 'stream' }],
  ['getAppConfig', 'GET /app-config.json', { host: 'root' }],
]

test.each(specified)(
  'API-01 %s is %s, with the parameters, defaults and schema of the specification',
  (name, at, received) => {
    const endpoint: Endpoint = contract[name]
    const { host = 'main', query = {}, payload, fields = [] } = received
    expect([endpoint.host, `${endpoint.method} ${endpoint.path}`]).toEqual([host, at])
    const operation = operationOf(name)
    const asked = operation?.parameters.filter((one) => one.in === 'query') ?? []
    expect(Object.fromEntries(asked.map((one) => [one.name, one.schema['default']]))).toEqual(query)
    if (!payload) return
    const reply =
      operation?.responses[String(endpoint.reply.status ?? 200)]?.content?.['application/json']?.schema
    const envelope = (reply?.['properties'] ?? {}) as Record<string, Record<string, unknown>>
    expect(Object.keys(envelope)).toEqual(expect.arrayContaining(['isError', 'statusCode', payload]))
    const payloadSchema = envelope[payload] ?? {}
    const item = ((payloadSchema['items'] as object | undefined) ?? payloadSchema) as { properties?: object }
    expect(Object.keys(item.properties ?? {})).toEqual(expect.arrayContaining(fields))
  },
)

test('API-01 Workspace-Id or Account-Id selects the account and Room-Id the room, wherever a call works in an account', () => {
  for (const endpoint of endpoints.filter((one) => one.caller === 'account-member')) {
    const headers = operationOf(endpoint.name as EndpointName)
      ?.parameters.filter((one) => one.in === 'header')
      .map((one) => one.name)
    expect(headers, endpoint.name).toEqual(expect.arrayContaining(['Workspace-Id', 'Account-Id', 'Room-Id']))
  }
})

test('API-04 every authenticated call that creates or charges something can be repeated safely', () => {
  const unprotected = endpoints.filter(
    (one) =>
      one.method === 'POST' &&
      ['signed-in', 'accepted-terms', 'account-member', 'account-admin', 'system-admin'].includes(
        one.caller,
      ) &&
      !one.idempotency &&
      !one.holdsSecret,
  )
  expect(unprotected.map((one) => one.name)).toEqual([])
})
