import { type ChatId, type ChatsChange, mintId } from '@atrium/contract'
import {
  ApiFailure,
  call,
  colleagueOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTenant } from '../../platform/database/index.ts'

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

async function asked(question: string, person = kim): Promise<ChatId> {
  const { chatId, response } = await person.ask(question)
  await readEvents(response)
  return chatId
}
const change = (body: ChatsChange, person = kim) => call('changeChats', person.api, { body })
const history = async (query: { scope?: 'starred' | 'mine'; label?: string } = {}, person = kim) =>
  (await call('listHistory', person.api, { query })).message.map((chat) => chat.chatId)
const label = async (name: string) => (await call('createLabel', kim.api, { body: { name } })).message.labelId
const labels = async () => (await call('listLabels', kim.api, { query: {} })).message
const codeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )

test('HIST-01 starred chats have their own tab', async () => {
  const [tea, coffee] = [await asked('Tea?'), await asked('Coffee?')]
  await change({ action: 'star', chatIds: [tea], isStarred: true })
  expect(await history({ scope: 'starred' })).toEqual([tea])
  expect(await history({ scope: 'mine' })).toEqual([coffee, tea])
  const { message } = await call('getChat', kim.api, { params: { chatId: tea } })
  expect(message.isStarred).toBe(true)
  await change({ action: 'star', chatIds: [tea], isStarred: false })
  expect(await history({ scope: 'starred' })).toEqual([])
})

test('HIST-02 labels are added to and removed from several chats at once, and filter the history', async () => {
  const [tea, coffee, milk] = [await asked('Tea?'), await asked('Coffee?'), await asked('Milk?')]
  const [drinks, work] = [await label('Drinks'), await label('Work')]
  await change({ action: 'label', chatIds: [tea, coffee], add: [drinks, work], remove: [] })
  await change({ action: 'label', chatIds: [coffee], add: [], remove: [work] })
  expect(await history({ label: drinks })).toEqual([coffee, tea])
  expect(await history({ label: work })).toEqual([tea])
  expect(await history({ label: 'unlabelled' })).toEqual([milk])
  expect((await labels()).map(({ name, chatCount }) => [name, chatCount])).toEqual([
    ['Drinks', 2],
    ['Work', 1],
  ])
})

test('HIST-02 label search ignores case and accents', async () => {
  const tea = await asked('Tea?')
  const added = [await label('Réunions'), await label('Drinks')]
  await change({ action: 'label', chatIds: [tea], add: added, remove: [] })
  const found = async (search: string) =>
    (await call('listLabelsOfChat', kim.api, { params: { chatId: tea }, query: { search } })).message.map(
      ({ name }) => name,
    )
  expect(await found('reunion')).toEqual(['Réunions'])
  expect(await found('')).toEqual(['Drinks', 'Réunions'])
})

test('HIST-02 a label is renamed, merged into another and removed; its chats stay', async () => {
  const [tea, coffee] = [await asked('Tea?'), await asked('Coffee?')]
  const [drinks, drink] = [await label('Drinks'), await label('Getränke')]
  await change({ action: 'label', chatIds: [tea], add: [drinks], remove: [] })
  await change({ action: 'label', chatIds: [tea, coffee], add: [drink], remove: [] })
  expect(
    await codeOf(call('renameLabel', kim.api, { params: { labelId: drink }, body: { name: 'DRINKS' } })),
  ).toBe('LABEL_NAME_TAKEN')
  await call('mergeLabels', kim.api, { params: { labelId: drink }, body: { intoLabelId: drinks } })
  expect(await labels()).toEqual([{ labelId: drinks, name: 'Drinks', chatCount: 2 }])
  await call('renameLabel', kim.api, { params: { labelId: drinks }, body: { name: 'Cups' } })
  expect((await labels())[0]?.name).toBe('Cups')
  await call('deleteLabel', kim.api, { params: { labelId: drinks } })
  expect(await labels()).toEqual([])
  expect(await history({ label: 'unlabelled' })).toEqual([coffee, tea])
})

test.for([
  ['of another account', () => world.signUp()],
  ['of a colleague', () => colleagueOf(world, kim)],
] as const)('HIST-02 labels %s cannot be seen, used, renamed, merged or removed', async ([, person]) => {
  const other = await person()
  const foreign = (await call('createLabel', other.api, { body: { name: 'Theirs' } })).message.labelId
  const [tea, mine] = [await asked('Tea?'), await label('Mine')]
  expect((await labels()).map(({ name }) => name)).toEqual(['Mine'])
  for (const calling of [
    () => change({ action: 'label', chatIds: [tea], add: [foreign], remove: [] }),
    () => call('renameLabel', kim.api, { params: { labelId: foreign }, body: { name: 'Mine too' } }),
    () => call('mergeLabels', kim.api, { params: { labelId: mine }, body: { intoLabelId: foreign } }),
    () => call('mergeLabels', kim.api, { params: { labelId: foreign }, body: { intoLabelId: mine } }),
    () => call('deleteLabel', kim.api, { params: { labelId: foreign } }),
  ])
    expect(await codeOf(calling())).toBe('NOT_FOUND')
})

test('HIST-03 a chat is unseen from the end of its answer until it is opened, in its room', async () => {
  const tea = await asked('Tea?')
  const unseen = async (roomId = kim.roomId) =>
    (await call('listUnseenChats', { ...kim.api, url: kim.api.url, roomId }, {})).message.map(
      ({ chatId }) => chatId,
    )
  expect(await unseen()).toEqual([tea])
  expect(await unseen(mintId('room'))).toEqual([])
  expect((await call('listRecentChats', kim.api, { query: {} })).message[0]?.isUnseen).toBe(true)
  await call('markChatSeen', kim.api, { params: { chatId: tea } })
  expect(await unseen()).toEqual([])
  expect((await call('getChat', kim.api, { params: { chatId: tea } })).message.isUnseen).toBe(false)
})

test('CHAT-13 chats move only to rooms that their owner may use', async () => {
  const tea = await asked('Tea?')
  const { accountId } = kim
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId },
    body: { name: 'Kitchen', access_type: 'PRIVATE' },
  })
  await change({ action: 'move', chatIds: [tea], roomId: room.id })
  expect((await call('getChat', kim.api, { params: { chatId: tea } })).message.roomId).toBe(room.id)
  const other = await world.signUp()
  for (const roomId of [other.roomId, mintId('room')])
    expect(await codeOf(change({ action: 'move', chatIds: [tea], roomId }))).toBe('NOT_FOUND')
})

const countOf = async (scope: 'all' | 'starred' = 'all') =>
  (await call('listHistory', kim.api, { query: { scope } })).count
const kitchen = async () =>
  (
    await call('createRoom', kim.api, {
      params: { accountId: kim.accountId },
      body: { name: 'Kitchen', access_type: 'PRIVATE' },
    })
  ).data.id

/** Tallies that differ from the actual chats. */
async function wrongTallies() {
  const found = await sql`
    select account_id, owner_id, room_id, listed.chats, listed.starred, tallied.chats, tallied.starred
    from (select account_id, owner_id, room_id, count(*) as chats, count(*) filter (where is_starred) as starred
      from chat where deleted_at is null and not is_temporary group by account_id, owner_id, room_id) as listed
    full join chat_tally as tallied using (account_id, owner_id, room_id)
    where (listed.chats, listed.starred) is distinct from (tallied.chats::bigint, tallied.starred::bigint)`.execute(
    world.database.kysely,
  )
  return found.rows
}

test("HIST-01 the history's counts match its lists, whatever happens to its chats", async () => {
  const [tea, coffee, milk] = [await asked('Tea?'), await asked('Coffee?'), await asked('Milk?')]
  await readEvents((await kim.ask('Water?', { isTemporary: true })).response)
  expect(await countOf()).toBe(3)
  await change({ action: 'star', chatIds: [tea, coffee], isStarred: true })
  await change({ action: 'star', chatIds: [tea], isStarred: true })
  expect([await countOf(), await countOf('starred')]).toEqual([3, 2])
  await change({ action: 'delete', chatIds: [tea, milk] })
  expect([await countOf(), await countOf('starred')]).toEqual([1, 1])
  await change({ action: 'restore', chatIds: [tea, milk] })
  const roomId = await kitchen()
  await change({ action: 'move', chatIds: [tea], roomId })
  expect([await countOf(), await countOf('starred')]).toEqual([3, 2])
  await sql`delete from room_member where room_id = ${roomId}`.execute(world.database.kysely)
  expect([await countOf(), await countOf('starred')]).toEqual([2, 1])
  expect(await history()).toEqual([milk, coffee])
  expect(await wrongTallies()).toEqual([])
  await sql`delete from chat where owner_id = ${kim.userId}`.execute(world.database.kysely)
  expect(await countOf()).toBe(0)
  const left = await sql`select from chat_tally where owner_id = ${kim.userId}`.execute(world.database.kysely)
  expect(left.rows).toEqual([])
})

test('HIST-01 concurrent changes of chats are counted once each', async () => {
  const questions = ['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?']
  const chatIds = await Promise.all(questions.map((question) => asked(question)))
  const roomId = await kitchen()
  for (const isEven of [true, false, true, false, true])
    await Promise.all([
      change({ action: 'move', chatIds: chatIds.slice(0, 2), roomId: isEven ? roomId : kim.roomId }),
      change({ action: 'move', chatIds: chatIds.slice(2, 4), roomId: isEven ? kim.roomId : roomId }),
      change({ action: 'star', chatIds: chatIds.slice(1, 3), isStarred: isEven }),
      change({ action: isEven ? 'delete' : 'restore', chatIds: chatIds.slice(4) }),
      asked('And?'),
    ])
  expect(await wrongTallies()).toEqual([])
  const { message, count } = await call('listHistory', kim.api, { query: {} })
  expect(count).toBe(message.length)
})

test("T19 only the database writes tallies, and no account sees another's", async () => {
  await asked('Tea?')
  const other = await world.signUp()
  const rowsFor = (person: TestPerson) =>
    inTenant(world.database, person, async (trx) => {
      const found = await sql`select from chat_tally where owner_id = ${kim.userId}`.execute(trx)
      return found.rows.length
    })
  expect([await rowsFor(kim), await rowsFor(other)]).toEqual([1, 0])
  await expect(
    inTenant(world.database, kim, (trx) => sql`update chat_tally set chats = 7`.execute(trx)),
  ).rejects.toThrow('permission denied')
})

test('HIST-02 a label counts only chats that lists show', async () => {
  const [tea, coffee, milk] = [await asked('Tea?'), await asked('Coffee?'), await asked('Milk?')]
  const drinks = await label('Drinks')
  await label('Work')
  await change({ action: 'label', chatIds: [tea, coffee, milk], add: [drinks], remove: [] })
  await change({ action: 'star', chatIds: [tea, coffee], isStarred: true })
  const counts = async (scope: 'all' | 'mine' | 'starred') =>
    (await call('listLabels', kim.api, { query: { scope } })).message.map(({ chatCount }) => chatCount)
  expect([await counts('all'), await counts('mine'), await counts('starred')]).toEqual([
    [3, 0],
    [3, 0],
    [2, 0],
  ])
  await change({ action: 'delete', chatIds: [coffee] })
  expect([await counts('all'), await counts('starred')]).toEqual([
    [2, 0],
    [1, 0],
  ])
  const roomId = await kitchen()
  await change({ action: 'move', chatIds: [tea], roomId })
  await sql`delete from room_member where room_id = ${roomId}`.execute(world.database.kysely)
  expect([await counts('all'), await counts('starred')]).toEqual([
    [1, 0],
    [0, 0],
  ])
  expect(await history({ label: drinks })).toEqual([milk])
})

test('HIST-05 several chats are deleted and restored together', async () => {
  const chatIds = [await asked('Tea?'), await asked('Coffee?')]
  await change({ action: 'delete', chatIds })
  expect(await history()).toEqual([])
  await change({ action: 'restore', chatIds })
  expect(await history()).toEqual(chatIds.toReversed())
})

test('HIST-05 a change that is impossible for one of the chats changes none', async () => {
  const tea = await asked('Tea?')
  const theirs = await asked('Theirs?', await world.signUp())
  for (const foreign of [theirs, mintId('chat')]) {
    const chatIds = [tea, foreign]
    expect(await codeOf(change({ action: 'star', chatIds, isStarred: true }))).toBe('NOT_FOUND')
    expect(await codeOf(change({ action: 'delete', chatIds }))).toBe('NOT_FOUND')
  }
  expect(await history({ scope: 'starred' })).toEqual([])
  expect(await history()).toEqual([tea])
})
