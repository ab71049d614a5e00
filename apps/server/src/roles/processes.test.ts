import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { type ChatId, contract, foldParts } from '@atrium/contract'
import {
  type HeldAnswer,
  holdAnswer,
  type MailInbox,
  type ModelProvider,
  startMailInbox,
  startModelProvider,
} from '@atrium/sandbox'
import {
  type AtriumProcess,
  checkInvariants,
  createTestDatabase,
  endOf,
  readEvents,
  send,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
  textOf,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'

// Each test starts several whole processes.
vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let model: ModelProvider
let inbox: MailInbox
let started: AtriumProcess[]
beforeEach(async () => {
  database = await createTestDatabase(inject('databaseHost'))
  model = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  inbox = await startMailInbox()
  started = []
})
afterEach(async () => {
  for (const atrium of started) atrium.kill('SIGKILL')
  await Promise.all(started.map((atrium) => atrium.ended))
  await Promise.all([model.close(), inbox.close()])
  expect(await checkInvariants(database.database, { acknowledged: [], seen: [] })).toEqual([])
  await database.drop()
})

async function start(environment: Record<string, string>, port?: number): Promise<AtriumProcess> {
  const atrium = await startAtriumProcess({
    database,
    ...(port !== undefined && { port }),
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
      ATRIUM_MODELS_FILE: 'packages/testkit/models.yaml',
      TEST_MODELS_URL: `${model.url}/v1`,
      TEST_MODELS_KEY: 'test-key-of-the-model-provider',
      ...environment,
    },
  })
  started.push(atrium)
  return atrium
}

const status = async (url: string) => (await fetch(url)).status
const portOf = ({ url }: AtriumProcess) => Number(new URL(url).port)
const attach = (person: TestPerson, turnId: `turn_${string}`, after: number) =>
  send(contract.readAnswer, person.api, { params: { turnId }, query: { after } })

async function titleSource(chatId: ChatId): Promise<string | undefined> {
  const found = await sql<{
    title_source: string
  }>`select title_source from chat where id = ${chatId}`.execute(database.database.kysely)
  return found.rows[0]?.title_source
}

test('OPS-02 OPS-01 a web process answers requests and runs no jobs; a worker runs jobs and answers only probes; together they do everything', async () => {
  const web = await start({ ATRIUM_ROLES: 'web' })
  const joining = signUp({ url: web.url, inbox }, { name: 'Kim Example' })
  await vi.waitFor(async () => expect(await queuedMails()).toBe(1), { timeout: 60_000 })

  const worker = await start({ ATRIUM_ROLES: 'worker' })
  const kim = await joining
  expect(await status(`${worker.url}/healthz`)).toBe(200)
  expect(await status(`${worker.url}/readyz`)).toBe(200)
  expect(await status(`${worker.url}/metrics`)).toBe(200)
  for (const path of ['/', '/app-config.json', '/api/auth/methods', '/api/user/info'])
    expect([path, await status(worker.url + path)]).toEqual([path, 404])
  worker.kill('SIGTERM')
  expect(await worker.ended).toBe(0)

  model.script('test-model', [{ text: 'Tea is older.' }, { finish: 'stop' }])
  const first = await kim.ask('Which is older?')
  expect(endOf((await readEvents(first.response)).events)?.state).toBe('answered')
  const second = await kim.ask('Are you sure?')
  expect(endOf((await readEvents(second.response)).events)?.state).toBe('answered')
  expect(await waitingJobs()).toEqual(['created', 'created'])

  await start({ ATRIUM_ROLES: 'worker' })
  await vi.waitFor(async () => expect(await titleSource(first.chatId)).toBe('automatic'), { timeout: 60_000 })

  async function queuedMails(): Promise<number> {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from mail_outbox where attempts = 0`.execute(database.database.kysely)
    return rows[0]?.count ?? 0
  }
  async function waitingJobs(): Promise<string[]> {
    const { rows } = await sql<{
      state: string
    }>`select state::text from pgboss.job where name = 'name-chat'`.execute(database.database.kysely)
    return rows.map(({ state }) => state)
  }
})

test('B01 OPS-01 a server that shuts down lets its running answer finish, and is not ready in the meantime', async () => {
  const atrium = await start({ ATRIUM_DRAIN_SECONDS: '20' })
  const kim = await signUp({ url: atrium.url, inbox })
  const answer = holdAnswer()
  model.script('test-model', answer.respond, { times: 1 })
  const { response } = await kim.ask('Tell me slowly.')
  await answer.asked
  answer.say('One ')
  const reading = readEvents(response)

  atrium.kill('SIGTERM')
  await vi.waitFor(async () => expect(await status(`${atrium.url}/readyz`)).toBe(503), { timeout: 60_000 })
  expect(await status(`${atrium.url}/healthz`)).toBe(200)
  answer.say('two.')
  answer.finish()
  const { events, isDone } = await reading
  expect([textOf(events), isDone, endOf(events)?.state]).toEqual(['One two.', true, 'answered'])
  expect(await atrium.ended).toBe(0)
})

test('OPS-02 B01 B47 an answer longer than the shutdown is handed over: the next process continues it mid-sentence, and its reader misses nothing', async () => {
  const before = await start({ ATRIUM_DRAIN_SECONDS: '0' })
  const kim = await signUp({ url: before.url, inbox })
  const answer = holdAnswer()
  model.script('test-model', answer.respond, { times: 1 })
  const { response, turnId } = await kim.ask('Tell me slowly.')
  await answer.asked
  answer.say('One, tw')
  const first = await readEvents(response, { until: (events) => textOf(events).includes('tw') })

  before.kill('SIGTERM')
  expect(await before.ended).toBe(0)
  model.script('test-model', [{ text: 'o, three.' }, { finish: 'stop' }])
  await start({}, portOf(before))
  const rest = await readEvents(await attach(kim, turnId, first.events.at(-1)?.eventId ?? 0))
  const together = [...first.events, ...rest.events]
  expect(together.map((event) => event.eventId)).toEqual(together.map((_, index) => index + 1))
  expect([textOf(together), endOf(together)?.state, rest.isDone]).toEqual([
    'One, two, three.',
    'answered',
    true,
  ])
  expect(foldParts(together.map(({ part }) => part))).toMatchObject([
    { type: 'text', text: 'One, two, three.' },
  ])
})

test('OPS-02 B01 B47 when one of two processes shuts down, answers within its drain time finish there; the second continues the others at once, for one charge each, no higher than without the handover', async () => {
  const site = { ATRIUM_PUBLIC_URL: 'https://atrium.example.com' }
  const [stopping, second] = [await start({ ATRIUM_DRAIN_SECONDS: '8', ...site }), await start(site)]
  const kim = await signUp({ url: stopping.url, inbox })
  const elsewhere = { ...kim, api: { ...kim.api, url: second.url } }
  const waiting = new Map<string, HeldAnswer>()
  model.script('test-model', (call) => {
    const asked = call.conversation.turns.at(-1)?.text ?? ''
    if (asked.includes('cut off')) return [{ text: 'than coffee by far.' }, { finish: 'stop' }]
    const held = waiting.get(asked)
    waiting.delete(asked)
    return held?.respond(call) ?? [{ text: 'Tea is older than coffee by far.' }, { finish: 'stop' }]
  })
  const whole = endOf((await readEvents((await kim.ask('Tea or coffee? (0)')).response)).events)

  const [quick, shown, thought] = [await askHeld(1), await askHeld(2), await askHeld(3)]
  quick.held.say('It is ')
  shown.held.say('Tea is older ')
  thought.held.think('Let me see.')
  const seenOfQuick = readEvents(quick.response)
  const seen = await Promise.all(
    [shown, thought].map(({ response }) => readEvents(response, { until: (events) => events.length >= 4 })),
  )
  stopping.kill('SIGTERM')
  await vi.waitFor(async () => expect(await status(`${stopping.url}/readyz`)).toBe(503), { timeout: 60_000 })
  quick.held.say('tea.')
  quick.held.finish()
  const ended = await seenOfQuick
  expect([textOf(ended.events), endOf(ended.events)?.state]).toEqual(['It is tea.', 'answered'])

  for (const [index, { turnId }] of [shown, thought].entries()) {
    const before = seen[index]?.events ?? []
    const rest = await readEvents(await attach(elsewhere, turnId, before.at(-1)?.eventId ?? 0))
    const together = [...before, ...rest.events]
    expect(together.map((event) => event.eventId)).toEqual(together.map((_, at) => at + 1))
    expect([textOf(together), rest.isDone]).toEqual(['Tea is older than coffee by far.', true])
    const end = endOf(together)
    expect(end?.state).toBe('answered')
    expect(end?.creditsCharged).toBeGreaterThan(0)
    expect(end?.creditsCharged).toBeLessThanOrEqual(whole?.creditsCharged ?? 0)
    const { rows: charges } = await sql`
      select from credit_entry where reference = ${turnId} and kind = 'charge' and holder = 'team'`.execute(
      database.database.kysely,
    )
    expect(charges).toHaveLength(1)
  }
  expect(await stopping.ended).toBe(0)

  async function askHeld(number: number) {
    const question = `Tea or coffee? (${number})`
    const held = holdAnswer()
    waiting.set(question, held)
    const asked = await kim.ask(question)
    await held.asked
    return { ...asked, held }
  }
})

test('B01 the next process answers a question from the start if no reader saw any output', async () => {
  const before = await start({ ATRIUM_DRAIN_SECONDS: '0' })
  const kim = await signUp({ url: before.url, inbox })
  const pending = holdAnswer()
  model.script('test-model', pending.respond, { times: 1 })
  const { response, turnId } = await kim.ask('Which is older?')
  await pending.asked
  const first = await readEvents(response, { until: (events) => events.length > 0 })

  before.kill('SIGTERM')
  expect(await before.ended).toBe(0)
  model.script('test-model', [{ text: 'Tea is older.' }, { finish: 'stop' }])
  await start({}, portOf(before))
  const rest = await readEvents(await attach(kim, turnId, first.events.at(-1)?.eventId ?? 0))
  const together = [...first.events, ...rest.events]
  expect(together.map((event) => event.eventId)).toEqual(together.map((_, index) => index + 1))
  expect([textOf(together), endOf(together)?.state]).toEqual(['Tea is older.', 'answered'])
})

test('OPS-01 OPS-02 a process whose secret or public URL differs from the others on its database does not start, with a reason', async () => {
  await start({ ATRIUM_PUBLIC_URL: 'https://atrium.example.com' })
  const secret = 'd2f1e8b30d4f5697b8e9fa11223344556677889900bbccddeeff112233445566'
  const address = { ATRIUM_PUBLIC_URL: 'https://atrium.example.com' }
  const differing: [Record<string, string>, string][] = [
    [
      { ATRIUM_PUBLIC_URL: 'https://other.example.com' },
      'but https://atrium.example.com for another process',
    ],
    [{}, 'ATRIUM_PUBLIC_URL is not set here'],
    [{ ...address, ATRIUM_SECRET: secret }, 'Every process on one database needs the same ATRIUM_SECRET'],
  ]
  for (const [environment, sentence] of differing) {
    const refused = start(environment)
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.not.toThrow('at async')
  }
  await start(address)
})

/** Ids of the further web processes of a running Atrium. */
const webProcessesOf = ({ pid }: AtriumProcess): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .map(Number)
    .filter((child) => child > 0 && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('web-process'))
const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

test.skipIf(process.platform !== 'linux')(
  'OPS-02 B01 ATRIUM_PROCESSES: several processes serve one port; a killed one is replaced and loses no answer, and all end with the main process',
  async () => {
    const atrium = await start({ ATRIUM_PROCESSES: '2', ATRIUM_DRAIN_SECONDS: '20' })
    const kim = await signUp({ url: atrium.url, inbox })
    const served = async () => {
      const metrics = await (await fetch(`${atrium.url}/metrics`)).text()
      const names = /^atrium_http_requests_total\{.*process="([^"]+)".*\} [1-9]/gm
      return new Set([...metrics.matchAll(names)].map(([, name]) => name))
    }
    // Each connection is served by the process that the system chooses for it.
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 20 }, () => get(`${atrium.url}/api/auth/methods`)))
        return await served()
      })
      .toEqual(new Set(['main', 'web-1']))

    const held = Array.from({ length: 4 }, () => holdAnswer())
    const asked = []
    for (const answer of held) {
      model.script('test-model', answer.respond, { times: 1 })
      asked.push(await kim.ask('Tell me slowly.'))
      await answer.asked
    }
    const killed = webProcessesOf(atrium)
    expect(killed).toHaveLength(1)
    // The model's reply when another process takes over an answer of the killed one.
    model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    for (const answer of held) {
      answer.say('Tea.')
      answer.finish()
    }
    // Connections to the killed process are lost: readers reconnect.
    for (const { turnId } of asked)
      await expect
        .poll(async () => {
          const { events } = await readEvents(await attach(kim, turnId, 0))
          return [textOf(events), endOf(events)?.state]
        })
        .toEqual(['Tea.', 'answered'])
    await expect
      .poll(() => webProcessesOf(atrium).filter((pid) => !killed.includes(pid)), { timeout: 60_000 })
      .toHaveLength(1)

    const left = webProcessesOf(atrium)
    atrium.kill('SIGTERM')
    expect(await atrium.ended).toBe(0)
    expect(left.filter(isRunning)).toEqual([])

    const again = await start({ ATRIUM_PROCESSES: '2' })
    const orphans = webProcessesOf(again)
    expect(orphans).toHaveLength(1)
    again.kill('SIGKILL')
    await expect.poll(() => orphans.filter(isRunning), { timeout: 60_000 }).toEqual([])
  },
)

/** A request on a connection of its own. */
const get = (url: string) =>
  new Promise<void>((resolve, reject) => {
    request(url, { agent: false }, (reply) => reply.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
