import { holdAnswer } from '@atrium/sandbox'
import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sendRaw } from '@atrium/testkit/raw-request.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

const token = 'a-token-of-the-prometheus-server'
let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_METRICS_TOKEN: token },
  })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(() => world.close())

/** Series by name and labels, as Prometheus would read them. */
async function scrape(): Promise<Map<string, number>> {
  const { status, text } = await sendRaw(world.url, { method: 'GET', path: '/metrics', headers: {} })
  expect(status).toBe(200)
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
const valueOf = async (series: string) => (await scrape()).get(series) ?? 0
const sumOf = (series: Map<string, number>, name: string, ...labels: string[]) =>
  [...series]
    .filter(([key]) => key.startsWith(`${name}{`) && labels.every((label) => key.includes(label)))
    .reduce((sum, [, value]) => sum + value, 0)

test('OPS-03 one question is counted while it runs and when it ends: request, first token, state, tokens, credits', async () => {
  const before = await scrape()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const asked = await kim.ask('Which is older?')
  await answer.asked
  expect(await valueOf('atrium_answers_running{model="test-model"}')).toBe(1)
  expect(await valueOf('atrium_open_streams')).toBeGreaterThan(0)
  answer.say('Tea.')
  answer.finish()
  await readEvents(asked.response)
  await vi.waitFor(async () => expect(await valueOf('atrium_answers_running{model="test-model"}')).toBe(0))
  const after = await scrape()
  const grown = (name: string, ...labels: string[]) =>
    sumOf(after, name, ...labels) - sumOf(before, name, ...labels)
  expect(grown('atrium_answers_total', 'model="test-model"', 'state="answered"', 'error="none"')).toBe(1)
  expect(grown('atrium_answer_first_word_seconds_count', 'model="test-model"')).toBe(1)
  expect(grown('atrium_answer_duration_seconds_count', 'state="answered"')).toBe(1)
  expect(grown('atrium_answer_tokens_total', 'kind="input"')).toBeGreaterThan(0)
  expect(grown('atrium_answer_tokens_total', 'kind="output"')).toBeGreaterThan(0)
  const ofAsking = ['method="POST"', 'route="/stream/answer"', 'status="200"']
  await vi.waitFor(async () =>
    expect(
      sumOf(await scrape(), 'atrium_http_requests_total', ...ofAsking) -
        sumOf(before, 'atrium_http_requests_total', ...ofAsking),
    ).toBe(1),
  )
  expect(sumOf(after, 'atrium_http_request_duration_seconds_count', 'route="/stream/answer"')).toBe(0)
})

test('OPS-03 failed answers, stopped answers and provider faults are counted separately', async () => {
  const before = await scrape()
  world.model.script('test-model', [{ text: 'Never said.' }, { finish: 'stop' }])
  world.model.setFaults([{ model: 'test-model', fault: '503' }])
  const failed = await readEvents((await kim.ask('Will this fail?')).response)
  expect(JSON.stringify(failed.events)).toContain('PROVIDER_UNAVAILABLE')
  world.model.reset()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const asked = await kim.ask('Will this be stopped?')
  await answer.asked
  answer.say('Perhaps')
  await call('stopAnswer', kim.api, { params: { turnId: asked.turnId } })
  await readEvents(asked.response)
  answer.finish()
  const after = await scrape()
  const grown = (name: string, ...labels: string[]) =>
    sumOf(after, name, ...labels) - sumOf(before, name, ...labels)
  expect(grown('atrium_answers_total', 'state="failed"', 'error="PROVIDER_UNAVAILABLE"')).toBe(1)
  expect(grown('atrium_answers_total', 'state="stopped"')).toBe(1)
  // Each attempt counts, those that were tried again too.
  expect(grown('atrium_provider_faults_total', 'kind="PROVIDER_UNAVAILABLE"')).toBe(3)
  for (const key of after.keys())
    if (key.startsWith('atrium_provider_faults_total')) expect(key).toMatch(/provider="[^"]+"/)
})

test('OPS-03 a running answer counts for the fallback model while that model answers', async () => {
  const runningOf = (model: string) => valueOf(`atrium_answers_running{model="${model}"}`)
  world.model.script('broken-model', [{ drop: true }])
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond, { times: 1 })
  const asked = await kim.ask('Who answers?', { modelId: 'test-with-fallback' })
  await answer.asked
  expect([await runningOf('test-with-fallback'), await runningOf('test-model')]).toEqual([0, 1])
  answer.say('I do.')
  answer.finish()
  await readEvents(asked.response)
  await vi.waitFor(async () =>
    expect([await runningOf('test-with-fallback'), await runningOf('test-model')]).toEqual([0, 0]),
  )
})

test('OPS-03 queues with their lag, the ledger, the database and the process have metrics that match the database', async () => {
  await vi.waitFor(
    async () => {
      const series = await scrape()
      const { rows } = await world.database.pool.query(
        `select kind, sum(abs(amount_milli))::float8 / 1000 as credits from credit_entry where holder = 'team' group by kind`,
      )
      for (const { kind, credits } of rows as { kind: string; credits: number }[])
        expect(series.get(`atrium_ledger_credits{kind="${kind}"}`)).toBeCloseTo(credits, 3)
      expect(series.get('atrium_credits_held')).toBe(0)
    },
    { timeout: 30_000, interval: 500 },
  )
  const series = await scrape()
  expect(series.get('atrium_database_up')).toBe(1)
  expect(series.get('atrium_database_size_bytes')).toBeGreaterThan(1_000_000)
  expect(series.get('atrium_queue_waiting{queue="name-chat"}')).toBeTypeOf('number')
  expect(series.get('atrium_queue_lag_seconds{queue="mail"}')).toBeTypeOf('number')
  for (const name of [
    'atrium_nodejs_eventloop_lag_seconds',
    'atrium_nodejs_eventloop_utilization_ratio',
    'atrium_process_resident_memory_bytes',
    'atrium_database_connections{state="busy"}',
  ])
    expect(series.get(name), name).toBeTypeOf('number')
  expect([...series.keys()].filter((key) => /account_[0-9a-f]{8}|user_[0-9a-f]{8}|@/.test(key))).toEqual([])
})

test('C05 OPS-03 other machines need the token to read metrics', async () => {
  const ask = async (headers: Record<string, string>) =>
    (
      await sendRaw(world.url, {
        method: 'GET',
        path: '/metrics',
        headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
      })
    ).status
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(200)
  for (const authorization of [
    `Bearer ${token}x`,
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${kim.api.token}`,
  ])
    expect(await ask({ authorization }), authorization).toBe(404)
  expect(await ask({})).toBe(404)
})
