import { limits, mintId } from '@atrium/contract'
import { readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(() => world.model.reset())
afterAll(() => world.close())

/** What a person's questions have left in the database. */
async function written({ accountId, userId }: TestPerson) {
  const found = await sql<{ chats: number; messages: number; turns: number; holds: number }>`
    select (select count(*)::int from chat where account_id = ${accountId} and owner_id = ${userId}) as chats,
      (select count(*)::int from message where account_id = ${accountId} and author_id = ${userId}) as messages,
      (select count(*)::int from turn where account_id = ${accountId} and asked_by = ${userId}) as turns,
      (select count(*)::int from credit_hold where account_id = ${accountId} and user_id = ${userId}) as holds`.execute(
    world.database.kysely,
  )
  return found.rows[0]
}

test('a person with the maximum of running answers gets no more until one has ended, and others still do', async () => {
  const kim = await world.signUp()
  const bo = await world.signUp({ name: 'Bo' })
  const end = Promise.withResolvers<void>()
  world.model.script('test-model', async function* () {
    yield { text: 'Wait.' }
    await end.promise
    yield { finish: 'stop' }
  })
  const running = await Promise.all(
    Array.from({ length: limits.runningAnswersPerUser }, () => kim.ask('How long?')),
  )
  expect(new Set(running.map(({ response }) => response.status))).toEqual(new Set([200]))
  const before = await written(kim)

  for (const place of [{}, { chatId: running[0]?.chatId, parentTurnId: null }]) {
    const { response } = await kim.ask('One more?', place as object)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await response.json()).toMatchObject({ code: 'TOO_MANY_ANSWERS' })
  }
  expect(await written(kim)).toEqual(before)
  const others = await bo.ask('And I?')
  expect(others.response.status).toBe(200)

  end.resolve()
  await Promise.all([...running, others].map(({ response }) => readEvents(response)))
  const again = await kim.ask('One more?')
  expect(again.response.status).toBe(200)
  await readEvents(again.response)
})

test('a question cannot follow a turn of another chat', async () => {
  const kim = await world.signUp()
  const [one, other] = [await kim.ask('Which is older?'), await kim.ask('Which is newer?')]
  await Promise.all([readEvents(one.response), readEvents(other.response)])
  const before = await written(kim)
  for (const parentTurnId of [other.turnId, mintId('turn')]) {
    const { response } = await kim.ask('And then?', { chatId: one.chatId, parentTurnId })
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await written(kim)).toEqual(before)
})

test('CHAT-11 in a chat that is open for others, a running answer refuses only a question after the same turn', async () => {
  const kim = await world.signUp()
  const open = { share: 'open' as const }
  const [chat, other] = [await kim.ask('Which is older?', open), await kim.ask('Which is newer?', open)]
  await Promise.all([readEvents(chat.response), readEvents(other.response)])
  const end = Promise.withResolvers<void>()
  world.model.script('test-model', async function* () {
    yield { text: 'Wait.' }
    await end.promise
    yield { finish: 'stop' }
  })
  const after = (asked: typeof chat) => ({
    chatId: asked.chatId,
    parentTurnId: asked.turnId,
    isLast: true as const,
  })
  const running = await kim.ask('And then?', after(chat))
  expect(running.response.status).toBe(200)

  const refused = await kim.ask('And now?', after(chat))
  expect(await refused.response.json()).toMatchObject({ code: 'ANSWER_RUNNING' })
  const others = [
    await kim.ask('And here?', after(other)),
    await kim.ask('And from the start?', { chatId: chat.chatId, parentTurnId: null, isLast: true }),
  ]
  expect(others.map(({ response }) => response.status)).toEqual([200, 200])
  end.resolve()
  await Promise.all([running, ...others].map(({ response }) => readEvents(response)))
})

test.each([{ isNew: true }, { isNew: false }])(
  'a question that was planned when its account is suspended is refused with the reason (new chat: $isNew)',
  async ({ isNew }) => {
    const kim = await world.signUp()
    const first = await kim.ask('Which is older?')
    await readEvents(first.response)
    const before = await written(kim)
    const suspending = await world.database.pool.connect()
    await suspending.query('begin')
    await suspending.query(
      `update account set suspended_at = now(), suspended_reason = 'Unpaid' where id = $1`,
      [kim.accountId],
    )
    const asking = kim.ask('And now?', isNew ? {} : { chatId: first.chatId, parentTurnId: first.turnId })
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from account%for share%'`.execute(
        world.database.kysely,
      )
      expect(rows).toHaveLength(1)
    })
    await suspending.query('commit')
    suspending.release()
    const { response } = await asking
    expect(await response.json()).toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
      details: { reason: 'Unpaid' },
    })
    expect(await written(kim)).toEqual(before)
  },
)
