import { call, readEvents, startWorld, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
})
afterAll(() => world.close())

const nameOf = async (userId: string) =>
  (
    await sql<{ name: string }>`select name from identity_user where id = ${userId}`.execute(
      world.database.kysely,
    )
  ).rows[0]?.name

test.each([
  ['伟', '陈', '陈伟'],
  ['Văn An', 'Nguyễn', 'Nguyễn Văn An'],
  ['Grace', 'Hopper', 'Grace Hopper'],
])('%s %s is called %s by the server: in replies, lists and mails', async (firstName, lastName, name) => {
  const person = await world.signUp()
  await call('changeUser', person.api, { body: { firstName, lastName } })
  expect(await nameOf(person.userId)).toBe(name)
  const asked = await person.ask('Which is older, tea or coffee?')
  await readEvents(asked.response)
  const { message: chat } = await call('getChat', person.api, { params: { chatId: asked.chatId } })
  expect(chat.turns[0]?.question.authorName).toBe(name)
})
