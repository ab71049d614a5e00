import type { BaseId, CanvasId, ChatId, FileId, KnowledgeSource, RoomId } from '@atrium/contract'
import {
  call,
  codeOf,
  colleagueOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.signUp()
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
})

async function createBase(person = kim, name = 'Tea'): Promise<BaseId> {
  const body = { files: [], rag_name: name, ip_type: 'FILE_UPLOAD' as const }
  return (await call('createKnowledgeBase', person.api, { body })).data.id
}
async function createCanvas(markdown: string, roomId: RoomId = kim.roomId): Promise<CanvasId> {
  return (await call('createCanvas', kim.api, { body: { title: 'Tea plan', roomId, markdown } })).message
    .canvasId
}
const share = (canvasId: CanvasId, to: 'none' | 'view' | 'edit') =>
  call('shareCanvas', kim.api, { body: { canvasId, share: to } })
type Origin = { kind: 'canvas'; canvasId: CanvasId } | { kind: 'chat'; chatId: ChatId }
const add = async (baseId: BaseId, body: Origin, person = kim) =>
  (await call('addKnowledgeSource', person.api, { params: { baseId }, body })).data
const sourceOf = async (baseId: BaseId): Promise<KnowledgeSource | undefined> =>
  (await call('listKnowledgeSources', kim.api, { params: { baseId }, query: {} })).data[0]
const until = (baseId: BaseId, status: KnowledgeSource['status']) =>
  vi.waitFor(
    async () => {
      const source = await sourceOf(baseId)
      expect(source?.status).toBe(status)
      return source
    },
    { timeout: 30_000 },
  )
const refresh = (baseId: BaseId, { id }: KnowledgeSource) =>
  call('refreshKnowledgeSource', kim.api, { params: { baseId, sourceId: id } })
async function textOf(source: KnowledgeSource | undefined): Promise<string> {
  const { data } = await call('getFileLink', kim.api, { query: { file_id: source?.fileId ?? '' } })
  return await (await fetch(world.url + data.url)).text()
}
/** Texts of the base that a search can still find. */
const searchable = async (baseId: BaseId) =>
  (
    await sql<{ id: string }>`select file_id as id from indexed_file where scope_id = ${baseId}`.execute(
      world.database.kysely,
    )
  ).rows.length

test('KB-10 a canvas is a source of a base of its room: its text is indexed, follows its changes, and can be opened', async () => {
  const [baseId, canvasId] = [await createBase(), await createCanvas('Tea at four.')]
  await share(canvasId, 'view')
  const added = await add(baseId, { kind: 'canvas', canvasId })
  expect(added).toMatchObject({ kind: 'canvas', originId: canvasId, title: 'Tea plan', url: null })
  const ready = await until(baseId, 'READY')
  expect(await textOf(ready)).toBe('# Tea plan\n\nTea at four.\n')
  expect(await searchable(baseId)).toBe(1)
  await sql`update canvas set markdown = 'Tea at five.' where id = ${canvasId}`.execute(world.database.kysely)
  await refresh(baseId, added)
  await vi.waitFor(async () => expect(await textOf(await sourceOf(baseId))).toContain('Tea at five.'), {
    timeout: 30_000,
  })
  expect((await sourceOf(baseId))?.fileId).toBe(ready?.fileId)
  expect(await codeOf(add(baseId, { kind: 'canvas', canvasId }))).toBe('SOURCE_ALREADY_ADDED')
})

test.each([
  ['is no longer shared', (canvasId: CanvasId) => share(canvasId, 'none')],
  ['is deleted', (canvasId: CanvasId) => call('deleteCanvas', kim.api, { params: { canvasId } })],
])('KB-10 no search finds the text of a canvas from the moment that it %s', async (_, end) => {
  const [baseId, canvasId] = [await createBase(), await createCanvas('Tea at four.')]
  await share(canvasId, 'view')
  await add(baseId, { kind: 'canvas', canvasId })
  await until(baseId, 'READY')
  await end(canvasId)
  expect(await searchable(baseId)).toBe(0)
  expect(await sourceOf(baseId)).toMatchObject({ status: 'GONE', fileId: null })
})

test('KB-10 a canvas that is shared again is read again', async () => {
  const [baseId, canvasId] = [await createBase(), await createCanvas('Tea at four.')]
  await share(canvasId, 'view')
  const added = await add(baseId, { kind: 'canvas', canvasId })
  await until(baseId, 'READY')
  await share(canvasId, 'none')
  await refresh(baseId, added)
  await until(baseId, 'GONE')
  await share(canvasId, 'edit')
  await refresh(baseId, added)
  expect(await textOf(await until(baseId, 'READY'))).toContain('Tea at four.')
})

test('KB-10 a private canvas, and one of another room, reveal nothing to the readers of a base', async () => {
  const baseId = await createBase()
  const canvasId = await createCanvas('secret')
  expect(await codeOf(add(baseId, { kind: 'canvas', canvasId }))).toBe('NOT_SHARED_WITH_ROOM')
  const { data: board } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  const ofBoard = await createCanvas('secret of the board', board.id)
  await share(ofBoard, 'edit')
  expect(await codeOf(add(baseId, { kind: 'canvas', canvasId: ofBoard }))).toBe('NOT_SHARED_WITH_ROOM')
  expect(await sourceOf(baseId)).toBeUndefined()
})

test('KB-10 only people who may share a canvas or chat and edit the base add it', async () => {
  const grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
  const [baseId, canvasId] = [await createBase(), await createCanvas('Tea')]
  await share(canvasId, 'edit')
  expect(await codeOf(add(baseId, { kind: 'canvas', canvasId }, grace))).toMatch(
    /FORBIDDEN|PUBLIC_ROOM_MEMBER/,
  )
  const { chatId, response } = await grace.ask('Which tea?')
  await readEvents(response)
  await call('shareChat', grace.api, { params: { chatId }, body: { share: 'read' } })
  expect(await codeOf(add(baseId, { kind: 'chat', chatId }))).toBe('FORBIDDEN')
})

test('KB-10 a shared chat is a source: its questions and answers are indexed, and go when sharing ends', async () => {
  world.model.script('*', [{ text: 'Green tea.' }, { finish: 'stop' }])
  const baseId = await createBase()
  const { chatId, response } = await kim.ask('Which tea is best?')
  await readEvents(response)
  expect(await codeOf(add(baseId, { kind: 'chat', chatId }))).toBe('NOT_SHARED_WITH_ROOM')
  await call('shareChat', kim.api, { params: { chatId }, body: { share: 'read' } })
  await add(baseId, { kind: 'chat', chatId })
  const ready = await until(baseId, 'READY')
  expect(await textOf(ready)).toContain('## Which tea is best?\n\nGreen tea.')
  await call('shareChat', kim.api, { params: { chatId }, body: { share: 'none' } })
  expect(await searchable(baseId)).toBe(0)
  expect(await sourceOf(baseId)).toMatchObject({ status: 'GONE', fileId: null })
})

test('KB-06 KB-10 the text of a canvas or chat names where it is from, and the message with the cited passage', async () => {
  const opened = async (source: KnowledgeSource | undefined, cited?: number) => {
    const params = { fileId: source?.fileId ?? 'file_' }
    const query = { ...(cited !== undefined && { cited: String(cited) }) }
    return (await call('openFileText', kim.api, { params: params as { fileId: FileId }, query })).data
  }
  const [baseId, canvasId] = [await createBase(), await createCanvas('Tea at four.')]
  await share(canvasId, 'view')
  await add(baseId, { kind: 'canvas', canvasId })
  expect((await opened(await until(baseId, 'READY'))).origin).toEqual({ kind: 'canvas', canvasId })

  const ofChat = await createBase(kim, 'Chats')
  world.model.script('*', [{ text: 'Green tea. '.repeat(300) }, { finish: 'stop' }])
  const first = await kim.ask('Which tea is best?')
  await readEvents(first.response)
  const { chatId } = first
  world.model.script('*', [{ text: 'Eighty degrees.' }, { finish: 'stop' }])
  const second = await kim.ask('How hot?', { chatId, parentTurnId: first.turnId })
  await readEvents(second.response)
  await call('shareChat', kim.api, { params: { chatId }, body: { share: 'read' } })
  await add(ofChat, { kind: 'chat', chatId })
  const source = await until(ofChat, 'READY')
  const passages = await vi.waitFor(
    async () => {
      const found = (await opened(source)).passages
      expect(found.length).toBeGreaterThan(0)
      return found
    },
    { timeout: 30_000 },
  )
  expect((await opened(source)).origin).toEqual({ kind: 'chat', chatId, turns: [] })
  const last = passages.find(({ text }) => text.includes('Eighty degrees.'))
  const { origin } = await opened(source, last?.position)
  const turns = origin?.kind === 'chat' ? origin.turns : []
  expect(turns.find(({ text }) => text.includes('Eighty degrees.'))?.turnId).toBe(second.turnId)
  expect(turns.every(({ turnId, text }) => turnId === first.turnId || !text.includes('Green tea.'))).toBe(
    true,
  )
})
