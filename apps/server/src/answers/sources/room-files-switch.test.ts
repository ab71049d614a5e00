import { type EstimateQuestion, mintId, type RoomId, type SearchTrace } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, checkInvariants, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { addToRoom, promptSent, readDocumentOf, sourcesOf } from '../answers-for-tests.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => {
  world.model.reset()
  world.model.script('*', [{ text: 'As you say.' }, { finish: 'stop' }])
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const question = 'How many days of leave are there?'
const handbook = 'Every employee has 28 days of leave.'

async function inNewRoom(): Promise<RoomId> {
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: `Research ${mintId('room').slice(-6)}`, access_type: 'PRIVATE' },
  })
  Object.assign(kim.api, { roomId: room.id })
  return room.id
}

async function ask(more: Parameters<TestPerson['ask']>[1] = {}, text = question) {
  const asked = await kim.ask(text, more)
  await readEvents(asked.response)
  return asked
}

type Place = Parameters<typeof sourcesOf>[0]
const traceOf = async (asked: Place): Promise<SearchTrace | undefined> => (await sourcesOf(asked, kim))?.trace
const isRemembered = async ({ chatId }: Pick<Place, 'chatId'>) =>
  (await call('getChat', kim.api, { params: { chatId } })).message.usesRoomFiles
const tokensFor = async (more: Partial<EstimateQuestion>) =>
  (
    await call('estimateQuestion', kim.api, {
      body: { chatId: mintId('chat'), parentTurnId: null, modelId: 'test-model', text: question, ...more },
    })
  ).data.contextTokens

test('KB-06 a new chat uses the files of its room; with the switch off they are neither searched nor sent, and the search details say so', async () => {
  await inNewRoom()
  await addToRoom(kim, 'handbook.txt', handbook)
  const first = await ask()
  expect(promptSent(world).block).toContain('28 days')
  expect(await isRemembered(first)).toBe(true)
  expect(await traceOf(first)).not.toHaveProperty('roomFilesOff')

  const second = await ask({ usesRoomFiles: false })
  expect(promptSent(world).all).not.toMatch(/28 days|handbook/)
  const received = await sourcesOf(second, kim)
  expect(received).toMatchObject({
    sources: [],
    trace: { roomFilesOff: true, filesSearched: 0, passagesFound: 0 },
  })
  const noted = await sql`select from source_use where turn_id = ${second.turnId}`.execute(
    world.database.kysely,
  )
  expect(noted.rows).toHaveLength(0)
})

test('KB-06 the chat remembers the switch for requests without it, on every device, and a fork inherits it', async () => {
  await inNewRoom()
  await addToRoom(kim, 'handbook.txt', handbook)
  const first = await ask({ usesRoomFiles: false })
  expect(await isRemembered(first)).toBe(false)
  const second = await ask({ chatId: first.chatId, parentTurnId: first.turnId })
  expect(promptSent(world).all).not.toContain('28 days')
  const { message: fork } = await call('forkChat', kim.api, {
    params: { chatId: first.chatId },
    body: { turnId: second.turnId },
  })
  expect(await isRemembered(fork)).toBe(false)

  const { message: changed } = await call('changeChat', kim.api, {
    params: { chatId: first.chatId },
    body: { usesRoomFiles: true },
  })
  expect(changed.usesRoomFiles).toBe(true)
  await ask({ chatId: first.chatId, parentTurnId: second.turnId })
  expect(promptSent(world).block).toContain('28 days')
})

test("KB-06 regenerating uses the question's switch, not the chat's current one", async () => {
  await inNewRoom()
  await addToRoom(kim, 'handbook.txt', handbook)
  const off = await ask({ usesRoomFiles: false })
  const { chatId } = off
  const on = await ask({ chatId, parentTurnId: off.turnId, usesRoomFiles: true })
  const again = await ask({ chatId, ask: { kind: 'regenerate', turnId: off.turnId } }, '')
  expect(promptSent(world).all).not.toContain('28 days')
  expect(await traceOf(again)).toMatchObject({ roomFilesOff: true })
  expect(await isRemembered({ chatId })).toBe(true)
  await call('changeChat', kim.api, { params: { chatId }, body: { usesRoomFiles: false } })
  await ask({ chatId, parentTurnId: off.turnId, ask: { kind: 'regenerate', turnId: on.turnId } }, '')
  expect(promptSent(world).block).toContain('28 days')
})

test('KB-06 a process that takes an answer over uses the switch as the question had it', async () => {
  await inNewRoom()
  await addToRoom(kim, 'handbook.txt', handbook)
  const pending = holdAnswer()
  world.model.script('test-model', pending.respond, { times: 1 })
  const asked = await kim.ask(question, { usesRoomFiles: false })
  await pending.asked
  await call('changeChat', kim.api, { params: { chatId: asked.chatId }, body: { usesRoomFiles: true } })
  await world.app.close({ drainMs: 0 })
  world.model.reset()
  world.model.script('*', [{ text: 'Nobody told me.' }, { finish: 'stop' }])
  await world.restart()
  const turn = async () =>
    (await call('getChat', kim.api, { params: { chatId: asked.chatId } })).message.turns[0]
  await expect.poll(async () => (await turn())?.state, { timeout: 30_000 }).toBe('answered')
  expect(promptSent(world).question).toBe(question)
  expect(promptSent(world).all).not.toContain('28 days')
  expect(await traceOf(asked)).toMatchObject({ roomFilesOff: true })
})

test('KB-06 knowledge bases, attachments and mentioned files are read with the switch off', async () => {
  const roomId = await inNewRoom()
  await addToRoom(kim, 'handbook.txt', handbook)
  const prices = await addToRoom(kim, 'prices.txt', 'The Zephyr lamp costs 340 euros.')
  const baseId = mintId('base')
  const { kysely } = world.database
  await sql`insert into knowledge_base (account_id, id, room_id, name) values (${kim.accountId}, ${baseId}, ${roomId}, 'Prices')`.execute(
    kysely,
  )
  await sql`update room_file set for_base = true, base_id = ${baseId} where id = ${prices}`.execute(kysely)
  await sql`update indexed_file set scope_id = ${baseId} where file_id = ${prices}`.execute(kysely)
  await sql`update posting set scope_id = ${baseId} where file_id = ${prices}`.execute(kysely)
  const off = { usesRoomFiles: false }

  const ofBase = await ask({ ...off, baseIds: [baseId] }, 'What does the Zephyr lamp cost?')
  expect((await sourcesOf(ofBase, kim))?.sources.map(({ fileId }) => fileId)).toEqual([prices])
  expect(await traceOf(ofBase)).toMatchObject({ roomFilesOff: true, filesSearched: 1 })

  const letter = await readDocumentOf(kim, 'letter.txt', 'Amina asks for 12 days of leave.')
  const text = 'How many days does she ask for?'
  const withFile = await ask({
    ...off,
    ask: { kind: 'question', messageId: mintId('message'), text, attachments: [letter] },
  })
  expect((await sourcesOf(withFile, kim))?.sources.map(({ fileId }) => fileId)).toEqual([letter])

  const filler = Array.from(
    { length: 90 },
    (_, at) => `Rule ${at}: ${'moss grows on wet walls. '.repeat(40)}`,
  )
  const large = await addToRoom(
    kim,
    'rules.txt',
    [...filler, 'The night watch has 41 lanterns.'].join('\n\n'),
  )
  const naming = 'How many lanterns has the night watch by @rules.txt?'
  const named = await ask({
    ...off,
    ask: {
      kind: 'question',
      messageId: mintId('message'),
      text: naming,
      mentions: [{ kind: 'file', id: large, start: naming.indexOf('@'), length: '@rules.txt'.length }],
    },
  })
  const read = await sourcesOf(named, kim)
  expect(new Set(read?.sources.map(({ fileId }) => fileId))).toEqual(new Set([large]))
  expect(promptSent(world).block).toContain('41 lanterns')
})

test('KB-06 CRED-01 the estimate follows the switch: from the request, remembered, or on', async () => {
  await inNewRoom()
  await addToRoom(kim, 'handbook.txt', handbook)
  const [on, off] = [await tokensFor({}), await tokensFor({ usesRoomFiles: false })]
  expect(off).toBeLessThan(on)
  const { chatId } = await ask({ usesRoomFiles: false })
  expect(await tokensFor({ chatId })).toBe(off)
  expect(await tokensFor({ chatId, usesRoomFiles: true })).toBe(on)
})

test('KB-06 a room without files has nothing to leave out, and the file list counts searchable files', async () => {
  const roomId = await inNewRoom()
  const count = async () =>
    (await call('listContextFiles', kim.api, { params: { roomId }, query: {} })).searchableCount
  expect(await count()).toBe(0)
  expect(await sourcesOf(await ask({ usesRoomFiles: false }), kim)).toBeNull()
  await addToRoom(kim, 'handbook.txt', handbook)
  expect(await count()).toBe(1)
})
