import { type ImportedChat, type ImportedTurn, mintId } from '@atrium/contract'
import { ApiFailure, call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { checkInvariants } from '@atrium/testkit/check-invariants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'Tea is older.' }, { finish: 'stop' }])
  kim = await world.signUp()
})
afterAll(() => world.close())

const at = '2024-05-06T07:08:09.000Z'
const turn = (changes: Partial<ImportedTurn> = {}): ImportedTurn => ({
  parent: null,
  sameQuestionAs: null,
  question: 'Which is older, tea or coffee?',
  askedAt: at,
  modelName: 'gpt-4o',
  state: 'answered',
  reasoning: '',
  answer: 'Oolong came first.',
  answeredAt: '2024-05-06T07:08:19.000Z',
  rating: null,
  ...changes,
})
const chat = (changes: Partial<ImportedChat> = {}): ImportedChat => ({
  sourceId: mintId('chat').slice(5),
  title: 'Old drinks',
  createdAt: at,
  isStarred: false,
  labels: [],
  currentTurn: null,
  turns: [turn()],
  ...changes,
})
const bring = async (chats: ImportedChat[], more: { source?: 'atrium'; person?: TestPerson } = {}) => {
  const { source = 'chatgpt', person = kim } = more
  return (await call('importChats', person.api, { body: { roomId: person.roomId, source, chats } })).message
}
const read = async (chatId: string | undefined, person = kim) =>
  (await call('getChat', person.api, { params: { chatId: String(chatId) } })).message
const codeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )

test('HIST-05 an imported chat has its texts, branches, dates, labels and star, and cost nothing', async () => {
  const before = (await call('getUserInfo', kim.api, {})).message
  const [outcome] = await bring([
    chat({
      isStarred: true,
      labels: ['Drinks', 'drinks', 'Été'],
      currentTurn: 1,
      turns: [
        turn({ reasoning: 'I look it up.' }),
        turn({ sameQuestionAs: 0, answer: 'Tea.', rating: 'up', modelName: null }),
        turn({
          parent: 1,
          question: 'Since when?',
          state: 'stopped',
          answer: '',
          askedAt: '2024-06-01T00:00:00.000Z',
        }),
        turn({ question: 'Which is older, tea or water?' }),
      ],
    }),
  ])
  expect(outcome?.outcome).toBe('imported')
  const brought = await read(outcome?.chatId)
  expect(brought).toMatchObject({
    chatTitle: 'Old drinks',
    createdAt: at,
    isStarred: true,
    importedFrom: 'chatgpt',
  })
  expect(brought.labels.map(({ name }) => name)).toEqual(['Drinks', 'Été'])
  const [first, again, next, edited] = brought.turns
  expect(again?.question.messageId).toBe(first?.question.messageId)
  expect(edited?.question.messageId).not.toBe(first?.question.messageId)
  expect(next?.parentTurnId).toBe(again?.turnId)
  expect(brought.currentTurnId).toBe(again?.turnId)
  expect(first?.parts.map((part) => 'text' in part && [part.type, part.text])).toEqual([
    ['reasoning', 'I look it up.'],
    ['text', 'Oolong came first.'],
  ])
  expect(again).toMatchObject({
    rating: 'up',
    modelName: null,
    creditsCharged: null,
    endedAt: '2024-05-06T07:08:19.000Z',
  })
  expect(next).toMatchObject({
    state: 'stopped',
    parts: [],
    question: { askedAt: '2024-06-01T00:00:00.000Z' },
  })
  const { message: history } = await call('listHistory', kim.api, { query: {} })
  expect(history).toMatchObject([
    {
      chatId: outcome?.chatId,
      date: '2024-06-01T00:00:00.000Z',
      questionCount: 4,
      creditsUsed: 0,
      isUnseen: false,
    },
  ])
  const after = (await call('getUserInfo', kim.api, {})).message
  expect(after.balanceUserCredits).toBe(before.balanceUserCredits)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('HIST-05 HIST-04 an imported chat is found by its title, questions and answers, and can be continued', async () => {
  const [outcome] = await bring([chat({ title: 'Breuvages anciens' })])
  for (const query of ['breuvages', 'coffee', 'oolong']) {
    const found = await call('searchChats', kim.api, { query: { query } })
    expect(
      found.message.map(({ chatId }) => chatId),
      query,
    ).toEqual([outcome?.chatId])
  }
  const { turns } = await read(outcome?.chatId)
  const { response } = await kim.ask('And cocoa?', {
    chatId: outcome?.chatId as `chat_${string}`,
    parentTurnId: turns[0]?.turnId ?? null,
  })
  await readEvents(response)
  expect((await read(outcome?.chatId)).turns.map(({ position }) => position)).toEqual([1, 2])
})

test('HIST-05 a repeated import duplicates nothing, and restores chats deleted since', async () => {
  const chats = [chat(), chat({ title: 'Milk' })]
  const first = await bring(chats)
  expect(first.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
  expect((await bring(chats)).map(({ outcome }) => outcome)).toEqual(['existing', 'existing'])
  await call('deleteChat', kim.api, { params: { chatId: String(first[0]?.chatId) } })
  expect((await bring(chats)).map(({ outcome, chatId }) => [outcome, chatId])).toEqual([
    ['restored', first[0]?.chatId],
    ['existing', first[1]?.chatId],
  ])
  expect((await call('listHistory', kim.api, { query: {} })).count).toBe(2)
  const twin = chat()
  expect((await bring([twin, twin])).map(({ outcome }) => outcome)).toEqual(['imported', 'existing'])
  const other = await world.signUp()
  expect((await bring(chats, { person: other })).map(({ outcome }) => outcome)).toEqual([
    'imported',
    'imported',
  ])
})

test("HIST-05 one's own chat in an Atrium export is recognized", async () => {
  const { chatId, response } = await kim.ask('Tea?')
  await readEvents(response)
  const outcomes = await bring([chat({ sourceId: chatId })], { source: 'atrium' })
  expect(outcomes).toEqual([{ sourceId: chatId, chatId, outcome: 'existing' }])
})

test('HIST-05 chats that refer to missing turns, to the future or to a foreign room are refused whole', async () => {
  const bad: ImportedChat[] = [
    chat({ turns: [turn({ parent: 0 })] }),
    chat({ turns: [turn(), turn({ parent: 0, sameQuestionAs: 0 })] }),
    chat({ currentTurn: 1 }),
    chat({ turns: [] }),
  ]
  for (const one of bad) expect(await codeOf(bring([chat(), one]))).toBe('INVALID_INPUT')
  const other = await world.signUp()
  const body = { roomId: other.roomId, source: 'chatgpt' as const, chats: [chat()] }
  expect(await codeOf(call('importChats', kim.api, { body }))).toBe('NOT_FOUND')
  expect((await call('listHistory', kim.api, { query: {} })).count).toBe(0)
  const [late] = await bring([
    chat({ createdAt: '2999-01-01T00:00:00.000Z', turns: [turn({ askedAt: '2999-01-01T00:00:00.000Z' })] }),
  ])
  const stored = await sql<{ future: boolean }>`
    select asked_at > now() or created_at > now() as future from chat where id = ${late?.chatId}`.execute(
    world.database.kysely,
  )
  expect(stored.rows).toEqual([{ future: false }])
})

test('HIST-05 unstorable characters are removed from imported texts', async () => {
  const texts = { question: 'Te\0a?', reasoning: 'Hm\0', answer: 'Oo\0long \uD83D.' }
  const [brought] = await bring([chat({ turns: [turn(texts)] })])
  const [stored] = (await read(brought?.chatId)).turns
  expect(stored?.question.text).toBe('Tea?')
  expect(stored?.parts).toMatchObject([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Oolong \uFFFD.' },
  ])
})

test('HIST-05 a person can import a limited number of chats per day', async () => {
  await bring([chat()])
  await sql`
    insert into chat (account_id, id, room_id, owner_id, imported_from, imported_id, imported_at, deleted_at)
    select ${kim.accountId}, 'chat_many-' || right(${kim.userId}::text, 12) || '-' || n, ${kim.roomId}, ${kim.userId}, 'chatgpt', 'many-' || n, now(), now()
    from generate_series(1, 49999) as n`.execute(world.database.kysely)
  expect(await codeOf(bring([chat()]))).toBe('RATE_LIMITED')
  await sql`delete from chat where owner_id = ${kim.userId} and imported_id like 'many-%'`.execute(
    world.database.kysely,
  )
  expect(await codeOf(bring([chat()]))).toBe('ok')
})
