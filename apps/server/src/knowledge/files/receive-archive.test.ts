import { buffer } from 'node:stream/consumers'
import { call } from '@atrium/testkit/api-client.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ZipFile } from 'yazl'
import { sweepContextFiles } from '../index.ts'
import {
  add,
  formFor,
  type Library,
  list,
  namesIn,
  openLibrary,
  openRoom,
  post,
} from '../knowledge-for-tests.ts'
import { nameInArchive } from './name-in-archive.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary(inject('databaseHost'))
})
afterAll(() => library.close())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(library.testDatabase.database.kysely)
const megabyte = 1024 * 1024

async function archive(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries))
    if (name.endsWith('/')) zip.addEmptyDirectory(name)
    else zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** The archive with what its directory says of an entry overwritten. */
function falsified(bytes: Buffer, entry: string, change: (directory: Buffer) => void): Buffer {
  const changed = Buffer.from(bytes)
  change(changed.subarray(changed.lastIndexOf(Buffer.from(entry)) - 46))
  return changed
}

const rowsOf = async (roomId: string) =>
  (await run(sql`select from room_file where room_id = ${roomId}`)).rows.length

test('KB-02 each document of an archive becomes an indexed file of the room; other entries are skipped', async () => {
  const room = await openRoom(library)
  const bytes = await archive({
    'notes.txt': 'Tea is older.',
    'reports/2026/table.csv': 'a,b\n1,2\n',
    'reports/photo.tiff': 'II*',
    '__MACOSX/._notes.txt': 'x',
    '.hidden.txt': 'x',
    'empty.txt': '',
    'folder/': '',
  })
  expect(await add(room, 'Papers.zip', bytes)).toBe('stored')
  const { data, usedBytes } = await list(room)
  const shown = data.map(({ name, contentType, sizeBytes }) => `${name} ${contentType} ${sizeBytes}`)
  expect(shown.toSorted()).toEqual([
    'Papers.zip/notes.txt text/plain 13',
    'Papers.zip/reports/2026/table.csv text/csv 8',
  ])
  expect(usedBytes).toBe(21)
  expect(library.toBeRead.splice(0).toSorted()).toEqual(data.map(({ id }) => id).toSorted())
  expect(library.stored(room)).toHaveLength(2)
  expect(await rowsOf(room.roomId)).toBe(2)
  const notes = data.find(({ name }) => name.endsWith('notes.txt'))
  const { url } = (await call('getFileLink', room, { query: { file_id: notes?.id ?? '' } })).data
  const opened = await fetch(library.url + url)
  expect(await opened.text()).toBe('Tea is older.')
  expect(opened.headers.get('content-disposition')).toContain('filename="notes.txt"')
})

test('KB-02 F07 an archive that is damaged, encrypted, inconsistent, nested or without documents is refused as a whole', async () => {
  const room = await openRoom(library)
  const sound = await archive({ 'a.txt': 'Tea is older.', 'b.txt': 'Coffee.' })
  const refused = {
    'no archive': Buffer.from('PK, said the text'),
    truncated: sound.subarray(0, sound.length - 30),
    protected: falsified(sound, 'b.txt', (entry) => entry.writeUInt16LE(1, 8)),
    'larger than it says': falsified(sound, 'b.txt', (entry) => entry.writeUInt32LE(3, 24)),
    'smaller than it says': falsified(sound, 'b.txt', (entry) => entry.writeUInt32LE(300, 24)),
    'archive in an archive': await archive({ 'a.txt': 'Tea.', 'inner.zip': sound }),
    'no document': await archive({ 'a.tiff': 'II*' }),
    'another kind than its name': await archive({ 'a.txt': 'Tea.', 'b.pdf': 'no pdf' }),
  }
  for (const [about, bytes] of Object.entries(refused))
    expect(await add(room, 'a.zip', bytes), about).toMatchObject({ status: 415, code: 'FILE_NOT_SUPPORTED' })
  expect(await add(room, 'a.zip', refused['another kind than its name'])).toMatchObject({
    details: { file: 'a.zip/b.pdf' },
  })
  expect(await namesIn(room)).toEqual([])
  expect(library.stored(room)).toEqual([])
  expect(library.toBeRead).toEqual([])
  expect(await add(room, 'a.zip', sound)).toBe('stored')
  library.toBeRead.splice(0)
})

test('KB-03 F07 limits apply to the decompressed size of an archive: too large, too large in total, too many, duplicate name', async () => {
  const room = await openRoom(library)
  const packed = await archive({
    'a.txt': Buffer.alloc(60 * megabyte, 'x'),
    'b.txt': Buffer.alloc(41 * megabyte, 'x'),
  })
  expect(packed.length).toBeLessThan(megabyte)
  expect(await add(room, 'a.zip', packed)).toMatchObject({ code: 'FILES_TOO_LARGE_TOGETHER' })
  const bomb = falsified(await archive({ 'a.txt': 'Tea.' }), 'a.txt', (entry) => entry.writeUInt32LE(4e9, 24))
  expect(await add(room, 'a.zip', bomb)).toMatchObject({ code: 'FILE_TOO_LARGE' })
  const many = await archive(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.txt`, 'Tea.'])))
  expect(await add(room, 'a.zip', many)).toMatchObject({ code: 'TOO_MANY_FILES' })
  const twice = await archive({ 'a.txt': 'Tea.', 'A.txt': 'Coffee.' })
  expect(await add(room, 'a.zip', twice)).toMatchObject({
    code: 'FILE_NAME_TAKEN',
    details: { file: 'a.zip/A.txt' },
  })
  expect(await namesIn(room)).toEqual([])
  expect(library.stored(room)).toEqual([])
  // The refusal released all reserved space.
  await formFor(room, 'large.txt', 100 * megabyte)
})

test('KB-03 empty files are reported as empty, in an archive too; bytes after an archive are ignored', async () => {
  const room = await openRoom(library)
  expect(await add(room, 'a.txt', '')).toMatchObject({ status: 422, code: 'FILE_EMPTY' })
  expect(await add(room, 'a.zip', await archive({ 'a.txt': '' }))).toMatchObject({ code: 'FILE_EMPTY' })
  const sound = await archive({ 'a.txt': 'Tea.' })
  expect(await add(room, 'b.zip', Buffer.concat([sound, Buffer.from('\r\n')]))).toBe('stored')
  expect(await namesIn(room)).toEqual(['b.zip/a.txt'])
  library.toBeRead.splice(0)
})

test('B29 after an interrupted extraction, the sweep removes everything', async () => {
  const room = await openRoom(library)
  const { put, delete: erase } = library.ports.storage
  let stored = 0
  library.ports.storage.put = async (...file) => {
    stored += 1
    if (stored === 3) throw new Error('No space left on device.')
    await put(...file)
  }
  library.ports.storage.delete = async () => {
    throw new Error('The storage is away.')
  }
  const form = await formFor(room, 'a.zip')
  expect(await post(room, form, await archive({ 'a.txt': 'Tea.', 'b.txt': 'Coffee.' }))).toMatchObject({
    status: 500,
  })
  Object.assign(library.ports.storage, { put, delete: erase })
  expect(library.stored(room)).toHaveLength(2)
  await run(
    sql`update room_file set requested_at = now() - interval '61 minutes' where room_id = ${room.roomId}`,
  )
  await sweepContextFiles(library.ports)
  expect(library.stored(room)).toEqual([])
  expect(await rowsOf(room.roomId)).toBe(0)
})

test.each([
  ['../../etc/passwd.txt', 'a.zip/etc/passwd.txt'],
  ['C:\\temp\\plan.txt', 'a.zip/C:/temp/plan.txt'],
  ['gnp.\u202etxt.txt', 'a.zip/gnp._txt.txt'],
  ['line\nbreak.txt', 'a.zip/line_break.txt'],
  [`${'a'.repeat(300)}.txt`, `${'a'.repeat(251)}.txt`],
])('F01 a file called %j in an archive is shown as %j', (path, shown) => {
  expect(nameInArchive('a.zip', path)).toBe(shown)
})
