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
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'

const minuteMs = 60_000
const everyMs = 5_000

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterEach(() => vi.useRealTimers())
afterAll(() => world.close())

/** Yields to the event loop until a condition holds, without a clock. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > 100_000) throw new Error('The condition never became true.')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('B43 a model that sends a word every five seconds is ended after twenty minutes; its text is kept and charged', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  // Before the question: its timeout starts there.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { response, chatId } = await kim.ask('Tell me for an hour.')
  await answer.asked
  let received = ''
  let isOver = false
  const reading = readEvents(response, { until: (events) => ((received = textOf(events)), false) })
  void reading.finally(() => (isOver = true))

  let said = ''
  const startedAt = performance.now()
  // While a word is awaited, the clock goes on too.
  const passedMs = () => performance.now() - startedAt
  for (let count = 0; passedMs() < 60 * minuteMs && !isOver; count++) {
    const word = `word-${count} `
    answer.say(word)
    said += word
    // Words are joined for a moment before they are stored and sent.
    await until(() => vi.advanceTimersByTime(1) && (isOver || received === said))
    vi.advanceTimersByTime(everyMs)
  }
  const minutes = passedMs() / minuteMs
  vi.useRealTimers()
  const { events, isDone } = await reading
  expect(isDone).toBe(true)
  expect(minutes).toBeGreaterThanOrEqual(19)
  expect(minutes).toBeLessThanOrEqual(21)
  expect(endOf(events)).toMatchObject({ state: 'interrupted', errorCode: 'ANSWER_TOO_LONG' })
  expect(textOf(events).split(' ').length).toBeGreaterThan(100)
  expect(said.startsWith(textOf(events))).toBe(true)
  expect(endOf(events)?.creditsCharged).toBeGreaterThan(0)
  await world.model.waitForRequest((request) => request.state === 'client-left')

  const { turns } = (await call('getChat', kim.api, { params: { chatId } })).message
  expect(turns).toMatchObject([{ state: 'interrupted', parts: [{ type: 'text', text: textOf(events) }] }])
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})
