import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { contract, mintId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, readEvents, send, startWorld, textOf, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { addToRoom } from './answers/answers-for-tests.ts'

/** The shortest duration of a model call. */
const callMs = 500
/** The longest that a transaction may need on a slow machine. After 30 s without a statement the database ends it. */
const maxTransactionMs = 10_000
const log: string[] = []
let world: World
let kim: TestPerson
/** Runs for every request to a model provider before the provider has it. */
let beforeModelCall: (url: string) => Promise<void> = () => Promise.resolve()
/** Requests that come while the world starts wait for it. */
const modelUrl = Promise.withResolvers<string>()
const relay = createServer((request, response) => void passOn(request, response))
async function passOn(request: IncomingMessage, response: ServerResponse) {
  const { method, url = '/', headers } = request
  await beforeModelCall(url)
  const passedOn = forward(`${await modelUrl.promise}${url}`, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(response)
  })
  passedOn.on('error', () => response.destroy())
  response.on('close', () => passedOn.destroy())
  request.pipe(passedOn)
}
beforeAll(async () => {
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void log.push(line) },
    modelVariables: { TEST_MODELS_URL: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/v1` },
  })
  modelUrl.resolve(world.model.url)
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  await world.close()
  relay.close()
})

const history = () => send(contract.listHistory, kim.api, { query: {} })
async function timed(asked: Promise<Response>) {
  const startedMs = performance.now()
  const { status, headers } = await asked
  return { status, retryAfter: Number(headers.get('retry-after')), ms: performance.now() - startedMs }
}

/** Holds a lock that every request needs, until it is called. */
async function holdTheDatabase(): Promise<() => Promise<void>> {
  const client = await world.database.pool.connect()
  await client.query('begin; lock table membership, chat in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test('D09 with every connection held, requests get 503 with Retry-After in less than a second, and the server recovers', async () => {
  expect((await history()).status).toBe(200)
  const letGo = await holdTheDatabase()
  // One per connection, each waiting for the lock.
  const { pool } = world.app.ports.database
  const holding = Array.from({ length: pool.options.max }, () => timed(history()))
  await vi.waitFor(() => expect([pool.totalCount, pool.idleCount]).toEqual([pool.options.max, 0]))

  const refused = await Promise.all([
    ...Array.from({ length: 30 }, () => timed(history())),
    timed(fetch(`${world.url}/readyz`)),
  ])
  for (const { status, retryAfter, ms } of refused) {
    expect(status).toBe(503)
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
    expect(ms).toBeLessThan(10_000)
  }
  // The others may have waited for a busy machine.
  expect(Math.min(...refused.map(({ ms }) => ms))).toBeLessThan(1_000)
  expect((await timed(fetch(`${world.url}/healthz`))).status).toBe(200)
  // Whoever looks after it reads why.
  expect(log.join('')).toContain('timeout exceeded when trying to connect')

  await letGo()
  // One of them may have arrived after the product's background work, and then waited like the others.
  const held = (await Promise.all(holding)).map(({ status }) => status)
  expect(held.filter((status) => status === 200).length).toBeGreaterThan(holding.length / 2)
  expect(held.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(await Promise.all(Array.from({ length: 40 }, async () => (await history()).status))).toEqual(
    Array.from({ length: 40 }, () => 200),
  )
  const { response } = await kim.ask('Are you there?')
  expect((await readEvents(response)).isDone).toBe(true)
})

test('D09 a lock that is never released ends waiting requests with 503, and frees their connections', async () => {
  const letGo = await holdTheDatabase()
  try {
    expect(await timed(history())).toMatchObject({ status: 503, retryAfter: 2 })
  } finally {
    await letGo()
  }
  expect((await history()).status).toBe(200)
})

test('D09 while many requests wait and connections are returned, none is refused', async () => {
  const { pool } = world.app.ports.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const waiting = Array.from({ length: 20 }, () => timed(history()))
  for (const client of clients) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    client.release()
  }
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('B77 of ten times the load that the database can serve, the rest is refused with 503 and Retry-After; accepted requests are carried out once, and afterwards none waits', async () => {
  const { pool } = world.app.ports.database
  const { max, connectionTimeoutMillis } = pool.options
  const sql = (text: string) => world.database.pool.query<{ title: string }>(text)
  const create = async (title: string) =>
    send(contract.createPrompt, kim.api, { body: { title, promptText: 'Tea.' } })
  // A connection serves a template in 150 ms: ten times as many come as all of them can serve while requests may wait.
  await sql(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.15); return new; end $$;
    create trigger slow before insert on prompt for each row execute function slow()`)
  pool.options.connectionTimeoutMillis = 500
  const titles = Array.from({ length: max * 3 * 10 }, (_, at) => `Overload ${at}`)
  const asked = titles.map(async (title) => ({ title, ...(await timed(create(title))) }))
  const replies = await Promise.all(asked)
  pool.options.connectionTimeoutMillis = connectionTimeoutMillis
  await sql('drop trigger slow on prompt; drop function slow')
  const accepted = replies.filter(({ status }) => status < 300)
  const refused = replies.filter(({ status, retryAfter }) => status === 503 && retryAfter > 0)
  expect(accepted.length + refused.length).toBe(replies.length)
  expect(accepted.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(replies.length / 2)
  const { rows } = await sql(`select title from prompt where title like 'Overload %'`)
  expect(rows.map(({ title }) => title).toSorted()).toEqual(accepted.map(({ title }) => title).toSorted())

  expect(pool.waitingCount).toBe(0)
  const after = await Promise.all(Array.from({ length: max }, () => timed(history())))
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 200))
})

test('D09 words of a running answer reach its reader while every connection of the pool is held', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const { response } = await kim.ask('Are you there?')
  await answer.asked
  answer.say('Yes, ')
  await vi.waitFor(async () => {
    const { rows } = await world.database.pool.query('select from turn_log where events like $1', ['%Yes, %'])
    expect(rows).toHaveLength(1)
  })
  const { pool } = world.app.ports.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  answer.say('still here.')
  const { events } = await readEvents(response, { until: (read) => textOf(read).includes('here.') })
  expect(textOf(events)).toBe('Yes, still here.')
  for (const client of clients) client.release()
  answer.finish()
})

/**
 * Keeps a model call waiting, and then until every transaction open at that moment has ended. One that waits for the call cannot
 * end before it: it is returned after the time limit. On a slow machine the call only waits longer.
 */
async function transactionsHeldByCall(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, callMs))
  const open = async () =>
    (
      await world.database.pool.query<{ transaction: string; query: string }>(
        `select pid || ' ' || xact_start as transaction, query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
           and xact_start is not null`,
      )
    ).rows
  const before = new Set((await open()).map(({ transaction }) => transaction))
  const deadlineMs = performance.now() + maxTransactionMs
  while (true) {
    const held = (await open()).filter(({ transaction }) => before.has(transaction))
    if (held.length === 0 || performance.now() > deadlineMs) return held.map(({ query }) => query)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('D09 no transaction is open during any model call', async () => {
  await addToRoom(kim, 'tea.txt', 'Tea is older than coffee.')
  const asked: string[] = []
  const called: string[] = []
  const held: string[] = []
  const hold = async () => void held.push(...(await transactionsHeldByCall()))
  beforeModelCall = async (url) => {
    called.push(url)
    await hold()
  }
  async function* say(text: string) {
    await hold()
    yield { text }
    yield { finish: 'stop' as const }
  }
  world.model.script('*', ({ request }) => {
    asked.push(JSON.stringify(request.body))
    return say('Tea is older [1].')
  })
  const first = await kim.ask('Which is older?')
  expect(textOf((await readEvents(first.response)).events)).toContain('Tea')
  const { chatId, turnId } = first
  const second = await kim.ask('And which is younger?', { chatId, parentTurnId: turnId })
  await readEvents(second.response)
  await (
    await send(contract.magicWrite, kim.api, {
      body: { shapingId: mintId('shaping'), text: 'tea or coffee', modelId: 'test-model' },
    })
  ).text()
  await (
    await send(contract.customPrompt, kim.api, {
      body: {
        shapingId: mintId('shaping'),
        text: 'Tea is older.',
        modelId: 'test-model',
        turnId,
        action: 'expand',
      },
    })
  ).text()
  const older = { lastTurnId: second.turnId, modelId: 'test-model' as const }
  await call('summariseChat', kim.api, { params: { chatId }, body: older })
  await readEvents((await kim.ask('A lighthouse.', { modelId: 'test-painter' })).response)
  // The chats are named by a job.
  const kinds = [/title/i, /Which is older/, /young/, /tea or coffee/, /summar/i]
  await vi.waitFor(() => {
    for (const kind of kinds)
      expect(
        asked.some((body) => kind.test(body)),
        String(kind),
      ).toBe(true)
  })
  beforeModelCall = () => Promise.resolve()
  expect(called).toEqual(expect.arrayContaining(['/v1/chat/completions', '/v1/images/generations']))
  expect(held).toEqual([])
})

/** The body of each call of `inTenant` and `inSystem` in the source, by file. */
function* transactionsIn(folder: string): Generator<{ file: string; body: string }> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/(?<!\.test|-for-tests|\.fixture)\.ts$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const source = readFileSync(file, 'utf8')
    for (const { index } of source.matchAll(/\b(?:inTenant|inSystem)\(/g))
      yield { file: path.relative(folder, file), body: insideParentheses(source, source.indexOf('(', index)) }
  }
}

function insideParentheses(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(from, at)
  }
  throw new Error('A parenthesis is not closed.')
}

test('D09 no transaction in the source waits for a model, the web, a file or a mail', () => {
  const slow =
    /\b(?:streamModel|streamWithRetry|makePictures|embed|safeFetch|fetchAddress|fetchFromProvider|fetch|readSurprise|sendMail|setTimeout|delay)\(|\bstorage\.\w+\(/
  const transactions = [...transactionsIn(import.meta.dirname)]
  expect(transactions.length).toBeGreaterThan(100)
  expect(
    transactions.filter(({ body }) => slow.test(body)).map(({ file, body }) => `${file}: ${body}`),
  ).toEqual([])
})
