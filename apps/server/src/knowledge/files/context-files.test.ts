import { contract, mintId } from '@atrium/contract'
import { call, codeOf, send } from '@atrium/testkit/api-client.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '../../platform/database/index.ts'
import { addRoomMember, createRoom } from '../../rooms/index.ts'
import { eraseContextFiles, indexStoredFiles, sweepContextFiles } from '../index.ts'
import {
  add,
  as,
  formFor,
  type Library,
  list,
  namesIn,
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

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(library.testDatabase.database.kysely)
const member = async (room: Reader): Promise<Reader> =>
  as(room, await insertMember(library.testDatabase.database, room.accountId))
async function memberOfRoom(room: Reader, membershipType: 'MEMBER' | 'ADMIN' = 'MEMBER'): Promise<Reader> {
  const reader = await member(room)
  await inTenant(library.testDatabase.database, room, (trx) =>
    addRoomMember(trx, room, { roomId: room.roomId, userId: reader.userId, membershipType }),
  )
  return reader
}
const remove = (room: Reader, { userId }: Reader) =>
  call('removeRoomMember', room, { params: { roomId: room.roomId, userId } })
const megabyte = 1024 * 1024
const occupy = (room: Reader, sizeBytes: number, count = 1) =>
  run(sql`
    insert into room_file (account_id, id, room_id, storage_key, name, content_type, size_bytes, requested_by, stored_at)
    select ${room.accountId}, 'file_' || overlay(gen_random_uuid()::text placing '7' from 15 for 1), ${room.roomId}, gen_random_uuid(), 'old ' || n || '.txt', 'text/plain',
      ${sizeBytes}, ${room.userId}, now() - make_interval(days => n) from generate_series(1, ${count}::int) as n`)

test('KB-01 a file uploaded by a signed form is available to everybody in the room', async () => {
  const room = await openRoom(library)
  const form = await formFor(room, 'Annual report.txt', 10)
  expect(form).toMatchObject({
    url: '/api/files/upload',
    fields: { 'Content-Type': 'text/plain', 'Cache-Control': 'private, no-store' },
  })
  expect(form.fields['key']).toMatch(new RegExp(`^acct/${room.accountId}/[0-9a-f]{32}$`))
  expect(await namesIn(room)).toEqual([])
  expect(await post(room, form, 'Some text.')).toBe('stored')

  const reader = await memberOfRoom(room)
  const { data, count, usedBytes, limits } = await list(reader)
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^file_/),
      name: 'Annual report.txt',
      contentType: 'text/plain',
      sizeBytes: 10,
      state: { status: 'PENDING', problem: null, partsDone: 0, partsTotal: null },
      addedAt: expect.any(String),
      addedBy: { id: room.userId, name: 'Olu Owner' },
    },
  ])
  expect({ count, usedBytes, limits }).toEqual({
    count: 1,
    usedBytes: 10,
    limits: { maxFileBytes: 100 * megabyte, totalBytes: 100 * megabyte, maxFiles: 100 },
  })
})

test('KB-01 F13 a link downloads the file under its name, for five minutes', async () => {
  const room = await openRoom(library)
  const name = 'Bericht "März" – 報告.csv'
  expect(await add(room, name, 'a,b\r\n1,2\r\n')).toBe('stored')
  const [file] = (await list(room)).data
  const link = async () => (await call('getFileLink', room, { query: { file_id: file?.id ?? '' } })).data
  const { url, expiresAt } = await link()
  expect(Date.parse(expiresAt) - library.clock.now().getTime()).toBe(300_000)
  const opened = await fetch(library.url + url)
  expect([opened.status, await opened.text()]).toEqual([200, 'a,b\r\n1,2\r\n'])
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'content-type': 'text/csv',
    'content-length': '10',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="Bericht _M_rz_ _ __.csv"; filename*=UTF-8''Bericht%20%22M%C3%A4rz%22%20%E2%80%93%20%E5%A0%B1%E5%91%8A.csv`,
  })

  library.clock.advance(299_999)
  expect((await fetch(library.url + url)).status).toBe(200)
  library.clock.advance(1)
  expect((await fetch(library.url + url)).status).toBe(403)
  const fresh = (await link()).url
  for (const forged of [
    fresh.replace(/token=file_/, 'token=file_0'),
    `${fresh}&content-type=text/html`,
    fresh.slice(0, -2),
    fresh.replace(room.userId, (await member(room)).userId),
    fresh.replace(/\.(\d+)\./, (_, at: string) => `.${Number(at) + 1}.`),
  ])
    expect((await fetch(library.url + forged)).status).toBeGreaterThanOrEqual(400)
})

test('KB-01 a link stops working without the permission to read: removal from room or account, deletion of file or account', async () => {
  const room = await openRoom(library)
  await add(room, 'secret.txt')
  const [file] = (await list(room)).data
  const linkOf = async (reader: Reader) =>
    library.url + (await call('getFileLink', reader, { query: { file_id: file?.id ?? '' } })).data.url
  const status = async (link: string) => (await fetch(link)).status
  const [removed, leaver] = [await memberOfRoom(room), await memberOfRoom(room)]
  const links = [await linkOf(removed), await linkOf(leaver), await linkOf(room)] as const
  expect(await Promise.all(links.map(status))).toEqual([200, 200, 200])
  await remove(room, removed)
  await run(sql`delete from membership where account_id = ${room.accountId} and user_id = ${leaver.userId}`)
  expect(await Promise.all(links.map(status))).toEqual([404, 404, 200])
  await run(sql`update account set deleted_at = now() where id = ${room.accountId}`)
  expect(await status(links[2])).toBe(404)
  await run(sql`update account set deleted_at = null where id = ${room.accountId}`)
  await call('deleteContextFile', room, { params: { roomId: room.roomId, fileId: file?.id ?? '' } })
  expect(await status(links[2])).toBe(404)
})

test('R07 KB-01 members of a room read but cannot add or delete; in a public room the error says so', async () => {
  for (const [access, code] of [
    ['PUBLIC', 'PUBLIC_ROOM_MEMBER'],
    ['PRIVATE', 'FORBIDDEN'],
  ] as const) {
    const room = await openRoom(library, access)
    await add(room, 'one.txt')
    const reader = access === 'PUBLIC' ? await member(room) : await memberOfRoom(room)
    const [file] = (await list(reader)).data
    expect(await codeOf(formFor(reader, 'two.txt'))).toBe(code)
    const params = { roomId: room.roomId, fileId: file?.id ?? '' }
    expect(await codeOf(call('deleteContextFile', reader, { params }))).toBe(code)
    expect(await namesIn(room)).toEqual(['one.txt'])
  }
})

test('T01 T11 files of another account or another room are not found', async () => {
  const [room, other] = [await openRoom(library), await openRoom(library)]
  await add(other, 'theirs.txt')
  const [theirs] = (await list(other)).data
  const outsider = await member(room)
  expect(await codeOf(list(outsider))).toBe('NOT_FOUND')
  expect(await codeOf(formFor(outsider, 'a.txt'))).toBe('NOT_FOUND')
  expect(await codeOf(list({ ...room, roomId: other.roomId }))).toBe('NOT_FOUND')
  expect(await codeOf(formFor({ ...room, roomId: other.roomId }, 'a.txt'))).toBe('NOT_FOUND')
  const replies = await Promise.all(
    [theirs?.id ?? '', mintId('file')].flatMap((fileId) => [
      send(contract.getFileLink, room, { query: { file_id: fileId } }),
      send(contract.deleteContextFile, room, { params: { roomId: room.roomId, fileId } }),
    ]),
  )
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const texts = await Promise.all(replies.map((reply) => reply.text()))
  expect(new Set(texts).size).toBe(1)
  expect(await namesIn(other)).toEqual(['theirs.txt'])
  const { roomId: _none, ...nowhere } = room
  expect(await codeOf(call('getUploadForm', nowhere, { query: { filename: 'a.txt', for: 'context' } }))).toBe(
    'ROOM_REQUIRED',
  )
})

test("T19 a query without its account condition returns only its own account's files", async () => {
  const [room, other] = [await openRoom(library), await openRoom(library)]
  await add(room, 'mine.txt')
  await add(other, 'theirs.txt')
  const seen = await inTenant(library.testDatabase.database, room, (trx) =>
    sql<{ name: string }>`select name from room_file`.execute(trx),
  )
  expect(seen.rows).toEqual([{ name: 'mine.txt' }])
  const foreign = inTenant(library.testDatabase.database, room, (trx) =>
    sql`insert into room_file (account_id, id, room_id, storage_key, name, content_type)
      values (${other.accountId}, ${mintId('file')}, ${other.roomId}, 'x', 'x.txt', 'text/plain')`.execute(
      trx,
    ),
  )
  await expect(foreign).rejects.toThrow('row-level security')
})

test('F03 a form works for its key, type and signature, within five minutes, once', async () => {
  const room = await openRoom(library)
  const [form, other] = [await formFor(room, 'a.txt', 10), await formFor(room, 'b.txt', 10)]
  const refused = { status: 403, code: 'UPLOAD_REFUSED' }
  const forged: Record<string, string>[] = [
    { key: other.fields['key'] ?? '' },
    { 'Content-Type': 'text/html' },
    { 'Cache-Control': 'public' },
    { 'X-Amz-Signature': '0'.repeat(64) },
  ]
  for (const change of forged)
    expect(await post(room, { ...form, fields: { ...form.fields, ...change } }, 'x')).toEqual(refused)
  const twice = await Promise.all([post(room, form, 'one'), post(room, form, 'two')])
  expect(twice).toContainEqual('stored')
  expect(twice).toContainEqual(refused)
  expect(await post(room, form, 'three')).toEqual(refused)
  library.clock.advance(300_000)
  expect(await post(room, other, 'x')).toEqual(refused)
  expect(await namesIn(room)).toEqual(['a.txt'])
  expect(library.stored(room)).toHaveLength(1)
})

test('KB-01 a form stops working when the permission to add is lost, before or during the upload', async () => {
  const room = await openRoom(library)
  const admin = await memberOfRoom(room, 'ADMIN')
  const form = await formFor(admin, 'late.txt')
  await remove(room, admin)
  expect(await post(admin, form, 'x')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })

  const leaving = await memberOfRoom(room, 'ADMIN')
  const second = await formFor(leaving, 'later.txt')
  const { bytes, type } = await multipartOf(second.fields, Buffer.alloc(200_000, 'x'))
  const started = Promise.withResolvers<void>()
  const reply = fetch(`${library.url}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': type },
    duplex: 'half',
    body: new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 100_000))
        await started.promise
        controller.enqueue(bytes.subarray(100_000))
        controller.close()
      },
    }),
  } as RequestInit)
  await expect.poll(() => library.arriving()).toHaveLength(1)
  await remove(room, leaving)
  started.resolve()
  expect((await reply).status).toBe(403)
  expect(await namesIn(room)).toEqual([])
  expect(library.stored(room)).toEqual([])
})

async function multipartOf(fields: Record<string, string>, file: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)]), 'x')
  const request = new Request('http://atrium.test/', { method: 'POST', body: form })
  return {
    bytes: Buffer.from(await request.arrayBuffer()),
    type: request.headers.get('content-type') ?? '',
  }
}

test('B29 I8 an interrupted or incomplete upload leaves nothing and can be repeated', async () => {
  const room = await openRoom(library)
  const form = await formFor(room, 'broken.txt')
  const { bytes, type } = await multipartOf(form.fields, Buffer.alloc(500_000, 'x'))
  const hangUp = new AbortController()
  const broken = fetch(`${library.url}/api/files/upload`, {
    method: 'POST',
    headers: { 'content-type': type },
    signal: hangUp.signal,
    duplex: 'half',
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 300_000))
      },
    }),
  } as RequestInit)
  broken.catch(() => undefined)
  await expect.poll(() => library.arriving()).toHaveLength(1)
  hangUp.abort()
  await expect(broken).rejects.toThrow('abort')
  const send = async (body: Buffer) =>
    (
      await fetch(`${library.url}/api/files/upload`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      })
    ).status
  const boundary = /boundary=(.*)$/.exec(type)?.[1] ?? ''
  const more = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="more"\r\n\r\n1\r\n--${boundary}--\r\n`
  const end = bytes.lastIndexOf(`\r\n--${boundary}--`)
  expect(await send(bytes.subarray(0, end))).toBe(400)
  expect(await send(Buffer.concat([bytes.subarray(0, end), Buffer.from(more)]))).toBe(400)
  expect(await namesIn(room)).toEqual([])
  await expect.poll(() => library.arriving()).toEqual([])
  expect(library.stored(room)).toEqual([])
  expect(await send(bytes)).toBe(204)
  expect(await namesIn(room)).toEqual(['broken.txt'])
})

test('KB-03 F03 a file larger than the form allows is refused during the upload', async () => {
  const room = await openRoom(library)
  await occupy(room, 100 * megabyte - 1000)
  expect(await add(room, 'a.txt', 'x'.repeat(1001))).toEqual({ status: 413, code: 'FILE_TOO_LARGE' })
  expect(library.stored(room)).toEqual([])
  expect(await add(room, 'a.txt', 'x'.repeat(1000))).toBe('stored')
})

test('KB-03 a file of exactly the maximum size is accepted', { timeout: 60_000 }, async () => {
  const room = await openRoom(library)
  const form = await formFor(room, 'large.txt', 100 * megabyte)
  expect(await post(room, form, Buffer.alloc(100 * megabyte, 'a line of text\n'))).toBe('stored')
  expect((await list(room)).usedBytes).toBe(100 * megabyte)
  const [file] = (await list(room)).data
  await call('deleteContextFile', room, { params: { roomId: room.roomId, fileId: file?.id ?? '' } })
})

test('KB-03 uploads beyond a limit are refused before sending: too large, too large in total, too many, duplicate name', async () => {
  const room = await openRoom(library)
  const refusal = async (reader: Reader, name: string, sizeBytes: number) => {
    const reply = await send(contract.getUploadForm, reader, { query: { filename: name, size: sizeBytes } })
    const { code, details } = (await reply.json()) as { code: string; details?: object }
    return [reply.status, code, details]
  }
  expect(await refusal(room, 'a.pdf', 100 * megabyte + 1)).toEqual([
    413,
    'FILE_TOO_LARGE',
    { megabytes: 100 },
  ])
  await occupy(room, 60 * megabyte)
  expect(await refusal(room, 'a.pdf', 41 * megabyte)).toEqual([
    413,
    'FILES_TOO_LARGE_TOGETHER',
    { megabytes: 100 },
  ])
  expect(await refusal(room, 'OLD 1.TXT', 1)).toEqual([409, 'FILE_NAME_TAKEN', { file: 'OLD 1.TXT' }])
  const full = await openRoom(library)
  await occupy(full, 1, 100)
  expect(await refusal(full, 'a.txt', 1)).toEqual([409, 'TOO_MANY_FILES', { files: 100 }])
})

test('KB-03 of two concurrent uploads with capacity for one, or with the same name, one is kept', async () => {
  const room = await openRoom(library)
  await occupy(room, 100 * megabyte - 1500)
  const form = await formFor(room, 'a.txt', 1000)
  expect(await codeOf(formFor(room, 'b.txt', 1000))).toBe('FILES_TOO_LARGE_TOGETHER')
  // A refusal releases the reserved space, and its form can be used again for the remaining space.
  expect(await post(room, form, 'x'.repeat(1001))).toEqual({ status: 413, code: 'FILE_TOO_LARGE' })
  const both = [form, await formFor(room, 'b.txt', 1000)]
  const replies = await Promise.all(both.map((one) => post(room, one, 'x'.repeat(1000))))
  expect(replies).toContainEqual('stored')
  expect(replies).toContainEqual({
    status: 413,
    code: 'FILES_TOO_LARGE_TOGETHER',
    details: { megabytes: 100 },
  })
  expect(library.stored(room)).toHaveLength(1)

  const names = await openRoom(library)
  const same = [await formFor(names, 'same.txt', 1), await formFor(names, 'Same.TXT', 1)]
  const outcomes = await Promise.all(same.map((form) => post(names, form, 'x')))
  expect(outcomes).toContainEqual('stored')
  expect(outcomes).toContainEqual({
    status: 409,
    code: 'FILE_NAME_TAKEN',
    details: { file: expect.stringMatching(/^same\.txt$/i) },
  })
  expect(library.stored(names)).toHaveLength(1)
})

test('KB-02 unsupported types, and types that do not match the extension, get no form', async () => {
  const room = await openRoom(library)
  const ask = (filename: string, type?: string) =>
    call('getUploadForm', room, { query: { filename, size: '1', ...(type && { 'content-type': type }) } })
  for (const name of ['a.exe', 'a.html', 'a.svg', 'a.rar', 'a', 'pdf', 'a.pdf.exe'])
    expect(await codeOf(ask(name)), name).toBe('FILE_NOT_SUPPORTED')
  expect(await codeOf(ask('a.pdf', 'text/html'))).toBe('FILE_NOT_SUPPORTED')
  for (const type of [undefined, 'application/pdf', 'application/octet-stream'])
    expect((await ask('A.PDF', type)).data.fields['Content-Type']).toBe('application/pdf')
})

test.each([
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['/etc/shadow.txt', 'shadow.txt'],
  ['C:\\temp\\plan.txt', 'plan.txt'],
  ['a%2f..%2fb.txt', 'b.txt'],
  ['cafe\u0301.txt', 'café.txt'],
])(
  'F01 the file name %s is reduced to a safe name, and the storage key contains no part of it',
  async (given, shown) => {
    const room = await openRoom(library)
    const form = await formFor(room, given)
    expect(form.fields['key']).toMatch(/^acct\/account_[0-9a-f-]{36}\/[0-9a-f]{32}$/)
    expect(await post(room, form, 'x')).toBe('stored')
    expect(await namesIn(room)).toEqual([shown])
  },
)

test.each(['a\0.txt', 'txt.\u202egnp.txt', `${'a'.repeat(1000)}.txt`])(
  'F01 a disguised or endless name is refused',
  async (name) => {
    expect(await codeOf(formFor(await openRoom(library), name))).toBe('INVALID_INPUT')
  },
)

test('ROOM-09 the list is paged in a stable order, newest first', async () => {
  const room = await openRoom(library)
  await occupy(room, 5, 25)
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list(room, { page })))
  expect(pages.map(({ data, count, usedBytes }) => [data.length, count, usedBytes])).toEqual([
    [10, 25, 125],
    [10, 25, 125],
    [5, 25, 125],
    [0, 25, 125],
  ])
  expect(pages.flatMap(({ data }) => data.map(({ name }) => name))).toEqual(
    Array.from({ length: 25 }, (_, index) => `old ${index + 1}.txt`),
  )
})

test('KB-08 C09 a deleted file disappears from list, storage and database at once, and its name can be used again', async () => {
  const room = await openRoom(library)
  await add(room, 'a.txt')
  const [file] = (await list(room)).data
  const params = { roomId: room.roomId, fileId: file?.id ?? '' }
  expect((await call('deleteContextFile', room, { params })).data).toEqual({ id: file?.id })
  expect(await namesIn(room)).toEqual([])
  expect(library.stored(room)).toEqual([])
  expect((await run(sql`select from room_file where id = ${file?.id}`)).rows).toEqual([])
  expect(await codeOf(call('deleteContextFile', room, { params }))).toBe('NOT_FOUND')
  expect(await add(room, 'a.txt')).toBe('stored')
})

test('ACC-08 the audit log records adding and deleting files, without the names of a private room’s files', async () => {
  for (const access of ['PUBLIC', 'PRIVATE'] as const) {
    const room = await openRoom(library, access)
    await add(room, 'plan.txt')
    const [file] = (await list(room)).data
    await call('deleteContextFile', room, { params: { roomId: room.roomId, fileId: file?.id ?? '' } })
    const found = await run(sql<object>`
      select action, object_id, actor_id, details from audit_entry
      where account_id = ${room.accountId} and object_type = 'file' order by id`)
    const details = {
      roomId: room.roomId,
      access,
      sizeBytes: 10,
      ...(access === 'PUBLIC' && { name: 'plan.txt', room: expect.any(String) }),
    }
    expect(found.rows).toEqual(
      ['room-file.added', 'room-file.deleted'].map((action) => ({
        action,
        object_id: file?.id,
        actor_id: room.userId,
        details,
      })),
    )
  }
})

test('B29 the sweep removes abandoned uploads and interrupted deletions, and nothing else', async () => {
  const room = await openRoom(library)
  await add(room, 'kept.txt')
  await add(room, 'half deleted.txt')
  const [stale, fresh] = [await formFor(room, 'stale.txt', 4), await formFor(room, 'fresh.txt', 4)]
  await library.ports.storage.put(stale.fields['key'] ?? '', Buffer.from('half'), {
    contentType: 'text/plain',
    maxBytes: 10,
  })
  await run(
    sql`update room_file set requested_at = now() - interval '61 minutes' where storage_key = ${stale.fields['key']}`,
  )
  await run(
    sql`update room_file set deleted_at = now() where account_id = ${room.accountId} and name = 'half deleted.txt'`,
  )
  expect(library.stored(room)).toHaveLength(3)
  expect(await sweepContextFiles(library.ports)).toBeGreaterThanOrEqual(2)
  expect(library.stored(room)).toHaveLength(1)
  expect(await namesIn(room)).toEqual(['kept.txt'])
  expect(await post(room, stale, 'x')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })
  expect(await post(room, fresh, 'x')).toBe('stored')
})

test('C09 erasing a room or an account erases its files from the storage, and no others', async () => {
  const room = await openRoom(library)
  const { accountId } = room
  const second = await inTenant(library.testDatabase.database, room, (trx) =>
    createRoom(trx, room, { name: 'Second', accessType: 'PUBLIC' }),
  )
  await add(room, 'a.txt')
  await formFor(room, 'pending.txt')
  await add({ ...room, roomId: second.id }, 'b.txt')
  await eraseContextFiles(library.ports, { accountId, roomId: room.roomId })
  await eraseContextFiles(library.ports, { accountId, roomId: room.roomId })
  expect(library.stored(room)).toHaveLength(1)
  expect(await namesIn({ ...room, roomId: second.id })).toEqual(['b.txt'])
  await eraseContextFiles(library.ports, { accountId })
  expect(library.stored(room)).toEqual([])
  expect((await run(sql`select from room_file where account_id = ${accountId}`)).rows).toEqual([])
})

test('B31 a file whose bytes are lost returns 404, and the list still works', async () => {
  const room = await openRoom(library)
  const form = await formFor(room, 'a.txt')
  await post(room, form, 'x')
  await library.ports.storage.delete(form.fields['key'] ?? '')
  const [file] = (await list(room)).data
  const { url } = (await call('getFileLink', room, { query: { file_id: file?.id ?? '' } })).data
  expect((await fetch(library.url + url)).status).toBe(404)
})

test('ROOM-11 a room’s files are unavailable while it is in the bin, and return with it', async () => {
  const room = await openRoom(library)
  await add(room, 'a.txt')
  const form = await formFor(room, 'b.txt')
  const params = { accountId: room.accountId, roomId: room.roomId }
  await call('deleteRoom', room, { params })
  expect(await codeOf(list(room))).toBe('NOT_FOUND')
  expect(await post(room, form, 'x')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })
  await call('restoreRoom', room, { params, body: {} })
  expect(await namesIn(room)).toEqual(['a.txt'])
})

test('ACC-08 a deleted account accepts no more files', async () => {
  const room = await openRoom(library)
  const form = await formFor(room, 'a.txt')
  await run(sql`update account set deleted_at = now() where id = ${room.accountId}`)
  expect(await post(room, form, 'x')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })
})

test('ROOM-09 KB-05 files stored before indexing existed are enqueued once, and show this state until then', async () => {
  const room = await openRoom(library)
  await occupy(room, 5, 3)
  await formFor(room, 'pending.txt', 10)
  await add(room, 'new.txt')
  const { data } = await list(room)
  expect(data.map(({ state }) => state.status)).toEqual(Array.from({ length: 4 }, () => 'PENDING'))
  await indexStoredFiles(library.ports)
  library.toBeRead.splice(0)
  expect(await indexStoredFiles(library.ports)).toBe(0)
  expect(library.toBeRead).toEqual([])
  const known = await run(sql<{ scope_id: string; run: number }>`
    select scope_id, run from indexed_file where account_id = ${room.accountId}`)
  expect(known.rows).toEqual(Array.from({ length: 4 }, () => ({ scope_id: room.roomId, run: 0 })))
})

test('KB-08 B29 deleting a file removes its text and index at once, and its bytes when the storage is available again', async () => {
  const room = await openRoom(library)
  await add(room, 'a.txt')
  const [file] = (await list(room)).data
  await run(sql`
    insert into passage (account_id, file_id, position, text, place, words, tokens)
    values (${room.accountId}, ${file?.id}, 0, 'Tea.', '{}', 1, 1)`)
  await run(sql`
    insert into posting (account_id, scope_id, stem, file_id, entries)
    values (${room.accountId}, ${room.roomId}, 'tea', ${file?.id}, decode('0000000001000100', 'hex'))`)
  // Its bytes cannot be erased now.
  const erase = library.ports.storage.delete
  library.ports.storage.delete = async () => {
    throw new Error('The storage is away.')
  }
  await call('deleteContextFile', room, { params: { roomId: room.roomId, fileId: file?.id ?? '' } })
  library.ports.storage.delete = erase
  for (const table of ['indexed_file', 'passage', 'posting'])
    expect((await run(sql`select from ${sql.table(table)} where file_id = ${file?.id}`)).rows, table).toEqual(
      [],
    )
  expect(library.stored(room)).toHaveLength(1)
  await sweepContextFiles(library.ports)
  expect(library.stored(room)).toEqual([])
})
