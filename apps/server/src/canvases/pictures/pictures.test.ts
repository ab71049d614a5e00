import {
  type CanvasId,
  type ChatId,
  contract,
  type FileId,
  canvasPictureLimits,
  mintId,
  picturesIn,
} from '@atrium/contract'
import {
  ApiFailure,
  call,
  colleagueOf,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { png } from '../../files/pictures/pictures-for-tests.ts'
import { systemClock } from '../../platform/clock.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createDiskStorage } from '../../platform/storage/index.ts'
import { eraseDeletedCanvases } from '../delete-canvas.ts'
import { erasePicturesOf, eraseUnusedPictures } from './erase-pictures.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-canvas-pictures-'))
const storage = createDiskStorage({
  folder,
  secret: new Secret('s'.repeat(32)),
  uploadUrl: '/',
  clock: systemClock,
})
let world: World
let kim: TestPerson
let mai: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), storage })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  kim = await world.signUp()
  mai = await colleagueOf(world, kim, { name: 'Mai Member' })
})

const newCanvas = async (person: TestPerson, share: 'none' | 'view' = 'none'): Promise<CanvasId> => {
  const { canvasId } = (await call('createCanvas', person.api, { body: { roomId: person.roomId } })).message
  if (share !== 'none') await call('shareCanvas', person.api, { body: { canvasId, share } })
  return canvasId
}
/** The same person in a private room of theirs. */
async function inPrivateRoom(person: TestPerson): Promise<TestPerson> {
  const { data: board } = await call('createRoom', person.api, {
    params: { accountId: person.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  return Object.assign(Object.create(person) as TestPerson, { roomId: board.id })
}
const upload = async (person: TestPerson, canvasId: CanvasId, bytes = png) =>
  (
    await call('uploadCanvasPicture', person.api, {
      params: { canvasId },
      body: { base64: bytes.toString('base64') },
    })
  ).message
const open = (person: TestPerson, canvasId: CanvasId, fileId: FileId) =>
  send(contract.openCanvasPicture, person.api, { params: { canvasId, fileId } })
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : error),
  )
/** Has a picture made in a new chat. */
async function draw(person: TestPerson): Promise<{ chatId: ChatId; fileId: FileId }> {
  world.model.script('test-model', [{ text: 'Words.' }, { finish: 'stop' }])
  const { chatId, response } = await person.ask('A red circle', { modelId: 'test-painter' })
  await readEvents(response)
  const { message: chat } = await call('getChat', person.api, { params: { chatId } })
  const [picture] = picturesIn(chat.turns[0]?.parts ?? [])
  return { chatId, fileId: picture?.fileId ?? mintId('file') }
}
const storedKeys = async () =>
  (
    await sql<{
      key: string
    }>`select storage_key as key from canvas_picture where account_id = ${kim.accountId}`.execute(
      world.database.kysely,
    )
  ).rows.map(({ key }) => key)

test('F11 an uploaded picture is cleaned, and opens for those who may view its canvas', async () => {
  const canvasId = await newCanvas(kim)
  const { fileId, width, height } = await upload(kim, canvasId)
  expect([width, height]).toEqual([2, 2])
  const reply = await open(kim, canvasId, fileId)
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'private, no-store',
  ])
  expect((await open(mai, canvasId, fileId)).status).toBe(404)
  await call('shareCanvas', kim.api, { body: { canvasId, share: 'view' } })
  expect((await open(mai, canvasId, fileId)).status).toBe(200)
  expect(await codeOf(upload(mai, canvasId))).toBe('FORBIDDEN')
  const ofBoard = await newCanvas(await inPrivateRoom(kim), 'view')
  const inside = await upload(kim, ofBoard)
  expect((await open(mai, ofBoard, inside.fileId)).status).toBe(404)
  // It belongs to this canvas alone.
  expect((await open(kim, await newCanvas(kim), fileId)).status).toBe(404)
})

test('F05 what is no picture, or a too large one, is refused, and nothing is stored', async () => {
  const canvasId = await newCanvas(kim)
  expect(await codeOf(upload(kim, canvasId, Buffer.from('<svg onload="alert(1)"/>')))).toBe(
    'FILE_NOT_SUPPORTED',
  )
  expect(await codeOf(upload(kim, canvasId, Buffer.alloc(canvasPictureLimits.bytes + 3)))).toBe(
    'INVALID_INPUT',
  )
  expect(await storedKeys()).toEqual([])
})

test('a picture of a chat in the room is copied: it outlasts the chat, and readers of the canvas need not have the chat', async () => {
  const { chatId, fileId } = await draw(kim)
  const canvasId = await newCanvas(kim, 'view')
  const copy = (person: TestPerson, to: CanvasId) =>
    call('copyPictureToCanvas', person.api, { params: { canvasId: to }, body: { chatId, fileId } })
  const { message: picture } = await copy(kim, canvasId)
  await call('deleteChat', kim.api, { params: { chatId } })
  expect((await open(mai, canvasId, picture.fileId)).status).toBe(200)
  expect(await codeOf(copy(kim, canvasId))).toBe('NOT_FOUND')
})

test('PERM-05 only pictures of chats that one may read, in the room of the canvas, are copied', async () => {
  const drawn = await draw(kim)
  const copy = (person: TestPerson, canvasId: CanvasId, body = drawn) =>
    codeOf(call('copyPictureToCanvas', person.api, { params: { canvasId }, body }))
  expect(await copy(mai, await newCanvas(mai))).toBe('NOT_FOUND')
  const elsewhere = await newCanvas(await inPrivateRoom(kim))
  expect(await copy(kim, elsewhere)).toBe('NOT_FOUND')
  expect(await copy(kim, await newCanvas(kim), { ...drawn, fileId: mintId('file') })).toBe('NOT_FOUND')
  expect(await copy(kim, await newCanvas(kim))).toBe('ok')
})

test('C09 a copy of a canvas shows its pictures; the bytes are erased with the last canvas that has them', async () => {
  const { database } = world
  const ports = { database, storage }
  const canvasId = await newCanvas(kim)
  const { fileId } = await upload(kim, canvasId)
  const { message: copy } = await call('duplicateCanvas', kim.api, { params: { canvasId }, body: {} })
  const [key = ''] = await storedKeys()
  const eraseNow = async (id: CanvasId) => {
    await call('deleteCanvas', kim.api, { params: { canvasId: id } })
    await sql`update canvas set deleted_at = now() - interval '31 days' where id = ${id}`.execute(
      database.kysely,
    )
    await eraseDeletedCanvases(database)
    await eraseUnusedPictures(ports)
  }
  await eraseNow(canvasId)
  expect((await open(kim, copy.canvasId, fileId)).status).toBe(200)
  await eraseNow(copy.canvasId)
  expect(await storedKeys()).toEqual([])
  expect(await storage.get(key)).toBeUndefined()
})

test('C09 an account’s pictures are erased with it', async () => {
  await upload(kim, await newCanvas(kim))
  const [key = ''] = await storedKeys()
  await erasePicturesOf({ database: world.database, storage }, kim.accountId)
  expect([await storedKeys(), await storage.get(key)]).toEqual([[], undefined])
})
