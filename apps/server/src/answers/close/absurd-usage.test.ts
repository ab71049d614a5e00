import {
  checkInvariants,
  call,
  endOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => world.model.reset())
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const answer = 'Tea is older than coffee, by some three thousand years.'

async function askWithUsage(modelId: string, fault?: string) {
  world.model.script('test-model', [{ text: answer }, { finish: 'stop' }])
  if (fault) world.model.setFaults([{ model: 'test-model', fault }])
  const { response, chatId, turnId } = await kim.ask('Which is older?', { modelId })
  const end = endOf((await readEvents(response)).events)
  const { rows } = await sql<{ held_milli: number; charged_milli: number }>`
    select held_milli, charged_milli from credit_hold where turn_id = ${turnId}`.execute(
    world.database.kysely,
  )
  const turn = (await call('getChat', kim.api, { params: { chatId } })).message.turns[0]
  return { end, turn, heldMilli: rows[0]?.held_milli ?? 0, chargedMilli: rows[0]?.charged_milli ?? 0 }
}

test.each(
  ['test-model', 'test-responses', 'test-messages'].flatMap((modelId) =>
    ['no-usage', 'absurd-usage=negative', 'absurd-usage=huge'].map((fault) => [modelId, fault] as const),
  ),
)(
  'B41 P03 absurd usage by %s, %s: the server counts tokens itself, marks the count as estimated, and charges within the hold',
  async (modelId, fault) => {
    const believed = await askWithUsage(modelId)
    expect(believed.end?.usage?.estimated).toBe(false)

    const { end, turn, heldMilli, chargedMilli } = await askWithUsage(modelId, fault)
    expect(end).toMatchObject({ state: 'answered', usage: { estimated: true } })
    expect(turn?.usage).toEqual(end?.usage)
    expect(turn?.parts).toMatchObject([{ text: answer }])
    expect(chargedMilli).toBeGreaterThan(0)
    expect(chargedMilli).toBeLessThanOrEqual(heldMilli)
    // Our count is close to an honest provider's.
    expect(end?.usage?.outputTokens).toBeGreaterThan(5)
    expect(end?.usage?.outputTokens).toBeLessThan(30)
    expect(end?.creditsCharged).toBe(chargedMilli / 1000)
  },
)
