import { type ChatId } from '@atrium/contract'
import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { indexAnswers } from '@atrium/testkit/index-answers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { writeOldWords } from './write-old-words.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

const found = async (query: string) =>
  (await call('searchChats', kim.api, { query: { query } })).message.map(({ chatId }) => chatId)
const words = async () =>
  (
    await sql`select chat_id, turn_id, words from chat_words order by chat_id, turn_id`.execute(
      world.database.kysely,
    )
  ).rows

test('HIST-04 chats from before the search index are found once they are indexed, in batches that resume', async () => {
  world.model.script('*', [{ text: 'It is **smoked** over pinewood.' }, { finish: 'stop' }])
  const chatIds: ChatId[] = []
  for (let number = 0; number < 3; number++) {
    const { chatId, response } = await kim.ask(`How is tea number ${number} made?`)
    await readEvents(response)
    await call('changeChat', kim.api, { params: { chatId }, body: { chatTitle: `Souchong ${number}` } })
    chatIds.push(chatId)
  }
  const temporary = await kim.ask('Secret tea?', { isTemporary: true })
  await readEvents(temporary.response)
  await indexAnswers(world.database)
  const before = await words()
  // As before the search index: many chats without words.
  await sql`delete from chat_words`.execute(world.database.kysely)
  await sql`
    insert into chat (account_id, id, room_id, owner_id, title)
    select ${kim.accountId}, 'chat_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), ${kim.roomId}, ${kim.userId}, 'Older ' || n
    from generate_series(1, 60) as n`.execute(world.database.kysely)
  await sql`
    update chat_words_catch_up set until = now(), done_at = null, after_account_id = '', after_chat_id = ''`.execute(
    world.database.kysely,
  )
  expect(await found('pinewood')).toEqual([])

  // Stopped after its first batch, it resumes behind it.
  expect(await writeOldWords(world.database, AbortSignal.abort())).toBe(false)
  expect(await words()).toHaveLength(50)
  expect(await writeOldWords(world.database, new AbortController().signal)).toBe(true)
  expect((await found('pinewood')).toSorted()).toEqual(chatIds.toSorted())
  expect(await found('souchong 2')).toEqual([chatIds[2]])
  expect((await call('searchChats', kim.api, { query: { query: 'older' } })).count).toBe(60)
  expect(await found('secret')).toEqual([])
  const after = await words()
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after).toHaveLength(before.length + 60)

  // A second run does nothing.
  expect(await writeOldWords(world.database, new AbortController().signal)).toBe(true)
  expect(await words()).toEqual(after)
})
