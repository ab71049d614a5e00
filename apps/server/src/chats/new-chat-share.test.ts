import { type ChatShare, mintId, type RoomId } from '@atrium/contract'
import { ApiFailure, call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
let mai: TestPerson
let roomId: RoomId

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  kim = await world.signUp({ name: 'Kim Owner' })
  mai = await colleagueOf(world, kim, { name: 'Mai Member' })
})
beforeEach(async () => {
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: `Tea ${mintId('room').slice(-6)}`, access_type: 'PRIVATE' },
  })
  roomId = room.id
  await call('addRoomMembers', kim.api, {
    params: { roomId },
    body: [{ id: mai.userId, membership_type: 'MEMBER' }],
  })
  for (const person of [kim, mai]) Object.assign(person.api, { roomId })
})
afterAll(() => world.close())

const set = (newChatShare: ChatShare, person = kim) =>
  call('changeRoom', person.api, { params: { accountId: kim.accountId, roomId }, body: { newChatShare } })
const codeOf = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )
/** Asks in a new chat, and returns how it is shared. */
async function shareOfNewChat(person: TestPerson, more: Parameters<TestPerson['ask']>[1] = {}) {
  const { chatId, response } = await person.ask('Where does keemun come from?', more)
  await readEvents(response)
  return { chatId, share: (await call('getChat', person.api, { params: { chatId } })).message.share }
}

test('CHAT-11 a new chat is shared as its room says; chats that are there stay as they are', async () => {
  const before = await shareOfNewChat(mai)
  expect(before.share).toBe('none')
  for (const share of ['read', 'open'] as const) {
    await set(share)
    const { data: rooms } = await call('listRooms', mai.api, { params: { accountId: kim.accountId } })
    expect(rooms.find(({ id }) => id === roomId)?.newChatShare).toBe(share)
    const made = await shareOfNewChat(mai)
    expect(made.share).toBe(share)
    const seen = (await call('getChat', kim.api, { params: { chatId: made.chatId } })).message
    expect(seen).toMatchObject({ share, owner: { name: 'Mai Member' }, readOnly: share === 'read' })
    const audited = await sql<{ details: object }>`
      select details from audit_entry where object_id = ${made.chatId} and action = 'chat.shared'`.execute(
      world.database.kysely,
    )
    expect(audited.rows).toEqual([{ details: { roomId, share } }])
  }
  expect((await call('getChat', mai.api, { params: { chatId: before.chatId } })).message.share).toBe('none')
})

test('CHAT-11 its owner keeps a new chat private, and temporary chats and copies are never shared', async () => {
  await set('open')
  const kept = await shareOfNewChat(mai, { share: 'none' })
  expect(kept.share).toBe('none')
  expect(await codeOf(call('getChat', kim.api, { params: { chatId: kept.chatId } }))).toBe('NOT_FOUND')
  expect((await shareOfNewChat(mai, { isTemporary: true })).share).toBe('none')
  const refused = await mai.ask('Shared and temporary?', { isTemporary: true, share: 'open' })
  expect(((await refused.response.json()) as { code: string }).code).toBe('CONFLICT')
  const shared = await shareOfNewChat(mai)
  const [turn] = (await call('getChat', kim.api, { params: { chatId: shared.chatId } })).message.turns
  if (!turn) throw new Error('a turn')
  const copy = await call('forkChat', kim.api, {
    params: { chatId: shared.chatId },
    body: { turnId: turn.turnId },
  })
  expect((await call('getChat', kim.api, { params: { chatId: copy.message.chatId } })).message.share).toBe(
    'none',
  )
  // A later question changes nothing.
  const again = await mai.ask('And sencha?', { chatId: kept.chatId, share: 'open' })
  await readEvents(again.response)
  expect((await call('getChat', mai.api, { params: { chatId: kept.chatId } })).message.share).toBe('none')
})

test('CHAT-11 ROOM-04 only who may edit the room sets it', async () => {
  expect(await codeOf(set('open', mai))).toBe('FORBIDDEN')
  expect(await codeOf(set('everybody' as ChatShare))).toBe('INVALID_INPUT')
  expect((await shareOfNewChat(kim)).share).toBe('none')
})
