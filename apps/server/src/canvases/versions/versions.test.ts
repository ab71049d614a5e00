import type { CanvasId, CanvasShare } from '@atrium/contract'
import { call, codeOf, colleagueOf, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'
import { storeDueVersions } from './store-due-versions.ts'
import { thinVersions } from './thin-versions.ts'

vi.setConfig({ testTimeout: 30_000 })

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
})
const opened: OpenedCanvas[] = []
afterEach(() => {
  for (const canvas of opened.splice(0)) canvas.close()
})

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 15_000 })
async function canvasOf(markdown: string, share: CanvasShare = 'edit'): Promise<CanvasId> {
  const { canvasId } = (
    await call('createCanvas', kim.api, {
      body: { roomId: kim.roomId, markdown },
    })
  ).message
  if (share !== 'none') await call('shareCanvas', kim.api, { body: { canvasId, share } })
  return canvasId
}
async function open(person: TestPerson, canvasId: CanvasId): Promise<OpenedCanvas> {
  const canvas = openOverSocket(person, canvasId, { accountId: kim.accountId })
  opened.push(canvas)
  await until(canvas.isReady)
  return canvas
}
async function write(canvas: OpenedCanvas, text: string): Promise<void> {
  canvas.write(text)
  await until(canvas.isSaved)
}
const versionsOf = async (canvasId: CanvasId, person = kim) =>
  (await call('listCanvasVersions', person.api, { params: { canvasId } })).message
const versionOf = async (canvasId: CanvasId, number: number) =>
  (
    await call('openCanvasVersion', kim.api, {
      params: { canvasId, number: String(number) },
    })
  ).message
const save = (canvasId: CanvasId, name: string, person = kim) =>
  call('saveCanvasVersion', person.api, {
    params: { canvasId },
    body: { name },
  })
const restore = async (canvasId: CanvasId, number: number, person = kim) =>
  (
    await call('restoreCanvasVersion', person.api, {
      params: { canvasId, number: String(number) },
    })
  ).message
/** Moves everything that happened to a canvas into the past. */
const age = (canvasId: CanvasId, { changed, versioned }: { changed: number; versioned: number }) =>
  sql`update canvas set updated_at = updated_at - make_interval(mins => ${changed}),
    versioned_at = versioned_at - make_interval(mins => ${versioned}) where id = ${canvasId}`.execute(
    world.database.kysely,
  )

test('CANV-04 a new canvas has its first version, and a named one has its text and everybody who changed it', async () => {
  const canvasId = await canvasOf('# Plan\n\n- [x] done\n- [ ] to do')
  const [hers, his] = [await open(kim, canvasId), await open(grace, canvasId)]
  await write(hers, 'by Kim')
  await write(his, 'by Grace')
  expect((await save(canvasId, 'For the board', grace)).message).toMatchObject({
    number: 2,
  })
  expect(await versionsOf(canvasId, grace)).toMatchObject([
    {
      number: 2,
      name: 'For the board',
      authors: [{ id: grace.userId }, { id: kim.userId }],
      wordCount: 9,
    },
    {
      number: 1,
      name: null,
      restoredFrom: null,
      authors: [{ id: kim.userId }],
    },
  ])
  const { markdown, blocks } = await versionOf(canvasId, 2)
  expect(markdown).toContain('by Grace')
  expect(blocks).toEqual([
    { kind: 'heading1', depth: 0, text: 'Plan' },
    { kind: 'taskDone', depth: 1, text: 'done' },
    { kind: 'task', depth: 1, text: 'to do' },
    { kind: 'paragraph', depth: 0, text: 'by Kim' },
    { kind: 'paragraph', depth: 0, text: 'by Grace' },
  ])
})

test('CANV-04 a version is saved automatically after a pause of five minutes and after 15 minutes of changes, once', async () => {
  const canvasId = await canvasOf('')
  const hers = await open(kim, canvasId)
  await write(hers, 'one')
  await storeDueVersions(world.database)
  expect(await versionsOf(canvasId)).toHaveLength(1)
  await age(canvasId, { changed: 6, versioned: 0 })
  await storeDueVersions(world.database)
  await storeDueVersions(world.database)
  expect(await versionsOf(canvasId)).toHaveLength(2)
  await write(hers, 'two')
  await age(canvasId, { changed: 0, versioned: 16 })
  await storeDueVersions(world.database)
  expect(await versionsOf(canvasId)).toMatchObject([
    { number: 3, name: null, wordCount: 2 },
    { number: 2, wordCount: 1 },
    { number: 1 },
  ])
})

test('CANV-04 a version is restored through the shared document: open editors follow, and nothing that was saved is lost', async () => {
  const canvasId = await canvasOf('first\n\nsecond')
  const [hers, his] = [await open(kim, canvasId), await open(grace, canvasId)]
  await write(his, 'saved by Grace')
  const { number, before } = await restore(canvasId, 1)
  await until(() => !his.texts().includes('saved by Grace') && !hers.texts().includes('saved by Grace'))
  expect(his.texts().filter((text) => text !== '')).toEqual(['first', 'second'])
  expect((await versionOf(canvasId, before)).markdown).toContain('saved by Grace')
  expect(await versionsOf(canvasId)).toMatchObject([
    { number, restoredFrom: 1, authors: [{ id: kim.userId }] },
    { number: before, authors: [{ id: grace.userId }] },
    { number: 1 },
  ])
  // Undone, by the version before; others go on writing meanwhile.
  his.write('meanwhile')
  await until(his.isSaved)
  await restore(canvasId, before)
  await until(() => his.texts().includes('saved by Grace'))
  expect(his.texts()).toEqual(hers.texts())
  const all = await Promise.all((await versionsOf(canvasId)).map((one) => versionOf(canvasId, one.number)))
  expect(all.some(({ markdown }) => markdown.includes('meanwhile'))).toBe(true)
})

test('CANV-04 restoring changes only what differs, so a cursor and an unsent edit elsewhere stay where they are', async () => {
  const canvasId = await canvasOf('first\n\nsecond\n\nthird')
  const [hers, his] = [await open(kim, canvasId), await open(grace, canvasId)]
  await write(hers, 'added')
  his.disconnect()
  await until(() => his.provider.configuration.websocketProvider.status === 'disconnected')
  const second = his.doc.getXmlFragment('default').get(1)
  his.write('offline')
  await restore(canvasId, 1)
  his.connect()
  await until(() => hers.texts().includes('offline'))
  expect(his.doc.getXmlFragment('default').get(1)).toBe(second)
  expect(his.texts()).toEqual(hers.texts())
  expect(hers.texts()).not.toContain('added')
})

test('CANV-04 who edits a canvas sees, names and restores versions; who only reads it sees none; managers delete them', async () => {
  const canvasId = await canvasOf('secret draft', 'view')
  const params = { canvasId, number: '1' }
  expect(await codeOf(versionsOf(canvasId, grace))).toBe('FORBIDDEN')
  expect(await codeOf(call('openCanvasVersion', grace.api, { params }))).toBe('FORBIDDEN')
  expect(await codeOf(save(canvasId, 'Mine', grace))).toBe('FORBIDDEN')
  expect(await codeOf(restore(canvasId, 1, grace))).toBe('FORBIDDEN')
  await call('shareCanvas', kim.api, { body: { canvasId, share: 'edit' } })
  await call('nameCanvasVersion', grace.api, {
    params,
    body: { name: 'Draft' },
  })
  expect(await versionsOf(canvasId)).toMatchObject([{ number: 1, name: 'Draft' }])
  expect(await codeOf(call('deleteCanvasVersion', grace.api, { params }))).toBe('FORBIDDEN')
  await call('deleteCanvasVersion', kim.api, { params })
  expect(await versionsOf(canvasId)).toEqual([])
  const other = await canvasOf('mine alone', 'none')
  expect(await codeOf(versionsOf(other, grace))).toBe('NOT_FOUND')
})

test('CANV-04 an unchanged document gets no second version; a canvas has at most 100 named ones', async () => {
  const canvasId = await canvasOf('text')
  expect((await save(canvasId, 'One')).message.number).toBe(1)
  await sql`
    insert into canvas_version (account_id, canvas_id, number, name, document, markdown, word_count, bytes)
    select account_id, canvas_id, number + step, name, document, markdown, word_count, bytes
    from canvas_version, generate_series(1, 99) as step where canvas_id = ${canvasId}`.execute(
    world.database.kysely,
  )
  expect(await codeOf(save(canvasId, 'One too many'))).toBe('TOO_MANY_CANVAS_VERSIONS')
})

test('CANV-04 automatic versions thin out with age and size; named ones and the newest stay', async () => {
  const canvasId = await canvasOf('text')
  const add = (number: number, hours: number, { name = null as string | null, bytes = 10 } = {}) =>
    sql`insert into canvas_version (account_id, canvas_id, number, name, document, markdown, word_count, bytes, created_at)
      select account_id, canvas_id, ${number}, ${name}, document, markdown, word_count, ${bytes},
        date_trunc('week', now()) - make_interval(hours => ${hours}) from canvas_version
      where canvas_id = ${canvasId} and number = 1`.execute(world.database.kysely)
  const year = 370 * 24
  await add(100, year)
  await add(101, year, { name: 'Kept' })
  // Two in one day, months ago: weeks begin at the same time.
  await add(102, 100 * 24 - 2)
  await add(103, 100 * 24 - 3)
  await add(104, 20 * 24 - 2)
  await add(105, 20 * 24 - 3)
  await add(106, 20 * 24 - 30)
  await sql`delete from canvas_version_author where canvas_id = ${canvasId}`.execute(world.database.kysely)
  await sql`update canvas_version set number = 200, created_at = now() where canvas_id = ${canvasId} and number = 1`.execute(
    world.database.kysely,
  )
  const left = async () => (await versionsOf(canvasId)).map(({ number }) => number)
  await thinVersions(world.database)
  expect(await left()).toEqual([200, 106, 105, 103, 101])
  await sql`update canvas_version set bytes = 40000000 where canvas_id = ${canvasId}`.execute(
    world.database.kysely,
  )
  await thinVersions(world.database)
  expect(await left()).toEqual([200, 101])
})

test('CANV-04 a version is deleted with its canvas', async () => {
  const canvasId = await canvasOf('text')
  await save(canvasId, 'Final')
  await sql`delete from canvas where id = ${canvasId}`.execute(world.database.kysely)
  const left = await sql`select from canvas_version where canvas_id = ${canvasId}`.execute(
    world.database.kysely,
  )
  expect(left.rows).toHaveLength(0)
})
