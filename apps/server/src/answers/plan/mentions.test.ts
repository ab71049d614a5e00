import { contract, type Mention, mintId } from '@atrium/contract'
import { call, colleagueOf, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson
let bo: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
  bo = await colleagueOf(world, kim, { name: 'Bo Björk' })
})
beforeEach(() => {
  world.model.reset()
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
})
afterAll(() => world.close())

const secretText = '@Bo Björk what of the merger with Umbrella?'
const ofBo = (): Mention => ({ kind: 'person', id: bo.userId, start: 0, length: 9 })
const asking = (text: string, mentions: Mention[]) => ({
  ask: { kind: 'question' as const, messageId: mintId('message'), text, mentions },
})
async function ask(text: string, mentions: Mention[], more: Parameters<TestPerson['ask']>[1] = {}) {
  const asked = await kim.ask('', { ...asking(text, mentions), ...more })
  if (asked.response.ok) await readEvents(asked.response)
  return asked
}
const mentionsOf = async (person: TestPerson) => (await call('listMentions', person.api)).message
const seeAll = async (person: TestPerson) => {
  const mentionIds = (await mentionsOf(person)).map(({ mentionId }) => mentionId)
  if (mentionIds.length > 0) await call('markMentionsSeen', person.api, { body: { mentionIds } })
}

test('CHAT-08 a mentioned person learns who mentioned them in which room, and nothing of the question', async () => {
  const notices = await send(contract.readNotices, bo.api)
  const received = notices.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { chatId } = await ask(secretText, [ofBo()])
  await vi.waitFor(async () => expect((await received?.read())?.value).toContain('"mentioned"'))
  await received?.cancel()
  const published = await mentionsOf(bo)
  expect(published).toMatchObject([
    {
      by: { id: kim.userId, name: 'Kim Example' },
      roomId: kim.roomId,
      roomName: 'General',
      question: null,
      isSeen: false,
    },
  ])
  expect(JSON.stringify(published)).not.toMatch(/merger|chat_/)
  expect((await send(contract.getChat, bo.api, { params: { chatId } })).status).toBe(404)
  await seeAll(bo)
  expect((await mentionsOf(bo))[0]?.isSeen).toBe(true)
  expect(await mentionsOf(kim)).toEqual([])
})

test('CHAT-08 mentions are stored with the question by id and position, and return with the chat', async () => {
  const { chatId } = await ask(secretText, [ofBo()])
  const { message } = await call('getChat', kim.api, { params: { chatId } })
  expect(message.turns[0]?.question).toMatchObject({ text: secretText, mentions: [ofBo()] })
})

test('CHAT-08 mentions of people outside the room, of oneself, and of missing things stay plain text and notify nobody', async () => {
  const room = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  await seeAll(bo)
  const before = await mentionsOf(bo)
  const text = '@a @b @c @d'
  const at = (start: number) => ({ start, length: 2 })
  const mentions: Mention[] = [
    { kind: 'person', id: bo.userId, ...at(0) },
    { kind: 'person', id: kim.userId, ...at(3) },
    { kind: 'file', id: mintId('file'), ...at(6) },
    { kind: 'model', id: 'no-such-model', ...at(9) },
  ]
  const api = { ...kim.api, roomId: room.data.id }
  const chatId = mintId('chat')
  const response = await send(contract.askQuestion, api, {
    body: {
      chatId,
      turnId: mintId('turn'),
      parentTurnId: null,
      modelId: 'test-model',
      ...asking(text, mentions),
    },
  })
  await readEvents(response)
  const { message } = await call('getChat', kim.api, { params: { chatId } })
  expect(message.turns[0]?.question).toMatchObject({ text, mentions: [mentions[1]] })
  expect(await mentionsOf(bo)).toEqual(before)
  expect(await mentionsOf(kim)).toEqual([])
})

test('CHAT-08 one chat notifies a person once until they have seen it', async () => {
  await seeAll(bo)
  const unseen = async () => (await mentionsOf(bo)).filter(({ isSeen }) => !isSeen).length
  const { chatId, turnId } = await ask(secretText, [ofBo()])
  await ask(secretText, [ofBo()], { chatId, parentTurnId: turnId })
  expect(await unseen()).toBe(1)
  await seeAll(bo)
  await ask(secretText, [ofBo()], { chatId, parentTurnId: turnId })
  expect(await unseen()).toBe(1)
})

test.each<[string, string, { start: number; length: number }[]]>([
  ['outside the text', '@Bo', [{ start: 0, length: 4 }]],
  ['without an @', 'Bo @', [{ start: 0, length: 2 }]],
  [
    'over each other',
    '@@Bo',
    [
      { start: 0, length: 4 },
      { start: 1, length: 3 },
    ],
  ],
])('CHAT-08 mentions %s are refused', async (_about, text, ranges) => {
  const mentions = ranges.map((range) => ({ kind: 'person' as const, id: bo.userId, ...range }))
  expect((await ask(text, mentions)).response.status).toBe(400)
})

test('CHAT-08 the model learns which files of the room a question mentions, also in later questions', async () => {
  const fileId = mintId('file')
  await sql`
    insert into room_file (account_id, room_id, id, storage_key, name, content_type, requested_by, stored_at, size_bytes)
    values (${kim.accountId}, ${kim.roomId}, ${fileId}, 'context/none', 'Prices "2026".csv', 'text/csv', ${kim.userId}, now(), 3)`.execute(
    world.database.kysely,
  )
  const { chatId, turnId } = await ask('Sum up @Prices', [{ kind: 'file', id: fileId, start: 7, length: 7 }])
  const published = () => JSON.stringify(world.model.requests().map(({ body }) => body))
  const named = JSON.stringify(
    '(Files of the room that this question names: "Prices \\"2026\\".csv".)',
  ).slice(1, -1)
  expect(published()).toContain(named)
  world.model.reset()
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  await ask('And more?', [], { chatId, parentTurnId: turnId })
  expect(published()).toContain(named)
})

test('CHAT-08 CHAT-11 a mention in a shared chat opens it at the question while it is shared', async () => {
  await seeAll(bo)
  const { chatId, turnId } = await ask(secretText, [ofBo()])
  expect((await mentionsOf(bo))[0]?.question).toBeNull()
  const share = (to: 'read' | 'none') =>
    call('shareChat', kim.api, { params: { chatId }, body: { share: to } })
  await share('read')
  expect((await mentionsOf(bo))[0]?.question).toEqual({ chatId, turnId })
  await share('none')
  expect((await mentionsOf(bo))[0]?.question).toBeNull()
})
