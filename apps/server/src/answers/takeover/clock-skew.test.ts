import { holdAnswer } from '@atrium/sandbox'
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
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readFreshness, takeOrphans } from '../../chats/index.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Difference of the server's clock from the real time; the database has its own clock. */
let skewMs = 0
let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    clock: { now: () => new Date(Date.now() + skewMs) },
  })
  kim = await world.signUp()
})
beforeEach(() => {
  skewMs = 0
  world.model.reset()
  world.model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

test("B57 later questions sort later, though the server's clock was set back in between", async () => {
  skewMs = 10 * minuteMs
  const first = await kim.ask('First?')
  const firstEvents = (await readEvents(first.response)).events
  skewMs = -10 * minuteMs
  const second = await kim.ask('Second?', { chatId: first.chatId, parentTurnId: first.turnId })
  const secondEvents = (await readEvents(second.response)).events
  const other = await kim.ask('In another chat?')
  await readEvents(other.response)

  for (const events of [firstEvents, secondEvents])
    expect(events.map(({ eventId }) => eventId)).toEqual(events.map((_, index) => index + 1))
  const { turns, currentTurnId } = (await call('getChat', kim.api, { params: { chatId: first.chatId } }))
    .message
  expect(turns.map(({ turnId }) => turnId)).toEqual([first.turnId, second.turnId])
  expect(currentTurnId).toBe(second.turnId)
  const { message: history } = await call('listHistory', kim.api, { query: {} })
  expect(history.map(({ chatId }) => chatId)).toEqual([other.chatId, first.chatId])
})

test('B57 the lease of an answer follows the clock of the database and not of any node', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, turnId } = await kim.ask('Slowly, please.')
  await answer.asked
  for (const off of [dayMs, -dayMs, 10 * minuteMs]) {
    skewMs = off
    expect(
      await takeOrphans(world.database, 'another-node', {
        limit: 50,
        scope: 'expired',
        freshness: await readFreshness(world.database),
      }),
    ).toEqual([])
    const { rows } = await world.database.pool.query<{ seconds: number }>(
      'select extract(epoch from lease_expires_at - now())::float as seconds from turn where id = $1',
      [turnId],
    )
    expect(rows[0]?.seconds).toBeGreaterThan(0)
    expect(rows[0]?.seconds).toBeLessThan(60)
    answer.say('More. ')
  }
  answer.finish()
  const { events } = await readEvents(response)
  expect(textOf(events)).toBe('More. More. More. ')
  expect(endOf(events)?.state).toBe('answered')
})
