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

test('HIST-01 starred chats have a tab of their own', async () => {
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

test('HIST-02 the labels of a chat are searched whatever the case and accents', async () => {
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

test('HIST-03 a chat is unseen from the end of its answer until it was looked at, in its room', async () => {
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

test('CHAT-13 chats move to a room that their owner may use, and to no other', async () => {
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

test('HIST-05 several chats are deleted together and come back together', async () => {
  const chatIds = [await asked('Tea?'), await asked('Coffee?')]
  await change({ action: 'delete', chatIds })
  expect(await history()).toEqual([])
  await change({ action: 'restore', chatIds })
  expect(await history()).toEqual(chatIds.toReversed())
})

test('HIST-05 what cannot be done with one of the chats is done with none', async () => {
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
