import { type ChatId, type ChatShare, limits, mintId, type RoomId } from '@atrium/contract'
import { ApiFailure, call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { colleagueOf } from '@atrium/testkit/colleague-of.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { noteTyping, openBrowser, type OpenBrowser } from './presence-for-tests.ts'

let world: World
let kim: TestPerson
let mai: TestPerson
let lin: TestPerson
let ravi: TestPerson
let roomId: RoomId
let chatId: ChatId
const opened: OpenBrowser[] = []

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  kim = await world.signUp({ name: 'Kim Owner' })
  mai = await colleagueOf(world, kim, { name: 'Mai Member' })
  lin = await colleagueOf(world, kim, { name: 'Lin Member' })
  ravi = await colleagueOf(world, kim, { name: 'Ravi Outside' })
})
beforeEach(async () => {
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: `Tea ${mintId('room').slice(-6)}`, access_type: 'PRIVATE' },
  })
  roomId = room.id
  await call('addRoomMembers', kim.api, {
    params: { roomId },
    body: [mai, lin].map(({ userId: id }) => ({ id, membership_type: 'MEMBER' as const })),
  })
  for (const person of [kim, mai, lin]) Object.assign(person.api, { roomId })
  const asked = await kim.ask('Where does keemun come from?')
  await readEvents(asked.response)
  chatId = asked.chatId
  await share('open')
})
afterEach(() => {
  for (const browser of opened.splice(0)) browser.close()
})
afterAll(() => world.close())

const share = (to: ChatShare) => call('shareChat', kim.api, { params: { chatId }, body: { share: to } })
const open = async (person: TestPerson) => {
  const browser = await openBrowser(person)
  opened.push(browser)
  return browser
}
const codeOf = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )
const everybody = ['Kim Owner', 'Mai Member']

/** Kim and Mai, each with a browser in the chat, who see each other. */
async function twoInChat() {
  const browsers = [await open(kim), await open(mai)] as const
  for (const browser of browsers) expect(await browser.enter(chatId)).toBe(true)
  for (const browser of browsers) await expect.poll(() => browser.sees(chatId)).toEqual(everybody)
  return browsers
}

test('CHAT-11 everybody in an open chat sees who comes and who goes; nobody elsewhere does', async () => {
  const [kims, mais] = await twoInChat()
  const elsewhere = await open(lin)
  const lins = await open(lin)
  await lins.enter(chatId)
  await expect.poll(() => kims.sees(chatId)).toEqual(['Kim Owner', 'Lin Member', 'Mai Member'])
  await expect.poll(() => lins.sees(chatId)).toEqual(['Kim Owner', 'Lin Member', 'Mai Member'])
  await mais.leave(chatId)
  await expect.poll(() => kims.sees(chatId)).toEqual(['Kim Owner', 'Lin Member'])
  expect(mais.sees(chatId)).toEqual(['Kim Owner', 'Lin Member', 'Mai Member'])
  // The session is in the chat, whichever of its streams tells.
  expect(elsewhere.sees(chatId)).toEqual(lins.sees(chatId))
  expect(JSON.stringify(kims.notices)).not.toContain('Ravi')
})

test('CHAT-11 a person with two tabs is there once, and until the second is closed; another chat in a tab leaves the first', async () => {
  const [kims, mais] = await twoInChat()
  const second = { chatId, tabId: 'second-tab' }
  const be = (isHere: boolean) =>
    call('enterChat', mai.api, { params: { chatId }, body: { tabId: second.tabId, isHere } })
  await be(true)
  await mais.leave(chatId)
  await noteTyping(mai, chatId)
  await expect.poll(() => kims.typing(chatId)).toHaveLength(1)
  expect(kims.sees(chatId)).toEqual(everybody)
  await be(false)
  await expect.poll(() => kims.sees(chatId)).toEqual(['Kim Owner'])

  const other = await kim.ask('And sencha?')
  await readEvents(other.response)
  await call('shareChat', kim.api, { params: { chatId: other.chatId }, body: { share: 'open' } })
  await mais.enter(chatId)
  await expect.poll(() => kims.sees(chatId)).toEqual(everybody)
  await mais.enter(other.chatId)
  await expect.poll(() => kims.sees(chatId)).toEqual(['Kim Owner'])
  await expect.poll(() => mais.sees(other.chatId)).toEqual(['Mai Member'])
})

test('CHAT-11 typing reaches the others by name, never with its text, and not the typist', async () => {
  const [kims, mais] = await twoInChat()
  const outside = await open(ravi)
  await noteTyping(mai, chatId)
  await expect.poll(() => kims.typing(chatId)).toEqual([{ userId: mai.userId, isTyping: true }])
  await noteTyping(mai, chatId, false)
  await expect.poll(() => kims.typing(chatId)).toHaveLength(2)
  expect(mais.typing(chatId)).toEqual([])
  expect(outside.notices).toEqual([])
})

test('CHAT-11 typing is refused above one note in three seconds and its end', async () => {
  await twoInChat()
  const codes: string[] = []
  for (let count = 0; count <= limits.maxTypingPerMinute; count += 1)
    codes.push(await codeOf(noteTyping(lin, chatId)))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(limits.maxTypingPerMinute)
  expect(codes.at(-1)).toBe('RATE_LIMITED')
  expect(await codeOf(noteTyping(mai, chatId))).toBe('ok')
})

test('CHAT-11 PERM-05 only people who may ask in the chat appear and see: not outsiders, nor readers, nor in a private chat', async () => {
  const outside = await open(ravi)
  expect(await codeOf(outside.enter(chatId))).toBe('NOT_FOUND')
  expect(await codeOf(noteTyping(ravi, chatId))).toBe('NOT_FOUND')
  await share('read')
  const [kims, mais] = [await open(kim), await open(mai)]
  expect(await codeOf(mais.enter(chatId))).toBe('FORBIDDEN')
  expect(await kims.enter(chatId)).toBe(false)
  await share('none')
  expect(await codeOf(mais.enter(chatId))).toBe('NOT_FOUND')
  expect(await kims.enter(chatId)).toBe(false)
  await share('open')
  await mais.enter(chatId)
  await expect.poll(() => mais.sees(chatId)).toEqual(['Mai Member'])
  expect([kims.sees(chatId), outside.sees(chatId)]).toEqual([null, null])
})

test('CHAT-11 presence ends with the notices stream, and lasts through a reconnection', async () => {
  const [kims, mais] = await twoInChat()
  mais.close()
  const again = await open(mai)
  await again.enter(chatId)
  await expect.poll(() => again.sees(chatId)).toEqual(everybody)
  const left = () =>
    kims.notices.filter((notice) => notice.type === 'presence' && notice.left.length > 0).length
  expect(left()).toBe(0)
  again.close()
  await expect.poll(() => kims.sees(chatId), { timeout: 20_000 }).toEqual(['Kim Owner'])
  // Without a stream nobody is there.
  await call('enterChat', mai.api, { params: { chatId }, body: { tabId: again.tabId, isHere: true } })
  await noteTyping(mai, chatId)
  await expect.poll(() => kims.typing(chatId)).toHaveLength(1)
  expect(kims.sees(chatId)).toEqual(['Kim Owner'])
})

const ends: [string, () => Promise<unknown>][] = [
  ['the owner stops sharing', () => share('none')],
  ['the chat is only to read', () => share('read')],
  ['the chat is deleted', () => call('deleteChat', kim.api, { params: { chatId } })],
]
test.each(ends)('CHAT-11 when %s, presence ends for everybody within a second', async (_, end) => {
  const [kims, mais] = await twoInChat()
  const startedAt = performance.now()
  await end()
  for (const browser of [kims, mais])
    await expect.poll(() => browser.sees(chatId), { interval: 20 }).toBe(null)
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(await codeOf(mais.enter(chatId))).not.toBe('ok')
})

const losses: [string, () => Promise<unknown>][] = [
  ['leaves the room', () => call('removeRoomMember', kim.api, { params: { roomId, userId: mai.userId } })],
  [
    'is removed from the account',
    () =>
      sql`delete from membership where account_id = ${kim.accountId} and user_id = ${mai.userId}`.execute(
        world.database.kysely,
      ),
  ],
]
test.each(losses)('CHAT-11 W05 somebody who %s is gone for the others within a second', async (_, lose) => {
  const [kims, mais] = await twoInChat()
  const startedAt = performance.now()
  await lose()
  await expect.poll(() => kims.sees(chatId), { interval: 20 }).toEqual(['Kim Owner'])
  expect(performance.now() - startedAt).toBeLessThan(1000)
  await expect.poll(mais.hasEnded).toBe(true)
  expect(await codeOf(mais.enter(chatId))).not.toBe('ok')
})
