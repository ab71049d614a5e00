import type { ChatId, Segment } from '@atrium/contract'
import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { indexAnswers } from '@atrium/testkit/index-answers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { inTenant } from '../../platform/database/index.ts'
import { wordOfOwner } from './chat-words.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.model.reset()
  kim = await world.signUp()
})
afterAll(() => world.close())

async function asked(question: string, answer = 'Yes.', more: Parameters<TestPerson['ask']>[1] = {}) {
  world.model.script('*', [{ text: answer }, { finish: 'stop' }])
  const asking = await kim.ask(question, more)
  await readEvents(asking.response)
  await indexAnswers(world.database)
  // A job writes the model's title, with the reply scripted at that time.
  await vi.waitFor(async () => expect(await untitled()).toBe(0), { timeout: 60_000 })
  return asking
}
const untitled = async () =>
  (
    await sql`select from chat where title_source = 'none' and owner_id = ${kim.userId}`.execute(
      world.database.kysely,
    )
  ).rows.length
const search = async (query: string, person = kim) =>
  await call('searchChats', person.api, { query: { query } })
const found = async (query: string, person = kim): Promise<ChatId[]> =>
  (await search(query, person)).message.map(({ chatId }) => chatId)
const textOf = (segments: readonly Segment[]) =>
  segments.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('HIST-04 search finds questions and answers in five languages, the latest chat first', async () => {
  const { chatId: english, turnId } = await asked('Which teas grow in Kyoto?', 'Many green teas, and matcha.')
  const { chatId: french } = await asked('Résume les réunions du lundi', 'Voilà, résumé.')
  const { chatId: vietnamese } = await asked('Thời tiết ở Hà Nội hôm nay?', 'Trời nắng.')
  const { chatId: chinese } = await asked('明天的天气预报是什么？', '明天下雨。')
  const { chatId: arabic } = await asked('أين تقع المدرسة الجديدة؟', 'قرب الحديقة.')
  expect(await found('green tea')).toEqual([english])
  expect(await found('reunion')).toEqual([french])
  expect(await found('ha noi')).toEqual([vietnamese])
  expect(await found('troi nang')).toEqual([vietnamese])
  expect(await found('天气')).toEqual([chinese])
  expect(await found('مدرسة')).toEqual([arabic])
  expect(await found('tea milk')).toEqual([])
  const { message, count } = await search('kyoto tea')
  expect(count).toBe(1)
  expect(message[0]?.hits).toMatchObject([{ turnId, part: 'question' }])
  expect(textOf(message[0]?.hits[0]?.excerpt ?? [])).toBe('Which [teas] grow in [Kyoto]?')
  expect(textOf((await search('matcha')).message[0]?.hits[0]?.excerpt ?? [])).toBe(
    'Many green teas, and [matcha].',
  )
})

test('HIST-04 an excerpt is plain text without Markdown, with the searched words marked', async () => {
  await asked(
    '# Teas\n\n- **Which** one is `smoked`?',
    '## Smoked teas\n\n| Kind | From |\n|---|---|\n| **Lapsang** souchong | [Wuyi](https://tea.example/wuyi) |\n\nIt is *rare* [1].',
  )
  const excerptFor = async (query: string) => textOf((await search(query)).message[0]?.hits[0]?.excerpt ?? [])
  expect(await excerptFor('which smoked')).toBe('Teas [Which] one is [smoked]?')
  expect(await excerptFor('lapsang wuyi rare')).toBe(
    'Smoked teas Kind From [Lapsang] souchong [Wuyi] It is [rare].',
  )
})

test('HIST-04 search finds a chat by its current title', async () => {
  const { chatId } = await asked('Which is older?')
  const rename = (chatTitle: string) =>
    call('changeChat', kim.api, { params: { chatId }, body: { chatTitle } })
  await rename('Quarterly budget')
  expect(await found('budgets')).toEqual([chatId])
  expect(textOf((await search('budget')).message[0]?.chatTitle ?? [])).toBe('Quarterly [budget]')
  await rename('Holiday plans')
  expect(await found('budget')).toEqual([])
  expect(await found('holiday')).toEqual([chatId])
})

test('HIST-04 an interrupted or stopped answer, an alternative answer and several turns of a chat are found as one chat', async () => {
  const { chatId, turnId } = await asked('Tell me of lighthouses', 'A lighthouse stands there.')
  await asked('', 'Another lighthouse, in Alexandria.', {
    chatId,
    ask: { kind: 'regenerate', turnId },
  })
  await asked('And lighthouses in the north?', 'Few lighthouses.', { chatId, parentTurnId: turnId })
  const { message } = await search('lighthouse')
  expect(message.map((chat) => [chat.chatId, chat.hits.length])).toEqual([[chatId, 3]])
  // Its question has two answers, and is shown once.
  expect((await search('tell')).message.flatMap(({ hits }) => hits)).toHaveLength(1)
  expect(await found('alexandria')).toEqual([chatId])
})

test("HIST-04 nobody finds other people's chats, deleted ones, or those in rooms that they may not use", async () => {
  const { chatId } = await asked('A secret lighthouse')
  const other = await world.signUp()
  expect(await found('lighthouse', other)).toEqual([])
  await call('deleteChat', kim.api, { params: { chatId } })
  expect(await found('lighthouse')).toEqual([])
  await call('restoreChat', kim.api, { params: { chatId } })
  expect(await found('lighthouse')).toEqual([chatId])
  await sql`update room set access_type = 'PRIVATE' where id = ${kim.roomId}`.execute(world.database.kysely)
  await sql`delete from room_member where room_id = ${kim.roomId}`.execute(world.database.kysely)
  expect(await found('lighthouse')).toEqual([])
})

test("HIST-04 the search functions search only for the transaction's person", async () => {
  await asked('A secret lighthouse')
  const other = await world.signUp()
  const words = `'${wordOfOwner(kim)}' & 'lighthous'`
  for (const find of [sql`find_chat_words`, sql`find_newest_chat_words`]) {
    const count = async (tenant: { accountId: string; userId: string }) =>
      (
        await inTenant(world.database, tenant, (trx) =>
          sql`select chat_id from ${find}(${words}::tsquery, 10)`.execute(trx),
        )
      ).rows.length
    expect(await count(kim)).toBe(1)
    expect(await count({ accountId: kim.accountId, userId: other.userId })).toBe(0)
    expect(await count({ accountId: other.accountId, userId: kim.userId })).toBe(0)
  }
})

test('HIST-04 very frequent words are found, the latest first', async () => {
  const { chatId } = await asked('A rare lighthouse')
  await inTenant(world.database, kim, async (trx) => {
    await sql`insert into chat (account_id, id, room_id, owner_id, title, title_source, asked_at)
      select ${kim.accountId}, 'chat_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), ${kim.roomId}, ${kim.userId}, 'Lighthouse ' || n, 'person', now() - n * interval '1 minute'
      from generate_series(1, 1200) as n`.execute(trx)
    await sql`insert into chat_words (account_id, chat_id, owner_id, written_at, words)
      select account_id, id, owner_id, asked_at, array_to_tsvector(array[${wordOfOwner(kim)}, 'lighthous']::text[])
      from chat where owner_id = ${kim.userId} and title like 'Lighthouse%'`.execute(trx)
  })
  const { message, count } = await search('lighthouse')
  expect(count).toBe(1000)
  expect(message[0]?.chatId).toBe(chatId)
  expect(message.map((chat) => chat.date)).toEqual(
    message
      .map((chat) => chat.date)
      .toSorted()
      .toReversed(),
  )
  expect(await found('rare lighthouse')).toEqual([chatId])
})

test('HIST-04 hostile searches find nothing or are refused, and break nothing', async () => {
  await asked('A plain question')
  for (const query of [
    "' | 'plain",
    '!!!',
    "\\'",
    '& & &',
    ':*',
    '@',
    "'; drop table chat --",
    '%_',
    '<->',
    '👩‍👩‍👧',
  ])
    expect(await found(query)).toBeInstanceOf(Array)
  await expect(found('   ')).rejects.toThrow('INVALID_INPUT')
  await expect(found('x'.repeat(201))).rejects.toThrow('INVALID_INPUT')
})
