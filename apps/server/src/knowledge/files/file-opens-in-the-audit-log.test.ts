import type { FileId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import { addRoomMember } from '../../rooms/index.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '../../platform/database/index.ts'
import { add, as, type Library, list, openLibrary, openRoom, type Reader } from '../knowledge-for-tests.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary(inject('databaseHost'))
})
afterAll(() => library.close())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(library.testDatabase.database.kysely)
const opens = async ({ accountId, userId }: Reader) =>
  (
    await run(sql<{ objectId: FileId; details: object }>`
      select object_id as "objectId", details from audit_entry
      where account_id = ${accountId} and actor_id = ${userId} and action = 'room-file.opened'`)
  ).rows
const hourLater = () => run(sql`update audit_entry set at = at - interval '61 minutes'`)

async function memberOf(room: Reader): Promise<Reader> {
  const { database } = library.testDatabase
  const userId = await insertMember(database, room.accountId)
  await inTenant(database, room, (trx) =>
    addRoomMember(trx, room, { roomId: room.roomId, userId, membershipType: 'MEMBER' }),
  )
  return as(room, userId)
}

/** Every call that returns content of a room's file. */
const waysToOpen: Record<string, (reader: Reader, fileId: FileId) => Promise<unknown>> = {
  'download and preview by link': async (reader, fileId) => {
    const { url } = (await call('getFileLink', reader, { query: { file_id: fileId } })).data
    const reply = await fetch(library.url + url)
    return await reply.text()
  },
  'its text, to which citations lead': (reader, fileId) =>
    call('openFileText', reader, { params: { fileId }, query: {} }),
  'a search in it': (reader, fileId) =>
    call('findInFile', reader, { params: { fileId }, query: { words: 'text' } }),
}

test.each(Object.entries(waysToOpen))(
  'the audit log records the opening of a file by %s, once an hour',
  async (_way, open) => {
    const room = await openRoom(library)
    await add(room, 'notes.txt')
    const [file] = (await list(room)).data
    const fileId = file?.id as FileId
    const reader = await memberOf(room)
    for (let times = 0; times < 2; times += 1) await open(reader, fileId)
    expect(await opens(reader)).toEqual([
      { objectId: fileId, details: { roomId: room.roomId, access: 'PRIVATE', sizeBytes: 10 } },
    ])
    await hourLater()
    await open(reader, fileId)
    expect(await opens(reader)).toHaveLength(2)
    // A refused open leaves no audit entry.
    const stranger = as(room, await insertMember(library.testDatabase.database, room.accountId))
    await open(stranger, fileId).catch(() => undefined)
    expect(await opens(stranger)).toEqual([])
  },
)

test.each(['a room', 'the account'])(
  'the audit log records the opening of a pasted text in a base of %s',
  async (home) => {
    const room = await openRoom(library)
    await run(sql`update account set plan_name = 'Team' where id = ${room.accountId}`)
    const { roomId: _room, ...inAccount } = room
    const { data: base } = await call('createKnowledgeBase', home === 'a room' ? room : inAccount, {
      body: { files: [], rag_name: 'Tea', ip_type: 'FILE_UPLOAD' },
    })
    const { data: source } = await call('addKnowledgeSource', room, {
      params: { baseId: base.id },
      body: { kind: 'text', title: 'Brewing', text: 'Three minutes.' },
    })
    const reader = await memberOf(room)
    const params = { baseId: base.id, sourceId: source.id }
    expect((await call('openKnowledgeSource', reader, { params })).data.text).toBe('Three minutes.')
    const details = home === 'a room' ? { roomId: room.roomId, access: 'PRIVATE' } : { name: 'Brewing.txt' }
    expect(await opens(reader)).toEqual([{ objectId: source.fileId, details: { ...details, sizeBytes: 14 } }])
    for (const open of Object.values(waysToOpen)) {
      await hourLater()
      await open(reader, source.fileId as FileId)
    }
    expect(await opens(reader)).toHaveLength(4)
  },
)
