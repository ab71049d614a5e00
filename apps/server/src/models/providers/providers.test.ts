import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AddedProvider,
  contract,
  ErrorReply,
  mintId,
  type ProviderTest,
  type ProviderToAdd,
  type ProviderToTest,
} from '@atrium/contract'
import { holdAnswer, type ModelProvider, startModelProvider } from '@atrium/sandbox'
import {
  call,
  endOf,
  readEvents,
  send,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  textOf,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { Secret } from '../../platform/config/secret.ts'
import { defaultModelPreferences } from '../catalogue/model-preferences.ts'
import { modelsUnderTest } from '../testing/models-for-tests.ts'
import { listProviders } from './list-providers.ts'
import { providerKeys } from './provider-keys.ts'
import { shareProviders } from './share-providers.ts'

const key = 'sk-only-the-provider-may-see-this-8472'

let world: World
let vendor: ModelProvider
let admin: TestPerson
let member: TestPerson
let logged = ''

beforeAll(async () => {
  vendor = await startModelProvider({ apiKey: key, pace: { firstTokenMs: 0, perSecond: Infinity } })
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void (logged += line) },
  })
  admin = await world.signUp({ name: 'Ada Admin', email: systemAdminEmail, withAccount: false })
  member = await world.signUp()
})
afterAll(async () => {
  await world.close()
  await vendor.close()
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vendor.reset()
  for (const { id } of (await list()).added) await remove(id)
})

/** A scripted server that is no provider. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const offered = (more: Partial<ProviderToAdd['models'][number]> = {}): ProviderToAdd['models'][number] => ({
  id: 'added-quick',
  model: 'sandbox-quick',
  displayName: 'Quick one',
  version: 'latest',
  description: 'Answers quickly.',
  category: 'Basic',
  contextLimit: 32_000,
  maxOutputTokens: 4_000,
  reasoning: false,
  image_processing: false,
  tool_calls: false,
  spreadsheet_agent: false,
  followupQuestionsDefault: false,
  is_deferred_response: false,
  promptCounter: false,
  speed: 3,
  quality: 3,
  price: { input: 2, cachedInput: 1, output: 8 },
  ...more,
})
const toAdd = (more: Partial<ProviderToAdd> = {}): ProviderToAdd => ({
  kind: 'openai-compatible',
  displayName: 'Vendor',
  baseUrl: `${vendor.url}/v1`,
  key,
  stallSeconds: 60,
  // The provider's cheapest model names chats: it must not consume the answers scripted for the other.
  models: [
    offered(),
    offered({ id: 'added-namer', model: 'sandbox-reader', price: { input: 1, cachedInput: 1, output: 1 } }),
  ],
  ...more,
})
const add = async (more?: Partial<ProviderToAdd>): Promise<AddedProvider> =>
  (await call('addProvider', admin.api, { body: toAdd(more) })).data
const list = async () => (await call('listProviders', admin.api)).data
const remove = (providerId: AddedProvider['id']) =>
  send(contract.removeProvider, admin.api, { params: { providerId } })
const tested = async (body: ProviderToTest): Promise<ProviderTest> =>
  (await call('testProvider', admin.api, { body })).data
const change = ({ id }: Pick<AddedProvider, 'id'>, body: object) =>
  send(contract.changeProvider, admin.api, { params: { providerId: id }, body })
const modelIds = async () =>
  (await call('listModels', member.api)).message
    .filter(({ isAvailable }) => isAvailable)
    .map(({ modelId }) => modelId)
async function refusal(reply: Response) {
  const { code, issues } = ErrorReply.parse(await reply.json())
  return { code, paths: issues?.map(({ path }) => path) }
}

test('MODEL-06 a system administrator tests a provider, adds it, and a member can use its model at once', async () => {
  const found = await tested({ kind: 'openai-compatible', baseUrl: `${vendor.url}/v1`, key })
  expect(found.outcome === 'answered' && found.models.map(({ model }) => model)).toEqual([
    'sandbox-writer',
    'sandbox-quick',
    'sandbox-reasoner',
    'sandbox-reader',
    'sandbox-analyst',
    'sandbox-researcher',
    'sandbox-painter',
  ])
  expect(await modelIds()).not.toContain('added-quick')
  const added = await add()
  expect(added).toMatchObject({ state: 'up', problem: null, isEnabled: true, revision: 1 })
  expect(added.key).toMatchObject({ endsWith: key.slice(-4) })
  expect(await modelIds()).toContain('added-quick')

  vendor.script('sandbox-quick', [{ text: 'From the new provider.' }, { finish: 'stop' }])
  const { response } = await member.ask('Who are you?', { modelId: 'added-quick' })
  const { events } = await readEvents(response)
  expect(textOf(events)).toBe('From the new provider.')
  expect(endOf(events)?.creditsCharged).toBeGreaterThan(0)
})

test.each([
  ['openai', '/v1'],
  ['anthropic', '/v1'],
  ['mistral', '/v1'],
  ['ollama', ''],
] as const)(
  'MODEL-05 MODEL-06 a provider of the kind %s is tested in its own protocol',
  async (kind, path) => {
    expect(await tested({ kind, baseUrl: vendor.url + path, key })).toMatchObject({ outcome: 'answered' })
    expect(await tested({ kind, baseUrl: vendor.url + path, key: 'wrong' })).toEqual({
      outcome: 'failed',
      problem: 'KEY_REFUSED',
    })
  },
)

test('MODEL-06 a connection problem is returned as one code, without any text from the address', async () => {
  const kind = 'openai-compatible'
  const problemAt = async (baseUrl: string, given?: string) => {
    const outcome = await tested({ kind, baseUrl, ...(given && { key: given }) })
    return outcome.outcome === 'failed' ? outcome.problem : outcome
  }
  const says = (status: number, headers: Record<string, string>, body: string) =>
    serve((_request, response) => void response.writeHead(status, headers).end(body))
  const json = { 'content-type': 'application/json' }
  expect(await problemAt(`${vendor.url}/v1`)).toBe('KEY_MISSING')
  expect(await problemAt('http://127.0.0.1:1/v1')).toBe('ADDRESS_NOT_ALLOWED')
  const gone = await says(200, json, '{}')
  await Promise.all(closing.splice(-1).map((close) => close()))
  expect(await problemAt(gone)).toBe('NOT_REACHED')
  expect(await problemAt('http://no-such-host.invalid/v1')).toBe('NO_SUCH_HOST')
  expect(await problemAt(await says(200, { 'content-type': 'text/html' }, '<p>Hello</p>'))).toBe(
    'NOT_THIS_PROTOCOL',
  )
  expect(await problemAt(await says(200, json, '{"secret":"of the house"}'))).toBe('NOT_THIS_PROTOCOL')
  expect(await problemAt(await says(200, json, 'no json'))).toBe('NOT_THIS_PROTOCOL')
  expect(await problemAt(await says(404, json, '{}'))).toBe('NOT_THIS_PROTOCOL')
  expect(await problemAt(await says(429, json, '{}'))).toBe('RATE_LIMITED')
  expect(await problemAt(await says(503, json, '{}'))).toBe('PROVIDER_FAILED')
  expect(await problemAt((await says(200, json, '{}')).replace('http:', 'https:'))).toBe(
    'NOT_ENCRYPTED_RIGHT',
  )
  for (const address of ['http://169.254.169.254/v1', 'http://[::ffff:a9fe:a9fe]/v1', 'http://0.0.0.0:9/v1'])
    expect(await problemAt(address)).toBe('ADDRESS_NOT_ALLOWED')
})

test('MODEL-06 a silent address times out', async () => {
  const silent = await serve(() => undefined)
  expect(await tested({ kind: 'ollama', baseUrl: silent })).toEqual({
    outcome: 'failed',
    problem: 'TIMED_OUT',
  })
})

test('MODEL-06 redirects are not followed: the key is for one address', async () => {
  let followed = 0
  const target = await serve((_request, response) => {
    followed += 1
    response.end('{"data":[]}')
  })
  const leading = await serve(
    (_request, response) => void response.writeHead(307, { location: target }).end(),
  )
  expect(await tested({ kind: 'anthropic', baseUrl: leading, key })).toMatchObject({
    problem: 'NOT_THIS_PROTOCOL',
  })
  await add({ kind: 'openai', baseUrl: leading })
  const { response } = await member.ask('Where does this go?', { modelId: 'added-quick' })
  expect(endOf((await readEvents(response)).events)).toMatchObject({ state: 'failed' })
  expect(followed).toBe(0)
})

test("E05 a provider's address is checked on each change and on each request", async () => {
  const added = await add()
  let connections = 0
  const canary = await serve((_request, response) => {
    connections += 1
    response.end()
  })
  // Another spelling of this machine, and an address that no machine has.
  const address = `${canary.replace('127.0.0.1', '0.0.0.0')}/v1`
  const changed = await change(added, { revision: added.revision, baseUrl: address, key })
  expect(await refusal(changed)).toEqual({ code: 'INVALID_INPUT', paths: ['body.baseUrl'] })

  // As if saved before the rule existed.
  await world.database.pool.query('update model_provider set base_url = $1 where id = $2', [
    address,
    added.id,
  ])
  await world.restart()
  const asked = await member.ask('Who are you?', { modelId: 'added-quick' })
  const ended = asked.response.ok ? endOf((await readEvents(asked.response)).events)?.state : 'refused'
  expect(['failed', 'refused']).toContain(ended)
  await expect.poll(async () => (await list()).added).toMatchObject([{ state: 'down' }])
  expect(connections).toBe(0)
})

test('MODEL-06 mistakes in the offered models are reported by field, and nothing is stored', async () => {
  await add({ models: [offered({ id: 'taken' })] })
  const reply = await send(contract.addProvider, admin.api, {
    body: toAdd({
      models: [
        offered({ id: 'taken' }),
        offered({ id: 'test-model' }),
        offered({ id: 'bench-9' }),
        offered({ id: 'auto' }),
        offered({ id: 'twice' }),
        offered({ id: 'twice', contextLimit: 100, maxOutputTokens: 101 }),
      ],
    }),
  })
  expect(await refusal(reply)).toEqual({
    code: 'INVALID_INPUT',
    paths: [
      'body.models.0.id',
      'body.models.1.id',
      'body.models.2.id',
      'body.models.3.id',
      'body.models.5.id',
      'body.models.5.maxOutputTokens',
    ],
  })
  const wrong = await send(contract.addProvider, admin.api, {
    body: {
      ...toAdd({ baseUrl: 'ftp://vendor.example', displayName: ' ' }),
      models: [offered({ price: { input: -1, cachedInput: 0, output: 1 }, contextLimit: 0, speed: 9 })],
    },
  })
  expect((await refusal(wrong)).paths).toEqual([
    'body.baseUrl',
    'body.displayName',
    'body.models.0.contextLimit',
    'body.models.0.speed',
    'body.models.0.price.input',
  ])
  const metadata = await send(contract.addProvider, admin.api, {
    body: toAdd({ baseUrl: 'http://169.254.169.254/v1', models: [] }),
  })
  expect(await refusal(metadata)).toEqual({ code: 'INVALID_INPUT', paths: ['body.baseUrl'] })
  expect((await list()).added).toHaveLength(1)
})

test('MODEL-06 a change based on an old revision is refused', async () => {
  const added = await add()
  const [one, other] = await Promise.all([
    change(added, { revision: 1, displayName: 'One' }),
    change(added, { revision: 1, displayName: 'Other' }),
  ])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  const [now] = (await list()).added
  expect(now).toMatchObject({ revision: 2, displayName: one.status === 200 ? 'One' : 'Other' })
  expect((await change({ id: mintId('provider') }, { revision: 1 })).status).toBe(404)
})

test('MODEL-06 a stored key is sent only to its host', async () => {
  const seen: unknown[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers)
    response.end('{"data":[]}')
  })
  const added = await add()
  const { id: providerId } = added
  expect(await tested({ kind: 'openai-compatible', baseUrl: `${vendor.url}/v1`, providerId })).toMatchObject({
    outcome: 'answered',
  })
  const elsewhere = { kind: 'openai-compatible' as const, baseUrl: other, providerId }
  const refused = await send(contract.testProvider, admin.api, { body: elsewhere })
  expect(await refusal(refused)).toEqual({ code: 'INVALID_INPUT', paths: ['body.key'] })
  const moved = await change(added, { revision: 1, baseUrl: other })
  expect(await refusal(moved)).toEqual({ code: 'INVALID_INPUT', paths: ['body.key'] })
  expect(seen).toEqual([])
  expect((await change(added, { revision: 1, baseUrl: other, key: 'a-key-for-the-other' })).status).toBe(200)
  expect(JSON.stringify(seen)).toContain('a-key-for-the-other')
  expect(JSON.stringify(seen)).not.toContain(key)
  const cleared = await change(added, { revision: 2, key: null })
  expect(((await cleared.json()) as { data: AddedProvider }).data).toMatchObject({ key: null, revision: 3 })
})

test('MODEL-06 a disabled or removed provider offers nothing more, and its running answer still completes', async () => {
  const added = await add()
  const answer = holdAnswer()
  vendor.script('sandbox-quick', answer.respond, { times: 1 })
  const { response } = await member.ask('A long answer, please.', { modelId: 'added-quick' })
  await answer.asked
  answer.say('It goes ')
  expect((await change(added, { revision: 1, isEnabled: false })).status).toBe(200)
  expect((await list()).added[0]).toMatchObject({ state: 'off', isEnabled: false })
  expect(await modelIds()).not.toContain('added-quick')
  expect(await refusal((await member.ask('Another?', { modelId: 'added-quick' })).response)).toMatchObject({
    code: 'MODEL_NOT_AVAILABLE',
  })
  expect((await change(added, { revision: 2, isEnabled: true })).status).toBe(200)
  expect(await modelIds()).toContain('added-quick')
  expect((await remove(added.id)).status).toBe(204)
  expect(await modelIds()).not.toContain('added-quick')
  answer.say('on.')
  answer.finish()
  const { events } = await readEvents(response)
  expect([textOf(events), endOf(events)?.state]).toEqual(['It goes on.', 'answered'])
  expect((await remove(added.id)).status).toBe(404)
})

test('MODEL-06 every node applies a change at once, without a restart', async () => {
  const other = await modelsUnderTest({})
  const ids = () => other.models.list(defaultModelPreferences).map(({ modelId }) => modelId)
  const shared = await shareProviders({
    database: world.database,
    address: world.address,
    providers: other.models.providers,
    keys: providerKeys(world.secret),
    log: world.app.ports.log,
  })
  closing.push(async () => {
    await shared.stop()
    await other.close()
  })
  const added = await add()
  await vi.waitFor(() => expect(ids()).toContain('added-quick'))
  await change(added, { revision: 1, models: [offered({ id: 'renamed' })] })
  await vi.waitFor(() => expect(ids()).toEqual(expect.arrayContaining(['renamed'])))
  expect(ids()).not.toContain('added-quick')
  // Notices during the interruption are caught up after it.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'atrium-listener' and datname = current_database()`.execute(
    world.database.kysely,
  )
  await remove(added.id)
  await vi.waitFor(() => expect(ids()).not.toContain('renamed'))
})

test('MODEL-06 added providers survive a restart; under another secret the key is unreadable, and the page says so', async () => {
  await add()
  await world.restart()
  expect(await modelIds()).toContain('added-quick')
  const stranger = providerKeys(new Secret('another-secret-of-another-house-0123456789'))
  const { rows } = await sql<{ id: AddedProvider['id']; keySealed: string }>`
    select id, key_sealed as "keySealed" from model_provider`.execute(world.database.kysely)
  expect(stranger.open(rows[0]!)).toBeNull()
  expect(providerKeys(world.secret).open({ ...rows[0]!, id: mintId('provider') })).toBeNull()
  await sql`update model_provider set key_sealed = reverse(key_sealed), revision = revision + 1`.execute(
    world.database.kysely,
  )
  await world.restart()
  expect((await list()).added[0]).toMatchObject({ state: 'down', problem: 'KEY_UNREADABLE' })
  expect(await modelIds()).not.toContain('added-quick')
})

test('MODEL-06 C01 a key is in no reply, log or metric and, in plain text, in no table', async () => {
  const replies: string[] = []
  const keep = async (reply: Response) => replies.push(await reply.text())
  await keep(await send(contract.addProvider, admin.api, { body: toAdd() }))
  const [added] = (await list()).added
  await keep(await send(contract.addProvider, admin.api, { body: toAdd({ key: `${key} with blanks` }) }))
  await keep(await change(added!, { revision: 1, key, displayName: 'Renamed' }))
  await keep(await change(added!, { revision: 1, key }))
  await keep(
    await send(contract.testProvider, admin.api, {
      body: { kind: 'openai', baseUrl: 'https://x.invalid', key },
    }),
  )
  await keep(await send(contract.listProviders, admin.api))
  await keep(await send(contract.listModels, member.api))
  await keep(await fetch(`${world.url}/metrics`))
  await readEvents((await member.ask('Hello?', { modelId: 'added-quick' })).response)

  const dump: string[] = []
  const tables = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    world.database.kysely,
  )
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      row: string
    }>`select row::text as row from ${sql.table(name)} as row`.execute(world.database.kysely)
    dump.push(...rows.map(({ row }) => row))
  }
  expect(dump.join('\n')).toContain('added-quick')
  expect(logged).toContain('provider.changed')
  for (const text of [...replies, ...dump, logged]) expect(text.includes(key)).toBe(false)
})

test('MODEL-06 changes of providers are recorded with their author, without keys', async () => {
  const added = await add({ displayName: 'Remembered' })
  await change(added, { revision: 1, isEnabled: false })
  await change(added, { revision: 2, key: 'another-key' })
  await remove(added.id)
  const { changes } = await list()
  expect(
    changes.slice(0, 4).map(({ action, actorName, providerName }) => [action, actorName, providerName]),
  ).toEqual(
    ['removed', 'key-changed', 'switched-off', 'added'].map((action) => [action, 'Ada Admin', 'Remembered']),
  )
})

test('MODEL-06 a running unused Ollama is suggested until it is added', async () => {
  const ollama = await serve((request, response) => {
    const tags = { models: [{ name: 'llama4:8b' }, { name: 'nomic-embed-text' }] }
    response.writeHead(request.url === '/api/tags' ? 200 : 404).end(JSON.stringify(tags))
  })
  const found = async () => {
    const { models, log, clock, database } = world.app.ports
    const nothing = async () => undefined
    const keys = providerKeys(world.secret)
    const tools = {
      database,
      log,
      clock,
      keys,
      publishChange: nothing,
      reload: nothing,
      countTiming: nothing,
    }
    return (await listProviders({ ...tools, providers: models.providers, ollamaUrl: ollama })).foundOllama
  }
  expect(await found()).toEqual({ baseUrl: ollama, models: 1 })
  await add({ kind: 'ollama', baseUrl: ollama, models: [] })
  expect(await found()).toBeNull()
})

test('MODEL-06 the models file is shown as it is; no Ollama is suggested where none answers', async () => {
  const { file, foundOllama, pricing } = await list()
  expect(file.map(({ name, state }) => [name, state])).toEqual([
    ['chat', 'up'],
    ['responses', 'up'],
    ['messages', 'up'],
  ])
  expect(JSON.stringify(file)).not.toContain('test-key-of-the-model-provider')
  expect(foundOllama).toBeNull()
  expect(pricing.creditUsd).toBeCloseTo((133 * 1 + 4000 * 4) / 1_000_000, 9)
})

test('MODEL-06 only a confirmed address of the list is a system administrator, and user info says so', async () => {
  expect((await call('getUserInfo', admin.api)).message.isSystemAdmin).toBe(true)
  expect((await call('getUserInfo', member.api)).message.isSystemAdmin).toBe(false)
  const confirm = (isConfirmed: boolean) =>
    sql`update identity_user set email_verified = ${isConfirmed} where id = ${admin.userId}`.execute(
      world.database.kysely,
    )
  await confirm(false)
  expect((await send(contract.listProviders, admin.api)).status).toBe(404)
  await confirm(true)
  expect((await send(contract.listProviders, admin.api)).status).toBe(200)
})
