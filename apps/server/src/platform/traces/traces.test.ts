import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { contract, mintId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sendRaw } from '@atrium/testkit/raw-request.ts'
import { afterEach, expect, inject, test, vi } from 'vitest'

type Value = { stringValue?: string; intValue?: string }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number; message?: string }
}
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

/** A collector that keeps what it receives; `status` is its reply. */
async function startCollector() {
  const bodies: Sent[] = []
  const paths: string[] = []
  const collector = { status: 200 }
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
      if (collector.status === 200) bodies.push(body as Sent)
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    paths,
    raw: () => JSON.stringify(bodies),
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  })
}

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

const answersIn = (spans: SentSpan[], state: string) =>
  spans.filter((span) => span.name === 'answer' && attributesOf(span)['atrium.answer.state'] === state)

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function open(endpoint?: string) {
  const log: string[] = []
  const world: World = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void log.push(line) },
    ...(endpoint !== undefined && { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } }),
  })
  let isOpen = true
  const close = async () => {
    if (isOpen) await world.close()
    isOpen = false
  }
  ended.push(close)
  return { world, log, close }
}

async function collecting() {
  const collector = await startCollector()
  ended.push(collector.close)
  return { collector, ...(await open(`${collector.url}/`)) }
}

const callerTraceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpanId = '00f067aa0ba902b7'

/** Asks in a new chat with the headers of a traced caller, and reads the answer to its end. */
async function askTraced(world: World, kim: TestPerson, text: string, flags = '01') {
  const turnId = mintId('turn')
  const headers = { traceparent: `00-${callerTraceId}-${callerSpanId}-${flags}` }
  const response = await send(
    contract.askQuestion,
    { ...kim.api, url: world.url, headers },
    {
      body: {
        chatId: mintId('chat'),
        turnId,
        parentTurnId: null,
        modelId: 'test-model',
        style: 'quick',
        ask: { kind: 'question', messageId: mintId('message'), text },
      },
    },
  )
  await readEvents(response)
  return { turnId, requestId: response.headers.get('x-request-id') }
}

test('OPS-03 a question is one trace: request, answer, its steps and the call of the provider, without any text', async () => {
  const { collector, world, log, close } = await collecting()
  const kim = await world.signUp({ name: 'Zerlina Quixote' })
  world.model.script('*', [{ text: 'Mauve-answer.' }, { finish: 'stop' }])
  const { turnId, requestId } = await askTraced(world, kim, 'Heliotrope-question?')
  await vi.waitFor(() => expect(log.join()).toMatch(/"job.done","job":"name-chat"/))
  await close()

  expect(new Set(collector.paths)).toEqual(new Set(['POST /v1/traces application/json']))
  const spans = collector.spans().filter(({ traceId }) => traceId === callerTraceId)
  const named = (name: string) => {
    const found = spans.filter((span) => span.name === name)
    expect(found, name).toHaveLength(1)
    return found[0] as SentSpan
  }
  const request = named('POST /stream/answer')
  const answer = named('answer')
  const [accepting, closing] = [named('accept question'), named('close answer')]
  const provider = spans.find(({ name }) => name.startsWith('chat ')) as SentSpan
  expect(spans).toHaveLength(5)
  expect(request).toMatchObject({ parentSpanId: callerSpanId, kind: 2, status: {} })
  expect(answer.parentSpanId).toBe(request.spanId)
  for (const child of [accepting, provider, closing]) expect(child.parentSpanId).toBe(answer.spanId)
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(Number(endTimeUnixNano)).toBeGreaterThanOrEqual(Number(startTimeUnixNano))
    expect(Math.abs(Number(startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
  }
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/stream/answer',
    'http.response.status_code': 200,
    'atrium.request.id': requestId,
  })
  expect(attributesOf(answer)).toMatchObject({ 'atrium.turn.id': turnId, 'atrium.answer.state': 'answered' })
  expect(attributesOf(provider)).toMatchObject({
    'gen_ai.request.model': 'test-model',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': expect.any(Number),
    'atrium.call.state': 'completed',
  })
  const job = collector.spans().find(({ name }) => name === 'job name-chat')
  expect(job && attributesOf(job)).toMatchObject({
    'atrium.job.kind': 'name-chat',
    'atrium.job.state': 'completed',
  })
  const raw = collector.raw()
  const secrets = ['Heliotrope', 'Mauve', 'Zerlina', 'Quixote', kim.email, kim.api.token ?? '', kim.password]
  for (const secret of [...secrets, 'test-key-of-the-model-provider', '127.0.0.1'])
    expect(raw.includes(secret), secret).toBe(false)
})

test('OPS-03 a failing provider marks its calls and the answer with the error code, and a refusal its request', async () => {
  const { collector, world, close } = await collecting()
  const kim = await world.signUp()
  world.model.script('*', [{ finish: 'content-filter' }])
  await askTraced(world, kim, 'Why?')
  const refused = await sendRaw(world.url, { method: 'GET', path: '/api/user/info', headers: {} })
  expect(refused.status).toBe(401)
  const probe = await sendRaw(world.url, { method: 'GET', path: '/healthz', headers: {} })
  expect(probe.status).toBe(200)
  await close()
  const spans = collector.spans()
  const answer = spans.find(({ name }) => name === 'answer')
  expect(answer?.status).toEqual({ code: 2, message: 'CONTENT_FILTERED' })
  const provider = spans.find(({ name, traceId }) => name.startsWith('chat ') && traceId === callerTraceId)
  expect(provider?.status).toEqual({ code: 2, message: 'CONTENT_FILTERED' })
  const request = spans.find(({ name }) => name === 'GET /api/user/info')
  expect(request?.status).toEqual({})
  expect(request && attributesOf(request)).toMatchObject({
    'http.response.status_code': 401,
    'error.type': 'UNAUTHENTICATED',
  })
  expect(spans.some(({ name }) => name.includes('/healthz'))).toBe(false)
})

test("OPS-03 a caller whose trace isn't recorded gets no spans, and an invalid one starts a new trace", async () => {
  const { collector, world, close } = await collecting()
  const kim = await world.signUp()
  await askTraced(world, kim, 'Unrecorded?', '00')
  await call('listRooms', kim.api, { params: { accountId: kim.accountId } })
  const path = '/api/user/info'
  for (const traceparent of [
    `00-${'0'.repeat(32)}-${callerSpanId}-01`,
    `ff-${callerTraceId}-${callerSpanId}-01`,
    'x',
  ])
    await sendRaw(world.url, { method: 'GET', path, headers: { traceparent } })
  await close()
  const spans = collector.spans()
  expect(spans.filter(({ traceId }) => traceId === callerTraceId)).toEqual([])
  expect(spans.filter(({ name }) => name === 'answer')).toEqual([])
  const roots = spans.filter(({ name, parentSpanId }) => name.endsWith(path) && parentSpanId === undefined)
  expect(new Set(roots.map(({ traceId }) => traceId)).size).toBeGreaterThanOrEqual(3)
})

test('OPS-03 an agent job and generated pictures are recorded with their calls of providers', async () => {
  const { collector, world, close } = await collecting()
  const kim = await world.signUp()
  await readEvents((await kim.ask('Paint a boat.', { modelId: 'test-painter' })).response)
  await readEvents((await kim.ask('What is known of boats?', { modelId: 'sandbox-researcher' })).response)
  await close()
  const spans = collector.spans()
  const painting = spans.find(({ name }) => name === 'generate_content test-painter')
  expect(painting && attributesOf(painting)).toMatchObject({ 'atrium.call.state': 'completed' })
  expect(painting?.parentSpanId).toBe(answersIn(spans, 'answered')[0]?.spanId)
  // The process that accepted the job's question leaves its answer to a worker.
  expect(answersIn(spans, 'open')).toHaveLength(1)
  const job = spans.find(({ name }) => name === 'agent job research') as SentSpan
  expect(attributesOf(job)).toMatchObject({ 'atrium.answer.state': 'answered' })
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === job.spanId)
  expect(steps.filter(({ name }) => name === 'chat sandbox-researcher').length).toBeGreaterThan(3)
  expect(steps.filter(({ name }) => name === 'close answer')).toHaveLength(1)
  expect(collector.raw()).not.toContain('boat')
})

test('OPS-03 an answer that one process hands over to the next is recorded by both', async () => {
  const { collector, world, close } = await collecting()
  const kim = await world.signUp()
  const held = holdAnswer()
  world.model.script('*', held.respond)
  const { chatId, turnId } = await kim.ask('Slowly?')
  await held.asked
  await world.restart()
  world.model.reset()
  world.model.script('*', [{ text: 'Done.' }, { finish: 'stop' }])
  await vi.waitFor(
    async () => {
      const { message } = await call('getChat', kim.api, { params: { chatId } })
      expect(message.turns[0]?.state).toBe('answered')
    },
    { timeout: 30_000, interval: 100 },
  )
  await close()
  for (const state of ['open', 'answered']) {
    const answers = answersIn(collector.spans(), state)
    expect(answers.map((span) => attributesOf(span)['atrium.turn.id'])).toEqual([turnId])
  }
})

test('OPS-03 a dead collector changes no answer and is logged once; its spans arrive when it is back', async () => {
  const { collector, world, log, close } = await collecting()
  const kim = await world.signUp()
  collector.status = 503
  await askTraced(world, kim, 'First?')
  await vi.waitFor(() => expect(collector.paths.length).toBeGreaterThan(0), { timeout: 10_000 })
  const before = performance.now()
  const { requestId } = await askTraced(world, kim, 'Second?')
  expect(performance.now() - before).toBeLessThan(5_000)
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  const failures = () => log.filter((line) => line.includes('"event":"traces.failed"'))
  await vi.waitFor(() => expect(failures()).toHaveLength(1))
  collector.status = 200
  await close()
  expect(failures()).toHaveLength(1)
  expect(collector.spans().filter(({ name }) => name === 'answer')).toHaveLength(2)
})

test('OPS-03 without a collector no span is recorded', async () => {
  const { world } = await open()
  const kim = await world.signUp()
  await askTraced(world, kim, 'Quiet?')
  expect(world.app.ports.traces).toBeNull()
  expect((await sendRaw(world.url, { method: 'GET', path: '/metrics', headers: {} })).text).not.toContain(
    'atrium_trace_',
  )
})
