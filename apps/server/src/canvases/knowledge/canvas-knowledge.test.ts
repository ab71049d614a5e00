import { type BaseId, type CanvasId, type CanvasShare, limits, mintId, type RoomId } from '@atrium/contract'
import {
  call,
  checkInvariants,
  codeOf,
  colleagueOf,
  readEvents,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { ownData } from '../own-data.ts'
import { inSystem } from '../../platform/database/index.ts'

vi.setConfig({ testTimeout: 60_000 })

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'It costs 340 euros [1].' }, { finish: 'stop' }])
  kim = await world.signUp()
  await setPlan('Team')
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
})

const setPlan = (plan: 'Team' | 'Basic') =>
  sql`update account set plan_name = ${plan} where id = ${kim.accountId}`.execute(world.database.kysely)

/** A room of Kim's that Grace may not use. */
const privateRoom = async (): Promise<RoomId> =>
  (
    await call('createRoom', kim.api, {
      params: { accountId: kim.accountId },
      body: { name: 'Vault', access_type: 'PRIVATE' },
    })
  ).data.id

/** A base of Kim's with one text that is indexed. */
async function createBase(name: string, text: string, roomId: RoomId = kim.roomId): Promise<BaseId> {
  const api = { ...kim.api, url: kim.api.url, roomId }
  const { data: base } = await call('createKnowledgeBase', api, {
    body: { files: [], rag_name: name, ip_type: 'FILE_UPLOAD' },
  })
  const params = { baseId: base.id }
  await call('addKnowledgeSource', api, { params, body: { kind: 'text', title: name, text } })
  const state = async () => (await call('openKnowledgeBase', api, { params })).data.state.status
  await expect.poll(state, { timeout: 30_000 }).toBe('COMPLETED')
  return base.id
}
async function createCanvas(share: CanvasShare = 'none'): Promise<CanvasId> {
  const body = { title: 'Prices', roomId: kim.roomId, markdown: 'Which lamp do we buy?' }
  const { canvasId } = (await call('createCanvas', kim.api, { body })).message
  if (share !== 'none') await call('shareCanvas', kim.api, { body: { canvasId, share } })
  return canvasId
}
const add = async (person: TestPerson, canvasId: CanvasId, baseId: BaseId) =>
  (await call('addCanvasKnowledge', person.api, { params: { canvasId }, body: { baseId } })).message
const remove = async (person: TestPerson, canvasId: CanvasId, baseId: BaseId) =>
  (await call('removeCanvasKnowledge', person.api, { params: { canvasId, baseId } })).message
const listed = async (person: TestPerson, canvasId: CanvasId) =>
  (await call('listCanvasKnowledge', person.api, { params: { canvasId } })).message
const rowsOf = async (baseId: BaseId) =>
  (await sql`select from canvas_base where base_id = ${baseId}`.execute(world.database.kysely)).rows.length

type Place = Parameters<TestPerson['ask']>[1]
async function ask(person: TestPerson, canvasIds: CanvasId[], place: Place = {}) {
  const text = 'What does the Zephyr lamp cost?'
  const kind = { kind: 'question', messageId: mintId('message'), text, canvasIds } as const
  const asked = await person.ask(text, { ask: kind, ...place })
  expect(asked.response.status).toBe(200)
  const { events } = await readEvents(asked.response)
  const found = events.flatMap(({ part }) => (part.type === 'data-sources' ? [part.data] : []))
  return { ...asked, sources: found[0]?.sources ?? [] }
}

test('CANV-05 KB-06 a question about a canvas searches its bases and cites them, as long as the canvas has them', async () => {
  const [canvasId, baseId] = [
    await createCanvas(),
    await createBase('Price list', 'The Zephyr lamp costs 340 euros.'),
  ]
  expect((await ask(kim, [canvasId])).sources).toEqual([])
  expect(await add(kim, canvasId, baseId)).toEqual([{ id: baseId, name: 'Price list' }])
  expect(await add(kim, canvasId, baseId)).toHaveLength(1)
  const first = await ask(kim, [canvasId])
  expect(first.sources).toMatchObject([{ number: 1, of: { kind: 'base', baseId, name: 'Price list' } }])
  const sent = JSON.stringify(world.model.requests().map(({ body }) => body))
  expect(sent).toContain('| The Zephyr lamp costs 340 euros.')
  // Chosen by the asker too, it is searched once.
  expect((await ask(kim, [canvasId], { baseIds: [baseId] })).sources).toHaveLength(1)
  // The canvas stays in the conversation, and its bases with it.
  const place = { chatId: first.chatId, parentTurnId: first.turnId }
  expect((await ask(kim, [], place)).sources).toHaveLength(1)
  const again = { chatId: first.chatId, ask: { kind: 'regenerate', turnId: first.turnId } } as const
  expect((await ask(kim, [], again)).sources).toHaveLength(1)
  expect(await remove(kim, canvasId, baseId)).toEqual([])
  expect((await ask(kim, [], again)).sources).toEqual([])
  expect((await ask(kim, [canvasId])).sources).toEqual([])
})

test('CRED-02 an estimate counts what the bases of a canvas add to the prompt', async () => {
  const [canvasId, baseId] = [
    await createCanvas(),
    await createBase('Long', 'Lamps and crowns. '.repeat(400)),
  ]
  const estimate = async () =>
    (
      await call('estimateQuestion', kim.api, {
        body: {
          chatId: mintId('chat'),
          parentTurnId: null,
          modelId: 'test-model',
          text: 'How much?',
          canvasIds: [canvasId],
        },
      })
    ).data.inputTokens
  const without = await estimate()
  await add(kim, canvasId, baseId)
  expect((await estimate()) - without).toBeGreaterThan(1_000)
})

test('PERM-05 KB-06 a base that somebody may not use is neither listed for them nor searched by their questions', async () => {
  const canvasId = await createCanvas('edit')
  const hidden = await createBase('Secret', 'The Zephyr lamp costs 4711 euros.', await privateRoom())
  const open = await createBase('Open', 'The Zephyr lamp is blue.')
  await add(kim, canvasId, hidden)
  await add(kim, canvasId, open)
  expect((await listed(kim, canvasId)).map(({ name }) => name)).toEqual(['Open', 'Secret'])
  expect(await listed(grace, canvasId)).toEqual([{ id: open, name: 'Open' }])
  expect(await add(grace, canvasId, open)).toHaveLength(1)
  expect(await codeOf(add(grace, canvasId, hidden))).toBe('NOT_FOUND')
  expect(await codeOf(add(grace, canvasId, mintId('base')))).toBe('NOT_FOUND')
  expect((await ask(kim, [canvasId])).sources).toHaveLength(2)
  world.model.reset()
  world.model.script('*', [{ text: 'Blue [1].' }, { finish: 'stop' }])
  const asked = await ask(grace, [canvasId])
  expect(asked.sources).toMatchObject([{ of: { baseId: open } }])
  expect(JSON.stringify(world.model.requests().map(({ body }) => body))).not.toMatch(/4711|Secret/)
  // The copy of a canvas has the bases that its owner may use.
  const copy = (await call('duplicateCanvas', grace.api, { params: { canvasId }, body: {} })).message.canvasId
  expect((await listed(grace, copy)).map(({ id }) => id)).toEqual([open])
  expect(await rowsOf(hidden)).toBe(1)
})

test('PERM-05 who may edit a canvas changes its bases, who may read it sees them, others get nothing', async () => {
  const [canvasId, baseId] = [await createCanvas('view'), await createBase('Tea', 'Tea at four.')]
  await add(kim, canvasId, baseId)
  expect(await listed(grace, canvasId)).toHaveLength(1)
  expect(await codeOf(add(grace, canvasId, baseId))).toBe('FORBIDDEN')
  expect(await codeOf(remove(grace, canvasId, baseId))).toBe('FORBIDDEN')
  await call('shareCanvas', kim.api, { body: { canvasId, share: 'none' } })
  for (const refused of [listed, add, remove])
    expect(await codeOf(refused(grace, canvasId, baseId))).toBe('NOT_FOUND')
  const stranger = await world.signUp()
  expect(await codeOf(listed(stranger, canvasId))).toBe('NOT_FOUND')
  expect(await listed(kim, canvasId)).toHaveLength(1)
})

test('KB-04 without knowledge bases in the plan, none are listed, added or searched', async () => {
  const [canvasId, baseId] = [
    await createCanvas(),
    await createBase('Price list', 'The Zephyr lamp costs 340 euros.'),
  ]
  await add(kim, canvasId, baseId)
  await setPlan('Basic')
  expect(await listed(kim, canvasId)).toEqual([])
  expect(await codeOf(add(kim, canvasId, baseId))).toBe('RAG_NOT_ALLOWED')
  expect((await ask(kim, [canvasId])).sources).toEqual([])
  await setPlan('Team')
  expect((await ask(kim, [canvasId])).sources).toHaveLength(1)
})

test('KB-08 a deleted base leaves its canvases, and an erased canvas its bases', async () => {
  const [canvasId, baseId] = [
    await createCanvas(),
    await createBase('Price list', 'The lamp costs 340 euros.'),
  ]
  const other = await createBase('Tea', 'Tea at four.')
  await add(kim, canvasId, baseId)
  await add(kim, canvasId, other)
  await call('deleteKnowledgeBase', kim.api, { params: { baseId } })
  expect((await listed(kim, canvasId)).map(({ id }) => id)).toEqual([other])
  expect(await codeOf(add(kim, canvasId, baseId))).toBe('NOT_FOUND')
  expect((await ask(kim, [canvasId])).sources.map(({ of }) => of)).not.toContainEqual(
    expect.objectContaining({ baseId }),
  )
  expect(await rowsOf(baseId)).toBe(0)
  await sql`delete from canvas where id = ${canvasId}`.execute(world.database.kysely)
  expect(await rowsOf(other)).toBe(0)
})

test('a canvas has at most twenty bases, deleted ones not counted', async () => {
  const canvasId = await createCanvas()
  const ids = Array.from({ length: limits.maxBasesAsked + 1 }, () => mintId('base'))
  await sql`insert into knowledge_base (account_id, id, room_id, name)
    select ${kim.accountId}, id, ${kim.roomId}, id from unnest(${ids}::text[]) as id`.execute(
    world.database.kysely,
  )
  const last = ids.pop() as BaseId
  for (const id of ids) await add(kim, canvasId, id)
  expect(await codeOf(add(kim, canvasId, last))).toBe('INVALID_INPUT')
  await sql`update knowledge_base set deleted_at = now() where id = ${ids[0] ?? ''}`.execute(
    world.database.kysely,
  )
  expect(await add(kim, canvasId, last)).toHaveLength(limits.maxBasesAsked)
})

test("AUTH-14 the owner's data export names the bases of a canvas by id", async () => {
  const [canvasId, baseId] = [await createCanvas(), await createBase('Tea', 'Tea at four.')]
  await add(kim, canvasId, baseId)
  const exported = await inSystem(world.database, (trx) => ownData.read(trx, kim.userId))
  expect(exported['canvases']).toMatchObject([{ canvasId, knowledgeBaseIds: [baseId] }])
})
