import { type BaseId, type FileId, type KnowledgeBase, mintId } from '@atrium/contract'
import { call, codeOf } from '@atrium/testkit/api-client.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inSystem, inTenant } from '../../platform/database/index.ts'
import { addRoomMember } from '../../rooms/index.ts'
import { eraseContextFiles, fileOpenTo, scopesToAsk, sweepContextFiles } from '../index.ts'
import {
  add,
  as,
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

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(library.testDatabase.database.kysely)

async function openTeamRoom(accessType: 'PRIVATE' | 'PUBLIC' = 'PRIVATE'): Promise<Reader> {
  const room = await openRoom(library, accessType)
  await run(sql`update account set plan_name = 'Team' where id = ${room.accountId}`)
  return room
}
async function memberOfRoom(room: Reader, membershipType: 'MEMBER' | 'ADMIN' = 'MEMBER'): Promise<Reader> {
  const reader = as(room, await insertMember(library.testDatabase.database, room.accountId))
  await inTenant(library.testDatabase.database, room, (trx) =>
    addRoomMember(trx, room, { roomId: room.roomId, userId: reader.userId, membershipType }),
  )
  return reader
}

const formForBase = async (reader: Reader, filename: string, sizeBytes = 10) =>
  (await call('getUploadForm', reader, { query: { filename, size: String(sizeBytes), for: 'base' } })).data

/** The key of a file uploaded for a base. */
async function upload(reader: Reader, filename: string, bytes = 'Some text.'): Promise<string> {
  const form = await formForBase(reader, filename, bytes.length)
  expect(await post(reader, form, bytes)).toBe('stored')
  return form.fields['key'] ?? ''
}

const create = async (reader: Reader, rag_name: string, files: string[] = []): Promise<KnowledgeBase> =>
  (await call('createKnowledgeBase', reader, { body: { files, rag_name, ip_type: 'FILE_UPLOAD' } })).data
const update = async (reader: Reader, baseId: BaseId, body: object): Promise<KnowledgeBase> =>
  (await call('updateKnowledgeBase', reader, { params: { baseId }, body })).data
const remove = (reader: Reader, baseId: BaseId) => call('deleteKnowledgeBase', reader, { params: { baseId } })
const listed = (reader: Reader, query: object = {}) => call('listKnowledgeBases', reader, { query })
const namesOfBases = async (reader: Reader, query: object = {}) =>
  (await listed(reader, query)).data.map((base) => base.rag_name)
const filesOf = async (reader: Reader, baseId: BaseId) =>
  (await call('listBaseFiles', reader, { params: { baseId }, query: {} })).data
const withoutRoom = ({ roomId: _room, ...reader }: Reader) => reader as Reader

/** As if the files had been processed so far. */
const setState = (
  fileId: FileId,
  status: string,
  more: { problem?: string; done?: number; total?: number } = {},
) =>
  run(sql`
    update indexed_file set status = ${status}, problem = ${more.problem ?? null}, parts_done = ${more.done ?? 0},
      parts_total = ${more.total ?? null} where file_id = ${fileId}`)
const addPassages = (room: Reader, fileId: FileId, texts: string[]) =>
  run(sql`
    insert into passage (account_id, file_id, position, text, place, words, tokens)
    select ${room.accountId}, ${fileId}, n - 1, text, jsonb_build_object('page', n), 2, 3
    from unnest(${texts}::text[]) with ordinality as given (text, n)`)
const countOf = async (table: string, fileId: FileId) =>
  (await run(sql`select from ${sql.table(table)} where file_id = ${fileId}`)).rows.length

test('KB-04 a base is created from uploaded files, which are then processed, and is visible to users of the room', async () => {
  const room = await openTeamRoom()
  const keys = [await upload(room, 'one.txt'), await upload(room, 'two.txt', 'Some more.')]
  expect(library.toBeRead).toEqual([])
  const made = await create(room, 'Handbook', keys)
  expect(made).toEqual({
    id: expect.stringMatching(/^base_/),
    room: { id: room.roomId, name: 'Research' },
    rag_name: 'Handbook',
    description: '',
    ip_type: 'FILE_UPLOAD',
    state: { status: 'ONGOING', problem: null, partsDone: 0, partsTotal: null },
    fileCount: 2,
    sourceCount: 0,
    failedCount: 0,
    sourceProblem: null,
    sizeBytes: 20,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    createdBy: { id: room.userId, name: 'Olu Owner' },
    mayEdit: true,
  })
  const files = await filesOf(room, made.id)
  expect(library.toBeRead.splice(0).toSorted()).toEqual(files.map(({ id }) => id).toSorted())
  expect(
    (await run(sql`select distinct scope_id from indexed_file where scope_id = ${made.id}`)).rows,
  ).toHaveLength(1)
  const reader = await memberOfRoom(room)
  expect((await listed(reader)).data).toEqual([{ ...made, mayEdit: false }])
  expect((await filesOf(reader, made.id)).map(({ name }) => name).toSorted()).toEqual(['one.txt', 'two.txt'])
  // They are not part of the room's context.
  expect((await list(room)).data).toEqual([])
  expect((await list(room)).usedBytes).toBe(0)
})

test('KB-04 bases are listed in pages, searched and sorted, of one room or of all that a person may use', async () => {
  const room = await openTeamRoom()
  for (const name of ['Berlin', 'amsterdam', 'Cairo']) await create(room, name)
  await call('updateKnowledgeBase', room, {
    params: { baseId: (await listed(room, { search: 'BERLIN' })).data[0]?.id ?? '' },
    body: { description: 'A 100% city' },
  })
  expect(await namesOfBases(room)).toEqual(['Cairo', 'amsterdam', 'Berlin'])
  expect(await namesOfBases(room, { order: 'ASC' })).toEqual(['Berlin', 'amsterdam', 'Cairo'])
  expect(await namesOfBases(room, { order: 'ASC', sort_by: 'rag_name' })).toEqual([
    'amsterdam',
    'Berlin',
    'Cairo',
  ])
  expect(await namesOfBases(room, { sort_by: 'updated_at' })).toEqual(['Berlin', 'Cairo', 'amsterdam'])
  expect(await namesOfBases(room, { search: '100%' })).toEqual(['Berlin'])
  expect(await namesOfBases(room, { search: '%' })).toEqual(['Berlin'])
  const second = await listed(room, { page: '2', page_size: '2' })
  expect([second.data.map((base) => base.rag_name), second.count]).toEqual([['Berlin'], 3])
  const colleague = as(room, await insertMember(library.testDatabase.database, room.accountId))
  expect(await namesOfBases(withoutRoom(room))).toHaveLength(3)
  expect(await namesOfBases(withoutRoom(colleague))).toEqual([])
  expect(await codeOf(listed(colleague))).toBe('NOT_FOUND')
})

test('KB-04 if the plan has no bases, none is listed, created or changed; existing ones can be deleted', async () => {
  const room = await openTeamRoom()
  const form = await formForBase(room, 'late.txt')
  const base = await create(room, 'Old')
  await run(sql`update account set plan_name = 'Basic' where id = ${room.accountId}`)
  expect(await listed(room)).toMatchObject({ data: [], count: 0 })
  expect(await codeOf(formForBase(room, 'a.txt'))).toBe('RAG_NOT_ALLOWED')
  expect(await post(room, form, 'Some text.')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })
  expect(await codeOf(create(room, 'New'))).toBe('RAG_NOT_ALLOWED')
  expect(await codeOf(update(room, base.id, { rag_name: 'New' }))).toBe('RAG_NOT_ALLOWED')
  await remove(room, base.id)
  expect((await run(sql`select from knowledge_base where account_id = ${room.accountId}`)).rows).toEqual([])
})

test('KB-04 R07 members of the room read bases; its owner and admins create, change, delete and retry', async () => {
  for (const [access, code] of [
    ['PUBLIC', 'PUBLIC_ROOM_MEMBER'],
    ['PRIVATE', 'FORBIDDEN'],
  ] as const) {
    const room = await openTeamRoom(access)
    const base = await create(room, 'Ours', [await upload(room, 'a.txt')])
    const [file] = await filesOf(room, base.id)
    const reader =
      access === 'PUBLIC'
        ? as(room, await insertMember(library.testDatabase.database, room.accountId))
        : await memberOfRoom(room)
    expect(await codeOf(formForBase(reader, 'b.txt'))).toBe(code)
    expect(await codeOf(create(reader, 'Mine'))).toBe(code)
    expect(await codeOf(update(reader, base.id, { rag_name: 'Mine' }))).toBe(code)
    expect(await codeOf(remove(reader, base.id))).toBe(code)
    expect(await codeOf(call('retryFile', reader, { params: { fileId: file?.id ?? '' } }))).toBe(code)
    expect(await namesOfBases(reader)).toEqual(['Ours'])
  }
  const room = await openTeamRoom()
  const admin = await memberOfRoom(room, 'ADMIN')
  const base = await create(admin, 'Theirs', [await upload(admin, 'a.txt')])
  expect((await update(room, base.id, { rag_name: 'Ours' })).rag_name).toBe('Ours')
})

test('T07 a base accepts no file of another account, person or room, nor one that is unknown, in use or not uploaded yet', async () => {
  const [room, foreign] = [await openTeamRoom(), await openTeamRoom()]
  const admin = await memberOfRoom(room, 'ADMIN')
  const mine = await upload(room, 'mine.txt')
  const used = await upload(room, 'used.txt')
  const base = await create(room, 'Used', [used])
  expect(await add(room, 'context.txt')).toBe('stored')
  const ofContext = await run(
    sql<{
      key: string
    }>`select storage_key as key from room_file where room_id = ${room.roomId} and not for_base`,
  )
  library.toBeRead.splice(0)
  const pending = (await formForBase(room, 'pending.txt')).fields['key'] ?? ''
  const before = (await run(sql`select * from room_file order by id`)).rows
  for (const key of [
    await upload(foreign, 'theirs.txt'),
    await upload(admin, 'of a colleague.txt'),
    used,
    pending,
    `acct/${room.accountId}/${'0'.repeat(32)}`,
    '../../etc/passwd',
  ]) {
    expect(await codeOf(create(room, 'New', [mine, key])), key).toBe('FILES_NOT_USABLE')
    expect(await codeOf(update(room, base.id, { rag_name: 'Other', files: [mine, key] })), key).toBe(
      'FILES_NOT_USABLE',
    )
  }
  expect(library.toBeRead).toEqual([])
  expect(await namesOfBases(room)).toEqual(['Used'])
  const after = await run(sql`
    select * from room_file where name not in ('theirs.txt', 'of a colleague.txt') order by id`)
  expect(after.rows).toEqual(before)
  // One's own file of the room's context is moved out of it.
  expect((await create(room, 'New', [mine, ofContext.rows[0]?.key ?? ''])).fileCount).toBe(2)
})

test("T05 T09 another room's base and files are not found: they can't be opened, listed, changed, deleted, reprocessed or searched", async () => {
  const [room, foreign] = [await openTeamRoom(), await openTeamRoom()]
  const base = await create(room, 'Secret', [await upload(room, 'secret.txt')])
  const [file] = await filesOf(room, base.id)
  const fileId = file?.id ?? ''
  const outsider = as(room, await insertMember(library.testDatabase.database, room.accountId))
  const elsewhere = { ...foreign, roomId: room.roomId }
  const own = await create(foreign, 'Own')
  for (const somebody of [outsider, foreign, elsewhere]) {
    const params = { fileId }
    const codes = await Promise.all(
      [
        call('openFileText', somebody, { params, query: {} }),
        call('getFileLink', somebody, { query: { file_id: fileId } }),
        call('retryFile', somebody, { params }),
        filesOf(somebody, base.id),
        update(somebody, base.id, { removedFileIds: [fileId] }),
        remove(somebody, base.id),
      ].map(codeOf),
    )
    expect(codes).toEqual(codes.map(() => 'NOT_FOUND'))
    const asks = inTenant(library.testDatabase.database, somebody, (trx) =>
      scopesToAsk(trx, somebody, { roomId: somebody.roomId, baseIds: [base.id] }),
    )
    await expect(asks).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const open = inTenant(library.testDatabase.database, somebody, (trx) =>
      fileOpenTo(trx, somebody, [fileId as FileId]),
    )
    expect(await open).toEqual(new Set())
  }
  expect(await codeOf(update(foreign, own.id, { removedFileIds: [fileId] }))).toBe('NOT_FOUND')
  expect(await filesOf(room, base.id)).toHaveLength(1)
  const scopes = await inTenant(library.testDatabase.database, room, (trx) =>
    scopesToAsk(trx, room, { roomId: room.roomId, baseIds: [base.id, base.id] }),
  )
  expect(scopes).toEqual({ scopeIds: [room.roomId, base.id], bases: [{ id: base.id, name: 'Secret' }] })
  const readable = await inTenant(library.testDatabase.database, room, (trx) =>
    fileOpenTo(trx, room, [fileId as FileId, mintId('file')]),
  )
  expect(readable).toEqual(new Set([fileId]))
})

test('KB-04 a base can be renamed, and gain and lose files, in one change; names are unique in a room', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Handbook', [await upload(room, 'a.txt'), await upload(room, 'b.txt')])
  await create(room, 'Other')
  expect(await codeOf(create(room, 'HANDBOOK'))).toBe('KNOWLEDGE_BASE_NAME_TAKEN')
  expect(await codeOf(update(room, base.id, { rag_name: 'other' }))).toBe('KNOWLEDGE_BASE_NAME_TAKEN')
  const again = await upload(room, 'A.txt')
  const taken = (file: string) => ({ reply: { code: 'FILE_NAME_TAKEN', details: { file } } })
  await expect(update(room, base.id, { files: [again] })).rejects.toMatchObject(taken('A.txt'))
  const old = (await filesOf(room, base.id)).find(({ name }) => name === 'a.txt')
  const changed = await update(room, base.id, {
    rag_name: 'Guide',
    description: 'How we work.',
    files: [again],
    removedFileIds: [old?.id],
  })
  expect(changed).toMatchObject({ rag_name: 'Guide', description: 'How we work.', fileCount: 2 })
  expect((await filesOf(room, base.id)).map(({ name }) => name).toSorted()).toEqual(['A.txt', 'b.txt'])
  expect((await update(room, base.id, {})).description).toBe('How we work.')
  expect(library.stored(room)).toHaveLength(2)
  const twice = [await upload(room, 'Same.txt'), await upload(room, 'SAME.txt')]
  await expect(create(room, 'Twice', twice)).rejects.toMatchObject(taken('SAME.txt'))
})

test("KB-03 files above a base's limit are refused, and can be used for another", async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Full', [await upload(room, 'a.txt')])
  await run(sql`update room_file set size_bytes = ${100 * 1024 * 1024 - 5} where base_id = ${base.id}`)
  const key = await upload(room, 'b.txt')
  expect(await codeOf(update(room, base.id, { files: [key] }))).toBe('FILES_TOO_LARGE_TOGETHER')
  await run(sql`update room_file set size_bytes = 10 where base_id = ${base.id}`)
  await run(sql`
    insert into room_file (account_id, id, room_id, base_id, for_base, storage_key, name, content_type, size_bytes, requested_by, stored_at, index_requested)
    select ${room.accountId}, 'file_' || overlay(gen_random_uuid()::text placing '7' from 15 for 1), ${room.roomId}, ${base.id}, true,
      gen_random_uuid(), 'old ' || n || '.txt', 'text/plain', 1, ${room.userId}, now(), true from generate_series(1, 99) as n`)
  expect(await codeOf(update(room, base.id, { files: [key] }))).toBe('TOO_MANY_FILES')
  expect((await create(room, 'Next', [key])).fileCount).toBe(1)
})

test('B29 KB-03 a form reserves its size until its file has arrived or was refused, and a retry needs it once', async () => {
  const megabyte = 1024 * 1024
  const room = await openTeamRoom()
  const form = await formForBase(room, 'a.txt', 60 * megabyte)
  expect(await codeOf(formForBase(room, 'b.txt', 60 * megabyte))).toBe('FILES_TOO_LARGE_TOGETHER')
  await formForBase(room, 'a.txt', 60 * megabyte)
  // The room's context is counted separately.
  const context = { filename: 'a.txt', size: String(60 * megabyte) }
  await call('getUploadForm', room, { query: context })
  expect(await post(room, form, '%PDF-1.4 is no text')).toMatchObject({ code: 'FILE_NOT_SUPPORTED' })
  const second = await formForBase(room, 'a.txt', 60 * megabyte)
  expect(await post(room, second, '')).toMatchObject({ code: 'FILE_EMPTY' })
  await formForBase(room, 'b.txt', 60 * megabyte)
  expect(library.stored(room)).toEqual([])
})

test('B29 a storage failure during an upload leaves no file and releases its reservation, and the form works again', async () => {
  const room = await openTeamRoom()
  const form = await formForBase(room, 'a.txt', 100)
  const { put } = library.ports.storage
  library.ports.storage.put = async () => {
    throw new Error('No space left on device.')
  }
  expect(await post(room, form, 'Some text.')).toMatchObject({ status: 500 })
  library.ports.storage.put = put
  const held = await run(sql<{ bytes: number }>`
    select sum(reserved_bytes)::int as bytes from room_file where room_id = ${room.roomId}`)
  expect(held.rows).toEqual([{ bytes: 0 }])
  expect(await post(room, form, 'Some text.')).toBe('stored')
  expect((await create(room, 'Base', [form.fields['key'] ?? ''])).fileCount).toBe(1)
})

test('B29 a file without a base cannot be opened and is deleted after a day', async () => {
  const room = await openTeamRoom()
  const [waiting, fresh] = [await upload(room, 'waiting.txt'), await upload(room, 'fresh.txt')]
  const found = await run(sql<{ id: FileId }>`select id from room_file where storage_key = ${waiting}`)
  const fileId = found.rows[0]?.id ?? ''
  expect(await codeOf(call('getFileLink', room, { query: { file_id: fileId } }))).toBe('NOT_FOUND')
  expect(await codeOf(call('openFileText', room, { params: { fileId }, query: {} }))).toBe('NOT_FOUND')
  await sweepContextFiles(library.ports)
  expect(library.stored(room)).toHaveLength(2)
  await run(sql`update room_file set stored_at = now() - interval '25 hours' where storage_key = ${waiting}`)
  await sweepContextFiles(library.ports)
  expect(library.stored(room)).toHaveLength(1)
  expect(await codeOf(create(room, 'Late', [waiting]))).toBe('FILES_NOT_USABLE')
  expect((await create(room, 'In time', [fresh])).fileCount).toBe(1)
})

test("F01 F03 the server chooses the key of a base's file, sanitizes its name, and accepts its form once", async () => {
  const room = await openTeamRoom()
  const form = await formForBase(room, '../../etc/pass%2fwd.txt')
  expect(form.fields['key']).toMatch(/^acct\/account_[0-9a-f-]{36}\/[0-9a-f]{32}$/)
  for (const name of ['a.exe', 'a.zip'])
    expect(await codeOf(formForBase(room, name))).toBe('FILE_NOT_SUPPORTED')
  expect(await post(room, form, 'Some text. And more.')).toEqual({ status: 413, code: 'FILE_TOO_LARGE' })
  expect(await post(room, form, 'Some text.')).toBe('stored')
  expect(await post(room, form, 'Some text.')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })
  const base = await create(room, 'Base', [form.fields['key'] ?? ''])
  expect((await filesOf(room, base.id)).map(({ name }) => name)).toEqual(['wd.txt'])
})

test('KB-09 only users of its room can open a base by its id', async () => {
  const room = await openTeamRoom()
  const made = await create(room, 'Handbook', [await upload(room, 'one.txt')])
  const open = (reader: Reader, baseId: string = made.id) =>
    call('openKnowledgeBase', reader, { params: { baseId } })
  expect((await open(withoutRoom(room))).data).toEqual(made)
  expect((await open(await memberOfRoom(room))).data).toEqual({ ...made, mayEdit: false })
  const colleague = as(room, await insertMember(library.testDatabase.database, room.accountId))
  expect(await codeOf(open(colleague))).toBe('NOT_FOUND')
  expect(await codeOf(open(await openTeamRoom()))).toBe('NOT_FOUND')
  expect(await codeOf(open(room, mintId('base')))).toBe('NOT_FOUND')
  await remove(room, made.id)
  expect(await codeOf(open(room))).toBe('NOT_FOUND')
})

test('KB-05 a base is processing while any file is, failed if any file failed, and its progress is the sum of its files', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Base', [await upload(room, 'a.txt'), await upload(room, 'b.txt')])
  const ids = (await filesOf(room, base.id)).map(({ id }) => id)
  const [one, two] = ids as [FileId, FileId]
  const state = async () => {
    const [found] = (await listed(room)).data
    return [found?.state, found?.failedCount]
  }
  await setState(one, 'ONGOING', { done: 3, total: 10 })
  expect(await state()).toEqual([{ status: 'ONGOING', problem: null, partsDone: 3, partsTotal: null }, 0])
  await setState(two, 'INVALID_INPUT', { problem: 'PROTECTED' })
  expect(await state()).toEqual([{ status: 'ONGOING', problem: null, partsDone: 3, partsTotal: 10 }, 1])
  await setState(one, 'COMPLETED', { done: 10, total: 10 })
  expect(await state()).toEqual([
    { status: 'FAILED', problem: 'PROTECTED', partsDone: 10, partsTotal: 10 },
    1,
  ])
  await setState(two, 'COMPLETED', { done: 2, total: 2 })
  expect(await state()).toEqual([{ status: 'COMPLETED', problem: null, partsDone: 12, partsTotal: 12 }, 0])
})

test('KB-05 a failed file is reprocessed on request; others are not', async () => {
  const room = await openTeamRoom()
  await add(room, 'context.txt')
  const base = await create(room, 'Base', [await upload(room, 'a.txt')])
  const [ofBase] = await filesOf(room, base.id)
  const [ofContext] = (await list(room)).data
  for (const [file, scopeId] of [
    [ofBase, base.id],
    [ofContext, room.roomId],
  ] as const) {
    const fileId = file?.id ?? ''
    const retry = () => call('retryFile', room, { params: { fileId } })
    expect(await codeOf(retry())).toBe('CONFLICT')
    await setState(fileId as FileId, 'FAILED', { problem: 'TOO_SLOW', done: 3, total: 10 })
    library.toBeRead.splice(0)
    expect((await retry()).data).toEqual({ status: 'PENDING', problem: null, partsDone: 0, partsTotal: null })
    expect(library.toBeRead).toEqual([fileId])
    const found = await run(sql<{ run: number; scope_id: string }>`
      select run, scope_id from indexed_file where file_id = ${fileId}`)
    expect(found.rows).toEqual([{ run: 1, scope_id: scopeId }])
    expect(await codeOf(retry())).toBe('CONFLICT')
  }
})

test('KB-06 a file with sheets lists which passages have the rows of each', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Base', [await upload(room, 'a.csv', 'a,b')])
  const fileId = (await filesOf(room, base.id))[0]?.id as FileId
  const places = [
    { sheet: 'Costs', headings: ['Costs'] },
    { sheet: 'Costs', row: 2 },
    { sheet: 'Costs', row: 40 },
    { sheet: 'A time', row: 2 },
  ]
  await run(sql`
    insert into passage (account_id, file_id, position, text, place, words, tokens)
    select ${room.accountId}, ${fileId}, n - 1, 'x', place, 2, 3
    from jsonb_array_elements(${JSON.stringify(places)}::jsonb) with ordinality as given (place, n)`)
  await run(sql`update indexed_file set status = 'COMPLETED', passages = 4 where file_id = ${fileId}`)
  const open = async (query: object) =>
    (await call('openFileText', room, { params: { fileId }, query })).data.sheets
  expect(await open({})).toBeUndefined()
  expect(await open({ sheets: 'list' })).toEqual([
    { name: 'Costs', first: 1, last: 2, lastRow: 40 },
    { name: 'A time', first: 3, last: 3, lastRow: 2 },
  ])
})

test('KB-06 people who may open a file can search in it, ignoring case, accents and spaces', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Base', [await upload(room, 'a.txt')])
  const fileId = (await filesOf(room, base.id))[0]?.id as FileId
  await addPassages(room, fileId, ['Phở bò is a soup.', 'Green\n tea.', '100% tea, or coffee'])
  await run(sql`update indexed_file set status = 'COMPLETED', passages = 3 where file_id = ${fileId}`)
  const find = async (reader: Reader, words: string) =>
    (await call('findInFile', reader, { params: { fileId }, query: { words } })).data
  const reader = await memberOfRoom(room)
  expect(await find(reader, 'pho bo')).toEqual({ hits: [{ position: 0, place: { page: 1 } }], isMore: false })
  expect((await find(reader, 'GREEN TEA')).hits.map(({ position }) => position)).toEqual([1])
  expect((await find(reader, 'tea')).hits.map(({ position }) => position)).toEqual([1, 2])
  expect((await find(reader, '0%')).hits.map(({ position }) => position)).toEqual([2])
  expect((await find(reader, 'cocoa')).hits).toEqual([])
  expect(await codeOf(find(reader, '  '))).toBe('INVALID_INPUT')
  expect(await codeOf(find(await openTeamRoom(), 'tea'))).toBe('NOT_FOUND')
})

test('KB-06 everybody in the room can open a file by passage, with positions and a link', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Base', [await upload(room, 'a.txt')])
  const fileId = (await filesOf(room, base.id))[0]?.id as FileId
  await addPassages(room, fileId, ['Tea.', 'Coffee.', 'Cocoa.'])
  await run(sql`update indexed_file set status = 'COMPLETED', passages = 3 where file_id = ${fileId}`)
  const reader = await memberOfRoom(room)
  const open = async (query: object = {}) =>
    (await call('openFileText', reader, { params: { fileId }, query })).data
  const opened = await open({ from: '1', count: '1' })
  expect(opened).toEqual({
    id: fileId,
    name: 'a.txt',
    contentType: 'text/plain',
    sizeBytes: 10,
    state: { status: 'COMPLETED', problem: null, partsDone: 0, partsTotal: null },
    passageCount: 3,
    passages: [{ position: 1, text: 'Coffee.', place: { page: 2 } }],
    url: expect.stringMatching(/^\/api\/files\/open\?token=/),
  })
  expect((await open({ sheets: 'list' })).sheets).toEqual([])
  expect(await (await fetch(library.url + (opened.url ?? ''))).text()).toBe('Some text.')
  expect((await open()).passages.map(({ text }) => text)).toEqual(['Tea.', 'Coffee.', 'Cocoa.'])
  const keys = await run(sql<{ key: string }>`select storage_key as key from room_file where id = ${fileId}`)
  await library.ports.storage.delete(keys.rows[0]?.key ?? '')
  expect((await open()).url).toBeNull()
})

test('KB-08 a deleted base leaves no text, index, bytes or rows, and its name is available again', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Base', [await upload(room, 'a.txt'), await upload(room, 'b.txt')])
  const ids = (await filesOf(room, base.id)).map(({ id }) => id)
  for (const id of ids) await addPassages(room, id, ['Tea.'])
  const { url } = (await call('getFileLink', room, { query: { file_id: ids[0] ?? '' } })).data
  expect((await remove(room, base.id)).data).toEqual({ id: base.id })
  for (const id of ids)
    for (const table of ['indexed_file', 'passage', 'posting']) expect(await countOf(table, id)).toBe(0)
  expect(library.stored(room)).toEqual([])
  expect((await run(sql`select from room_file where room_id = ${room.roomId}`)).rows).toEqual([])
  expect((await run(sql`select from knowledge_base where room_id = ${room.roomId}`)).rows).toEqual([])
  expect((await fetch(library.url + url)).status).toBe(404)
  expect(await codeOf(remove(room, base.id))).toBe('NOT_FOUND')
  expect((await create(room, 'base')).fileCount).toBe(0)
})

test('KB-08 B29 a deletion takes effect even if the bytes cannot be erased yet; the sweep completes it', async () => {
  const room = await openTeamRoom()
  const base = await create(room, 'Base', [await upload(room, 'a.txt')])
  const [file] = await filesOf(room, base.id)
  const erase = library.ports.storage.delete
  library.ports.storage.delete = async () => {
    throw new Error('The storage is away.')
  }
  await remove(room, base.id)
  library.ports.storage.delete = erase
  expect(await namesOfBases(room)).toEqual([])
  expect(await countOf('indexed_file', file?.id as FileId)).toBe(0)
  expect(library.stored(room)).toHaveLength(1)
  await sweepContextFiles(library.ports)
  expect(library.stored(room)).toEqual([])
  expect((await run(sql`select from knowledge_base where id = ${base.id}`)).rows).toEqual([])
})

test('KB-08 C09 erasing a room erases its bases and all data of their files, and no others', async () => {
  const [room, other] = [await openTeamRoom(), await openTeamRoom()]
  const [base, kept] = [
    await create(room, 'Base', [await upload(room, 'a.txt')]),
    await create(other, 'Base', [await upload(other, 'a.txt')]),
  ]
  const fileId = (await filesOf(room, base.id))[0]?.id as FileId
  await eraseContextFiles(library.ports, room)
  await inSystem(library.testDatabase.database, (trx) =>
    sql`delete from room where account_id = ${room.accountId} and id = ${room.roomId}`.execute(trx),
  )
  expect(library.stored(room)).toEqual([])
  expect(await countOf('indexed_file', fileId)).toBe(0)
  expect((await run(sql`select from knowledge_base where id = ${base.id}`)).rows).toEqual([])
  expect(await filesOf(other, kept.id)).toHaveLength(1)
  expect(library.stored(other)).toHaveLength(1)
})

test('ACC-08 creating, changing and deleting bases is audited; without names for those of a private room', async () => {
  for (const access of ['PUBLIC', 'PRIVATE'] as const) {
    const room = await openTeamRoom(access)
    const base = await create(room, 'Plans', [await upload(room, 'a.txt')])
    await update(room, base.id, { files: [await upload(room, 'b.txt')] })
    await remove(room, base.id)
    const found = await run(sql<object>`
      select action, object_id, actor_id, details from audit_entry
      where account_id = ${room.accountId} and object_type = 'knowledge-base' order by id`)
    expect(found.rows).toEqual(
      [
        ['created', 1, 0],
        ['changed', 1, 0],
        ['deleted', 0, 2],
      ].map(([verb, filesAdded, filesDeleted]) => ({
        action: `knowledge-base.${verb}`,
        object_id: base.id,
        actor_id: room.userId,
        details: {
          roomId: room.roomId,
          access,
          filesAdded,
          filesDeleted,
          ...(access === 'PUBLIC' && { name: 'Plans' }),
        },
      })),
    )
  }
})
