import { type AccountRole, type BaseId, type FileId, type KnowledgeBase, limits } from '@atrium/contract'
import { call, codeOf } from '@atrium/testkit/api-client.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '../../platform/database/index.ts'
import { createRoom } from '../../rooms/index.ts'
import {
  basesOfRoom,
  eraseContextFiles,
  fileOpenTo,
  filesOfRoom,
  scopesToAsk,
  sweepContextFiles,
} from '../index.ts'
import { as, type Library, openLibrary, openRoom, post, type Reader } from '../knowledge-for-tests.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary(inject('databaseHost'))
})
afterAll(() => library.close())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(library.testDatabase.database.kysely)

/** The owner of a team; their room is private. */
async function openTeam(): Promise<Reader> {
  const owner = await openRoom(library)
  await run(sql`update account set plan_name = 'Team' where id = ${owner.accountId}`)
  return owner
}
/** A member of the team with a private room of their own. */
async function join(team: Reader, role: AccountRole = 'member'): Promise<Reader> {
  const { database } = library.testDatabase
  const reader = as(team, await insertMember(database, team.accountId, role))
  const room = await inTenant(database, reader, (trx) =>
    createRoom(trx, reader, { name: `Room of ${reader.userId}`, accessType: 'PRIVATE' }),
  )
  return { ...reader, roomId: room.id }
}
const inAccount = ({ roomId: _room, ...reader }: Reader) => reader as Reader

const formFor = async (reader: Reader, filename = 'tea.txt', query: object = { for: 'base' }) =>
  (await call('getUploadForm', reader, { query: { filename, size: '10', ...query } })).data
async function upload(reader: Reader, filename = 'tea.txt', query?: object): Promise<string> {
  const form = await formFor(reader, filename, query)
  expect(await post(reader, form, 'Some text.')).toBe('stored')
  return form.fields['key'] ?? ''
}
const create = async (reader: Reader, rag_name: string, files: string[] = []): Promise<KnowledgeBase> =>
  (await call('createKnowledgeBase', reader, { body: { files, rag_name, ip_type: 'FILE_UPLOAD' } })).data
const listed = async (reader: Reader) => (await call('listKnowledgeBases', reader, { query: {} })).data
const filesOf = async (reader: Reader, baseId: BaseId) =>
  (await call('listBaseFiles', reader, { params: { baseId }, query: {} })).data
const asking = (reader: Reader, baseId: BaseId) =>
  inTenant(library.testDatabase.database, reader, (trx) =>
    scopesToAsk(trx, reader, { roomId: reader.roomId, baseIds: [baseId] }),
  )
const open = (reader: Reader, fileId: FileId) =>
  inTenant(library.testDatabase.database, reader, (trx) => fileOpenTo(trx, reader, [fileId]))
const update = (reader: Reader, baseId: BaseId, body: object) =>
  call('updateKnowledgeBase', reader, { params: { baseId }, body })

async function baseOfTeam(team: Reader) {
  const base = await create(inAccount(team), 'Handbook', [await upload(inAccount(team))])
  const [file] = await filesOf(team, base.id)
  return { base, fileId: file?.id as FileId }
}

test('KB-09 a base created by an admin without a room serves every room: listed on the pages of account and rooms, readable and searchable for every member', async () => {
  const team = await openTeam()
  const [admin, member] = [await join(team, 'admin'), await join(team)]
  const { base, fileId } = await baseOfTeam(admin)
  expect(base).toMatchObject({ room: null, rag_name: 'Handbook', fileCount: 1, mayEdit: true })
  const ofRoom = await create(team, 'Of the room')
  const seen = { ...base, mayEdit: false }
  expect(await listed(member)).toEqual([seen])
  expect(await listed(inAccount(member))).toEqual([seen])
  // A user of the room sees both, in the room and in the account.
  for (const place of [team, inAccount(team)])
    expect((await listed(place)).map(({ id }) => id)).toEqual([ofRoom.id, base.id])
  expect((await call('openKnowledgeBase', member, { params: { baseId: base.id } })).data).toEqual(seen)
  expect(await filesOf(member, base.id)).toHaveLength(1)
  const params = { fileId }
  expect((await call('openFileText', member, { params, query: {} })).data).toMatchObject({ name: 'tea.txt' })
  expect((await call('getFileLink', member, { query: { file_id: fileId } })).data.url).toContain('token=')
  for (const reader of [team, admin, member]) {
    expect((await asking(reader, base.id)).scopeIds).toEqual([reader.roomId, base.id])
    expect(await open(reader, fileId)).toEqual(new Set([fileId]))
    const { accountId, roomId } = reader
    await inTenant(library.testDatabase.database, reader, async (trx) => {
      expect(await basesOfRoom(trx, accountId, roomId)).toContain(base.id)
      expect((await filesOfRoom(trx, accountId, roomId)).map(({ id }) => id)).toEqual([fileId])
    })
  }
  await expect(asking(member, ofRoom.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("KB-09 the account's owner and admins create, change and delete its bases; a member is refused, even in their own room", async () => {
  const team = await openTeam()
  const [admin, member] = [inAccount(await join(team, 'admin')), inAccount(await join(team))]
  const { base, fileId } = await baseOfTeam(team)
  await run(sql`update indexed_file set status = 'FAILED', problem = 'DAMAGED' where file_id = ${fileId}`)
  const params = { baseId: base.id }
  const text = { kind: 'text', title: 'Coffee', text: 'Tea is older.' } as const
  const codes = await Promise.all(
    [
      formFor(member),
      create(member, 'Mine'),
      update(member, base.id, { rag_name: 'Mine' }),
      call('addKnowledgeSource', member, { params, body: text }),
      call('retryFile', member, { params: { fileId } }),
      call('deleteKnowledgeBase', member, { params }),
    ].map(codeOf),
  )
  expect(codes).toEqual(codes.map(() => 'FORBIDDEN'))
  expect((await call('retryFile', admin, { params: { fileId } })).data.status).toBe('PENDING')
  expect((await call('addKnowledgeSource', admin, { params, body: text })).data.title).toBe('Coffee')
  expect(
    (await update(admin, base.id, { rag_name: 'Guide', files: [await upload(admin, 'milk.txt')] })).data,
  ).toMatchObject({
    rag_name: 'Guide',
    fileCount: 2,
    room: null,
  })
  await call('deleteKnowledgeBase', admin, { params })
  expect(await listed(team)).toEqual([])
  await sweepContextFiles(library.ports)
  expect(library.stored(team)).toEqual([])
  const audited = await run(sql<{ action: string; details: object }>`
    select action, details from audit_entry where account_id = ${team.accountId} and object_id = ${base.id} order by at, id`)
  expect(audited.rows.map(({ details }) => details)).toContainEqual({
    name: 'Handbook',
    filesAdded: 1,
    filesDeleted: 0,
  })
  expect(audited.rows.at(-1)?.action).toBe('knowledge-base.deleted')
})

test('KB-09 T05 T09 other accounts, removed people and former admins have no access to a base of the account', async () => {
  const [team, foreign] = [await openTeam(), await openTeam()]
  const [gone, demoted] = [await join(team, 'admin'), await join(team, 'admin')]
  const { base, fileId } = await baseOfTeam(team)
  const link = (await call('getFileLink', gone, { query: { file_id: fileId } })).data.url
  const forms = [await formFor(inAccount(gone)), await formFor(inAccount(demoted))]
  await run(sql`delete from membership where account_id = ${team.accountId} and user_id = ${gone.userId}`)
  await run(
    sql`update membership set role = 'member' where account_id = ${team.accountId} and user_id = ${demoted.userId}`,
  )
  for (const form of forms)
    expect(await post(team, form, 'Some text.')).toEqual({ status: 403, code: 'UPLOAD_REFUSED' })
  expect((await fetch(new URL(link, team.url))).status).toBe(404)
  for (const somebody of [gone, foreign]) {
    await expect(asking(somebody, base.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await open(somebody, fileId)).toEqual(new Set())
  }
  const params = { fileId }
  const codes = await Promise.all(
    [
      call('openKnowledgeBase', foreign, { params: { baseId: base.id } }),
      call('openFileText', foreign, { params, query: {} }),
      call('getFileLink', foreign, { query: { file_id: fileId } }),
      call('retryFile', foreign, { params }),
      filesOf(foreign, base.id),
      update(foreign, base.id, { rag_name: 'Mine' }),
      call('deleteKnowledgeBase', foreign, { params: { baseId: base.id } }),
    ].map(codeOf),
  )
  expect(codes).toEqual(codes.map(() => 'NOT_FOUND'))
  expect(await listed(inAccount(foreign))).toEqual([])
  expect(await codeOf(update(demoted, base.id, { rag_name: 'Mine' }))).toBe('FORBIDDEN')
})

test('KB-09 names are unique in the account and in each room; files belong to the base that they were uploaded for', async () => {
  const team = await openTeam()
  const account = inAccount(team)
  await create(account, 'Handbook')
  await create(team, 'Handbook')
  expect(await codeOf(create(account, 'HANDBOOK'))).toBe('KNOWLEDGE_BASE_NAME_TAKEN')
  const [ofRoom, ofAccount] = [await upload(team, 'room.txt'), await upload(account, 'account.txt')]
  expect(await codeOf(create(account, 'New', [ofRoom]))).toBe('FILES_NOT_USABLE')
  expect(await codeOf(create(team, 'New', [ofAccount]))).toBe('FILES_NOT_USABLE')
  // Without a room a file can only be for a base of the account, whether or not the form says so.
  expect((await create(account, 'New', [ofAccount, await upload(account, 'plain.txt', {})])).fileCount).toBe(
    2,
  )
  expect(await codeOf(formFor(account, 'a.txt', { for: 'context' }))).toBe('ROOM_REQUIRED')
  expect(await codeOf(formFor(account, 'a.zip'))).toBe('FILE_NOT_SUPPORTED')
})

test('KB-09 KB-03 limits of a base of the account hold under concurrency', async () => {
  const account = inAccount(await openTeam())
  const { base } = await baseOfTeam(account)
  const keys = [await upload(account, 'same.txt'), await upload(account, 'same.txt')]
  const outcomes = await Promise.allSettled(keys.map((key) => update(account, base.id, { files: [key] })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await run(sql`
    insert into room_file (account_id, id, room_id, for_base, storage_key, name, content_type, requested_by)
    select ${account.accountId}, 'file_pending_' || n, null, true, ${account.accountId} || n, 'x', 'text/plain', ${account.userId}
    from generate_series(1, ${limits.maxUploadsPending}) as n`)
  expect(await codeOf(formFor(account))).toBe('RATE_LIMITED')
})

test('KB-09 KB-08 a base of the account outlives its rooms and is deleted with the account', async () => {
  const team = await openTeam()
  const { fileId } = await baseOfTeam(team)
  await create(team, 'Of the room', [await upload(team, 'room.txt')])
  await eraseContextFiles(library.ports, team)
  await run(sql`delete from room where account_id = ${team.accountId} and id = ${team.roomId}`)
  expect((await listed(inAccount(team))).map((base) => base.rag_name)).toEqual(['Handbook'])
  expect(await open(team, fileId)).toEqual(new Set([fileId]))
  await eraseContextFiles(library.ports, { accountId: team.accountId })
  expect(library.stored(team)).toEqual([])
  expect((await run(sql`select from indexed_file where file_id = ${fileId}`)).rows).toEqual([])
})
