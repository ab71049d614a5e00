import { endOf, readEvents, startWorld, textOf, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

test.each([
  ['control characters, which take six bytes each', '\u0001'.repeat(30_000)],
  ['surrogate pairs, none of which may be cut', `a${'😀'.repeat(15_000)}`],
])('W11 one large delta of %s is sent as several small events', async (_what, text) => {
  world.model.script('test-model', [{ text }, { finish: 'stop' }], { times: 1 })
  const { response } = await kim.ask('Say it at once.')
  const { events } = await readEvents(response)
  expect(endOf(events)).toMatchObject({ state: 'answered', errorCode: null })
  expect(textOf(events) === text).toBe(true)
  const deltas = events.flatMap(({ part }) => ('delta' in part ? [part] : []))
  expect(deltas.length).toBeGreaterThan(1)
  expect(Math.max(...deltas.map((part) => Buffer.byteLength(JSON.stringify(part))))).toBeLessThan(100_000)
  expect(deltas.every(({ delta }) => delta.isWellFormed())).toBe(true)
})
