import {
  call,
  checkInvariants,
  endOf,
  readEvents,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { mintId } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), stallMs: 20_000 })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  await vi.waitFor(async () =>
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([]),
  )
  await world.close()
})

const said = [{ text: 'Here I am.' }, { finish: 'stop' as const }]
const retriesIn = (events: Awaited<ReturnType<typeof readEvents>>['events']) =>
  events.flatMap(({ part }) => (part.type === 'data-retry' ? [part.data.retry] : []))
/** The number of requests with this question. */
const askedFor = (question: string) =>
  world.model.requests().filter((request) => request.question.includes(question)).length

test.each(['429=1', '500', 'html', '503', '529'])(
  'B35 a provider that answers %s before the first word is retried, visibly, with one charge',
  async (fault) => {
    world.model.setFaults([{ model: 'test-model', fault, times: 2 }])
    world.model.script('test-model', said)
    const { response } = await kim.ask(`Are you busy with ${fault}?`)
    const { events } = await readEvents(response)
    expect(endOf(events)).toMatchObject({ state: 'answered', errorCode: null })
    expect(textOf(events)).toBe('Here I am.')
    expect(retriesIn(events)).toEqual([1, 2])
    expect(endOf(events)?.creditsCharged).toBeGreaterThan(0)
  },
)

test('B35 a connection that is reset before the first word is retried', async () => {
  world.model.script('test-model', said)
  world.model.script('test-model', [{ drop: true }], { times: 1 })
  const { events } = await readEvents((await kim.ask('Are you there?')).response)
  expect(textOf(events)).toBe('Here I am.')
  expect(retriesIn(events)).toEqual([1])
})

test('B35 a provider that stays busy is tried three times, then the fallback answers', async () => {
  world.model.setFaults([{ model: 'broken-model', fault: '503' }])
  world.model.script('broken-model', said)
  world.model.script('test-model', said)
  const { response } = await kim.ask('Who else?', { modelId: 'test-with-fallback' })
  const { events } = await readEvents(response)
  expect(textOf(events)).toBe('Here I am.')
  expect(retriesIn(events)).toEqual([1, 2])
  expect(world.model.requests().filter(({ model }) => model === 'broken-model')).toHaveLength(3)
})

test.each([
  ['429=11', 'PROVIDER_RATE_LIMITED'],
  ['401', 'PROVIDER_REFUSED_KEY'],
])('B35 a provider that answers %s is not retried', async (fault, errorCode) => {
  world.model.setFaults([{ model: 'test-model', fault }])
  world.model.script('test-model', said)
  const { events } = await readEvents((await kim.ask(`Once with ${fault}?`)).response)
  expect(endOf(events)).toMatchObject({ state: 'failed', errorCode, creditsCharged: 0 })
  expect(retriesIn(events)).toEqual([])
  expect(askedFor(`Once with ${fault}?`)).toBe(1)
})

test('B35 nothing is retried after the first word', async () => {
  world.model.script('test-model', [{ text: 'Half' }, { drop: true }])
  const { events } = await readEvents((await kim.ask('Half of it?')).response)
  expect(endOf(events)).toMatchObject({ state: 'failed', errorCode: 'PROVIDER_DROPPED' })
  expect(retriesIn(events)).toEqual([])
})

test('CHAT-03 stopping during the wait for a busy model ends the answer at once', async () => {
  world.model.setFaults([{ model: 'test-model', fault: '429=9' }])
  world.model.script('test-model', said)
  const { response, turnId } = await kim.ask('Stop me?')
  const reading = readEvents(response)
  await expect.poll(() => askedFor('Stop me?')).toBe(1)
  await call('stopAnswer', kim.api, { params: { turnId } })
  const { events } = await reading
  expect(endOf(events)).toMatchObject({ state: 'stopped', creditsCharged: 0 })
})

test('B35 shaping a text survives a busy provider too', async () => {
  world.model.script('test-model', said)
  const { response, turnId } = await kim.ask('Tea?')
  await readEvents(response)
  world.model.setFaults([{ model: 'test-model', fault: '503', times: 1 }])
  world.model.script('test-model', [{ text: 'Which tea?' }, { finish: 'stop' }])
  const { message } = await call('suggestFollowups', kim.api, {
    body: { shapingId: mintId('shaping'), turnId },
  })
  expect(message.followups).toEqual(['Which tea?'])
})
