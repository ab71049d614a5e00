import { type ChatId, contract, type FileId, mintId, type PicturePart, picturesIn } from '@atrium/contract'
import { call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
let mai: TestPerson
let ravi: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('test-model', [{ text: 'Words.' }, { finish: 'stop' }])
  kim = await world.signUp({ name: 'Kim Owner' })
  ;[mai, ravi] = [
    await colleagueOf(world, kim, { name: 'Mai Member' }),
    await colleagueOf(world, kim, { name: 'Ravi Outside' }),
  ]
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Studio', access_type: 'PRIVATE' },
  })
  for (const person of [kim, mai, ravi]) Object.assign(person.api, { roomId: room.id })
  Object.assign(kim, { roomId: room.id })
  await call('addRoomMembers', kim.api, {
    params: { roomId: room.id },
    body: [{ id: mai.userId, membership_type: 'MEMBER' }],
  })
})
afterAll(() => world.close())

/** Has a picture made in a new chat, or in a further question of one. */
async function draw(
  person: TestPerson,
  prompt: string,
  more: Parameters<TestPerson['ask']>[1] = {},
): Promise<{ chatId: ChatId; picture: PicturePart }> {
  const asked = await person.ask(prompt, { modelId: 'test-painter', ...more })
  await readEvents(asked.response)
  const { message: chat } = await call('getChat', person.api, { params: { chatId: asked.chatId } })
  const turn = chat.turns.find(({ turnId }) => turnId === asked.turnId)
  return { chatId: asked.chatId, picture: picturesIn(turn?.parts ?? [])[0] as PicturePart }
}
const listFor = (person: TestPerson, query: { search?: string; page?: string; page_size?: string } = {}) =>
  call('listRoomPictures', person.api, { params: { roomId: kim.roomId }, query })
const promptsFor = async (person: TestPerson, search = '') =>
  (await listFor(person, { search })).message.map(({ prompt }) => prompt)
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const describe = (person: TestPerson, chatId: ChatId, fileId: FileId, altText: string) =>
  send(contract.describePicture, person.api, { params: { chatId, fileId }, body: { altText } })

test('the gallery of a room has one’s own pictures and those of chats shared with the room, latest first', async () => {
  const circle = await draw(kim, 'A red circle')
  await draw(mai, 'A blue house')
  await draw(kim, 'A green square', { isTemporary: true })
  expect(await promptsFor(kim)).toEqual(['A red circle'])
  expect(await promptsFor(mai)).toEqual(['A blue house'])

  await call('shareChat', kim.api, { params: { chatId: circle.chatId }, body: { share: 'read' } })
  const { message, count } = await listFor(mai)
  expect([message.map(({ prompt }) => prompt), count]).toEqual([['A blue house', 'A red circle'], 2])
  expect(message[1]).toMatchObject({
    fileId: circle.picture.fileId,
    chatId: circle.chatId,
    width: 64,
    height: 64,
    author: { id: kim.userId, name: 'Kim Owner' },
    modelName: 'Test painter',
    mayDescribe: false,
  })
  expect(message[0]?.mayDescribe).toBe(true)
  const opened = await send(contract.openChatPicture, mai.api, {
    params: { chatId: circle.chatId, fileId: circle.picture.fileId },
  })
  expect(opened.status).toBe(200)

  await call('shareChat', kim.api, { params: { chatId: circle.chatId }, body: { share: 'none' } })
  expect(await promptsFor(mai)).toEqual(['A blue house'])
})

test('whoever may not use the room finds no gallery', async () => {
  const params = { roomId: kim.roomId }
  const asOutsider = await send(contract.listRoomPictures, ravi.api, { params, query: {} })
  expect(await codeOf(asOutsider)).toBe('NOT_FOUND')
  const elsewhere = await send(contract.listRoomPictures, kim.api, {
    params: { roomId: mintId('room') },
    query: {},
  })
  expect(await codeOf(elsewhere)).toBe('NOT_FOUND')
})

test('pictures are found by words of their prompt or alt text, in pages, and go with their chat', async () => {
  const before = (await listFor(kim)).count
  const house = await draw(kim, 'Ein Haus am Fluß')
  const boat = await draw(kim, 'A boat on the river')
  expect(await promptsFor(kim, 'RIVER boat')).toEqual(['A boat on the river'])
  expect(await promptsFor(kim, 'haus')).toEqual(['Ein Haus am Fluß'])
  expect(await promptsFor(kim, '%')).toEqual([])
  const page = await listFor(kim, { page: '2', page_size: '1' })
  expect([page.message.map(({ prompt }) => prompt), page.count]).toEqual([['Ein Haus am Fluß'], before + 2])
  expect((await describe(kim, boat.chatId, boat.picture.fileId, 'A sailing ship')).status).toBe(200)
  expect(await promptsFor(kim, 'ship')).toEqual(['A boat on the river'])
  await call('deleteChat', kim.api, { params: { chatId: house.chatId } })
  expect(await promptsFor(kim, 'haus')).toEqual([])
})

test('its author describes a picture; the chat and the gallery show it to everybody, and an empty text is the prompt again', async () => {
  const { chatId, picture } = await draw(kim, 'A yellow sun')
  const { fileId } = picture
  expect(await codeOf(await describe(mai, chatId, fileId, 'Mine'))).toBe('NOT_FOUND')
  await call('shareChat', kim.api, { params: { chatId }, body: { share: 'open' } })
  expect(await codeOf(await describe(mai, chatId, fileId, 'Mine'))).toBe('FORBIDDEN')
  expect((await describe(kim, chatId, fileId, 'The sun above the sea')).status).toBe(200)
  const [shown] = (await listFor(mai, { search: 'yellow' })).message
  expect(shown?.altText).toBe('The sun above the sea')
  const { message: chat } = await call('getChat', mai.api, { params: { chatId } })
  expect(picturesIn(chat.turns[0]?.parts ?? [])[0]).toEqual({ ...picture, altText: 'The sun above the sea' })

  expect((await describe(kim, chatId, fileId, '')).status).toBe(200)
  expect((await listFor(mai, { search: 'yellow' })).message[0]).not.toHaveProperty('altText')
  expect(await codeOf(await describe(kim, chatId, mintId('file'), 'No file'))).toBe('NOT_FOUND')
})

test('a picture of a fork is listed once for who sees both, and a model changes an attached one by the API for edits', async () => {
  const { chatId, picture } = await draw(kim, 'A violet door')
  const { message: original } = await call('getChat', kim.api, { params: { chatId } })
  await call('forkChat', kim.api, {
    params: { chatId },
    body: { turnId: original.turns[0]?.turnId as `turn_${string}` },
  })
  expect(await promptsFor(kim, 'violet')).toEqual(['A violet door'])

  const changed = await kim.ask('', {
    modelId: 'test-painter',
    ask: {
      kind: 'question',
      messageId: mintId('message'),
      text: 'Make the door orange',
      attachments: [picture.fileId],
    },
  })
  await readEvents(changed.response)
  const request = world.model.requests().findLast(({ question }) => question === 'Make the door orange')
  expect(request?.path).toContain('/images/edits')
  expect(await promptsFor(kim, 'orange')).toEqual(['Make the door orange'])
})
