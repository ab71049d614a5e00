import { endOf, readEvents, startWorld, textOf, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), stallMs: 1_000 })
  kim = await world.signUp()
})
afterAll(() => world.close())

test('B37 a provider that stalls after some words ends the turn with its text kept, within the silence timeout', async () => {
  world.model.script('test-model', [{ text: 'As far as ' }, { text: 'this.' }, { stall: true }])
  const { response } = await kim.ask('Stall, please.')
  const { events } = await readEvents(response)
  expect(textOf(events)).toBe('As far as this.')
  expect(endOf(events)).toMatchObject({ state: 'failed', errorCode: 'PROVIDER_STALLED' })
  // The provider counted nothing: an estimate could exceed the cost of the whole answer.
  expect(endOf(events)?.creditsCharged).toBe(0)
})
