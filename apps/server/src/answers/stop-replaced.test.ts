import { contract, mintId } from '@atrium/contract'
import { type HeldAnswer, holdAnswer } from '@atrium/sandbox'
import {
  checkInvariants,
  endOf,
  readEvents,
  send,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
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

type Place = Partial<Pick<Awaited<ReturnType<TestPerson['ask']>>, 'chatId' | 'turnId'>>

/** Asks, and waits for the first word of the answer. */
async function askHeld(text: string, more: object = {}) {
  const held: HeldAnswer = holdAnswer()
  world.model.script('test-model', held.respond, { times: 1 })
  const asked = await kim.ask(text, more)
  await held.asked
  held.say('Tea ')
  await expect.poll(() => world.app.ports.running.get(asked.turnId)?.parts.length).toBe(1)
  return { ...asked, held }
}

const edit = ({ chatId, turnId }: Place, text = 'Which is older, tea or wine?') =>
  kim.ask(text, {
    chatId,
    ask: { kind: 'question', messageId: mintId('message'), text, replacesTurnId: turnId },
  })
const read = (turnId: `turn_${string}`) => send(contract.readAnswer, kim.api, { params: { turnId } })
const readersOf = (turnId: `turn_${string}`) => world.app.ports.running.get(turnId)?.readers.length

test('CHAT-05 an edited question stops its former answer when only the editing page reads it, and the partial answer is charged', async () => {
  const former = await askHeld('Which is older, tea or coffee?')
  world.model.script('test-model', [{ text: 'Wine.' }, { finish: 'stop' }])
  const edited = await edit(former)
  const { events } = await readEvents(former.response)
  expect([endOf(events)?.state, textOf(events)]).toEqual(['stopped', 'Tea '])
  expect(endOf((await readEvents(edited.response)).events)?.state).toBe('answered')
})

test('CHAT-05 it is also stopped when nobody reads it, and when the running answer is to a later question', async () => {
  world.model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }], { times: 1 })
  const first = await kim.ask('Which is older, tea or coffee?')
  await readEvents(first.response)
  const later = await askHeld('And wine?', { chatId: first.chatId, parentTurnId: first.turnId })
  await later.response.body?.cancel()
  await expect.poll(() => readersOf(later.turnId)).toBe(0)
  world.model.script('test-model', [{ text: 'Wine.' }, { finish: 'stop' }])
  await readEvents((await edit(first)).response)
  const { events } = await readEvents(await read(later.turnId))
  expect(endOf(events)?.state).toBe('stopped')
})

test('CHAT-05 it continues while a second page reads it, and when another question of the chat is edited', async () => {
  const former = await askHeld('Which is older, tea or coffee?')
  const second = await read(former.turnId)
  await expect.poll(() => readersOf(former.turnId)).toBe(2)
  world.model.script('test-model', [{ text: 'Wine.' }, { finish: 'stop' }])
  const edited = await edit(former)
  expect(endOf((await readEvents(edited.response)).events)?.state).toBe('answered')
  await second.body?.cancel()
  await expect.poll(() => readersOf(former.turnId)).toBe(1)
  await readEvents((await edit({ chatId: former.chatId, turnId: edited.turnId }, 'And beer?')).response)
  former.held.say('is older.')
  former.held.finish()
  const { events } = await readEvents(former.response)
  expect([endOf(events)?.state, textOf(events)]).toEqual(['answered', 'Tea is older.'])
})
