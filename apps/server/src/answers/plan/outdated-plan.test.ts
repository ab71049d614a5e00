import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { promptSent } from '../answers-for-tests.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

/** Locks a chat, until it is called. */
async function lock(chatId: string): Promise<() => Promise<void>> {
  const client = await world.database.pool.connect()
  await client.query('begin')
  await client.query('select from chat where id = $1 for update', [chatId])
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Resolves when a question that was planned waits for its chat. */
const someoneWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from chat%for no key update%'`.execute(
      world.database.kysely,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)

test('ROOM-08 a question that waits for its chat is answered by the instructions that its room has then', async () => {
  const first = await kim.ask('Which is older, tea or coffee?')
  await readEvents(first.response)
  const unlock = await lock(first.chatId)
  const asking = kim.ask('And cocoa?', { chatId: first.chatId, parentTurnId: first.turnId })
  await someoneWaits()
  await sql`update room set instructions = 'Answer in one word.' where id = ${kim.roomId}`.execute(
    world.database.kysely,
  )
  await unlock()
  await readEvents((await asking).response)
  expect(promptSent(world).system).toContain('> Answer in one word.')
})

test('a question that waits for its chat is refused when its room no longer allows the model', async () => {
  const first = await kim.ask('Which is older, tea or coffee?')
  await readEvents(first.response)
  const unlock = await lock(first.chatId)
  const asking = kim.ask('And cocoa?', { chatId: first.chatId, parentTurnId: first.turnId })
  await someoneWaits()
  await sql`update room set allowed_model_ids = '{test-seeing}' where id = ${kim.roomId}`.execute(
    world.database.kysely,
  )
  await unlock()
  expect(await (await asking).response.json()).toMatchObject({ code: 'MODEL_NOT_ALLOWED_IN_ROOM' })
  const { message } = await call('getChat', kim.api, { params: { chatId: first.chatId } })
  expect(message.turns).toHaveLength(1)
})
