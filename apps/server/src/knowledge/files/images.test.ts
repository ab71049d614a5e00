import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BaseId, FileId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readPlans } from '../../accounts/index.ts'
import { signs, signText } from '@atrium/documents/testing/images-for-tests.ts'
import { type IndexPorts, indexFile, searchPassages } from '../../retrieval/index.ts'
import { checkoutDir } from '../../platform/config/configuration.ts'
import { inTenant } from '../../platform/database/index.ts'
import { readSurprise } from '../../platform/words/index.ts'
import {
  add,
  formFor,
  type Library,
  list,
  openLibrary,
  openRoom,
  post,
  type Reader,
} from '../knowledge-for-tests.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary(inject('databaseHost'))
})
afterAll(() => library.close())

const types = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' }

/** Indexes a file, with this reader for images; returns the reader's inputs. */
async function read({ accountId }: Reader, fileId: FileId, ports: Partial<IndexPorts> = {}) {
  const seen: { contentType: string | undefined; bytes: Buffer }[] = []
  await indexFile(
    {
      ...library.ports,
      plans: readPlans(path.join(checkoutDir, 'plans.yaml')),
      pictureReader: {
        name: 'own/reader',
        read: async (picture, { contentType }) => {
          seen.push({ contentType, bytes: Buffer.from(picture) })
          return signText
        },
      },
      ...ports,
    },
    { accountId, fileId },
    new AbortController().signal,
  )
  return seen
}
const opened = async (reader: Reader, fileId: FileId) =>
  (await call('openFileText', reader, { params: { fileId }, query: {} })).data
const surprise = await readSurprise()
const found = (reader: Reader, scopeId: string) =>
  inTenant(library.testDatabase.database, reader, (trx) =>
    searchPassages(trx, reader.accountId, {
      scopeIds: [scopeId],
      query: 'When does the ferry sail?',
      most: 10,
      surprise,
    }),
  )

test.each(Object.keys(types) as (keyof typeof types)[])(
  "KB-02 KB-07 a %s with text in a room's context is read like a scan, found and opened as an image",
  async (ending) => {
    const room = await openRoom(library)
    expect(await add(room, `Timetable.${ending.toUpperCase()}`, signs[ending])).toBe('stored')
    const [file] = (await list(room)).data
    expect(file).toMatchObject({ contentType: types[ending], state: { status: 'PENDING' } })
    const fileId = file?.id as FileId
    expect(library.toBeRead.splice(0)).toEqual([fileId])
    expect(await read(room, fileId)).toHaveLength(1)
    const shown = await opened(room, fileId)
    expect(shown).toMatchObject({
      contentType: types[ending],
      state: { status: 'COMPLETED', problem: null, partsDone: 1, partsTotal: 1 },
      passages: [{ position: 0, text: signText, place: {} }],
    })
    // The viewer shows the uploaded bytes.
    const reply = await fetch(library.url + (shown.url ?? ''))
    expect(reply.headers.get('content-type')).toBe(types[ending])
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await reply.arrayBuffer()).equals(signs[ending])).toBe(true)
    // A citation leads to this passage.
    expect((await found(room, room.roomId)).found).toMatchObject([{ fileId, position: 0, text: signText }])
  },
)

test('KB-04 KB-09 images are accepted in bases of rooms and of the account, and inside a zip', async () => {
  const room = await openRoom(library)
  await sql`update account set plan_name = 'Team' where id = ${room.accountId}`.execute(
    library.testDatabase.database.kysely,
  )
  const { roomId: _room, ...inAccount } = room
  for (const reader of [room, inAccount as Reader]) {
    const query = { filename: 'sign.jpg', 'content-type': 'image/jpeg', for: 'base' } as const
    const { data: form } = await call('getUploadForm', reader, { query })
    expect(await post(reader, form, signs.jpg)).toBe('stored')
    const body = {
      files: [form.fields['key'] ?? ''],
      rag_name: 'Signs',
      ip_type: 'FILE_UPLOAD' as const,
    }
    const { data: base } = await call('createKnowledgeBase', reader, { body })
    const baseId: BaseId = base.id
    const [file] = (await call('listBaseFiles', reader, { params: { baseId }, query: {} })).data
    await read(room, file?.id as FileId)
    expect(await opened(room, file?.id as FileId)).toMatchObject({ passages: [{ text: signText }] })
    expect((await found(room, baseId)).found).toHaveLength(1)
  }
  const zip = new ZipFile()
  for (const ending of ['png', 'webp'] as const) zip.addBuffer(signs[ending], `photos/sign.${ending}`)
  zip.end()
  expect(await add(room, 'Signs.zip', await buffer(zip.outputStream))).toBe('stored')
  const { data } = await list(room)
  expect(data.map(({ name, contentType }) => `${name} ${contentType}`).toSorted()).toEqual([
    'Signs.zip/photos/sign.png image/png',
    'Signs.zip/photos/sign.webp image/webp',
  ])
})

test('KB-02 KB-03 empty images and images that do not match their name or type are refused with the specified messages', async () => {
  const room = await openRoom(library)
  const unsupported = { status: 415, code: 'FILE_NOT_SUPPORTED' }
  expect(await add(room, 'a.png', signs.jpg)).toEqual(unsupported)
  expect(await add(room, 'a.jpg', 'A text.')).toEqual(unsupported)
  expect(await add(room, 'a.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>')]))).toEqual(
    unsupported,
  )
  expect(await add(room, 'a.webp', '')).toMatchObject({ code: 'FILE_EMPTY' })
  for (const name of ['a.svg', 'a.bmp', 'a.heic', 'a.tiff', 'a.png.exe'])
    await expect(formFor(room, name)).rejects.toMatchObject({
      reply: { code: 'FILE_NOT_SUPPORTED', message: "The file you uploaded isn't supported." },
    })
  await expect(formFor(room, 'a.png', 101 * 1024 * 1024)).rejects.toMatchObject({
    reply: { code: 'FILE_TOO_LARGE' },
  })
  expect(library.stored(room)).toEqual([])
})

test('KB-07 an image counts as a scanned page of the daily allowance; when it is used up, the image can be retried later', async () => {
  const room = await openRoom(library)
  await add(room, 'sign.png', signs.png)
  const fileId = (await list(room)).data[0]?.id as FileId
  const asked: unknown[] = []
  const seen = await read(room, fileId, {
    takeAllowance: async (_file, kind, count) => asked.push([kind, count]) > 1,
  })
  expect(seen).toEqual([])
  expect(asked).toEqual([['scannedPages', 1]])
  expect((await opened(room, fileId)).state).toMatchObject({ status: 'FAILED', problem: 'UNAVAILABLE' })
  await call('retryFile', room, { params: { fileId } })
  expect(await read(room, fileId)).toHaveLength(1)
  expect((await opened(room, fileId)).state).toMatchObject({ status: 'COMPLETED' })
})
