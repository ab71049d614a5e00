import { contract, type FileId, mintId, type RoomId } from '@atrium/contract'
import { call, colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { openTestAccount } from '@atrium/testkit/people.ts'
import { postForm, uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { inTenant } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { createRoom } from '../rooms/index.ts'
import { createKnowledgeNotifier } from './index.ts'

let world: World
let kim: TestPerson
let lee: TestPerson
let max: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
  lee = await colleagueOf(world, kim)
  max = await colleagueOf(world, kim)
  await sql`update account set plan_name = 'Team' where id = ${kim.accountId}`.execute(world.database.kysely)
})
afterAll(() => world.close())

/** The rooms whose knowledge notices a person's open browser receives. */
async function listen({ api }: TestPerson) {
  const leaving = new AbortController()
  const { body } = await send(contract.readNotices, { ...api, signal: leaving.signal })
  let text = ''
  void (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    ofAccount: () => text.split('"knowledge-changed","roomId":null').length - 1,
    rooms: () => [...text.matchAll(/"knowledge-changed","roomId":"(room_[^"]+)"/g)].map((match) => match[1]),
    leave: () => leaving.abort(),
  }
}

async function openRoomOf(person: TestPerson, name: string, access_type: 'PRIVATE' | 'PUBLIC') {
  const made = await call('createRoom', person.api, {
    params: { accountId: person.accountId },
    body: { name, access_type },
  })
  return made.data.id
}

const inRoom = (person: TestPerson, roomId: RoomId) => ({ ...person.api, url: world.url, roomId })

test("KB-05 only open browsers of a room's users are notified at once of changed files or bases", async () => {
  const secret = await openRoomOf(kim, 'Secret', 'PRIVATE')
  const { userId: id } = lee
  await call('addRoomMembers', kim.api, {
    params: { roomId: secret },
    body: [{ id, membership_type: 'MEMBER' }],
  })
  const [lees, maxs] = [await listen(lee), await listen(max)]
  await uploadContextFile(inRoom(kim, secret), { name: 'a.txt', bytes: Buffer.from('Tea.') })
  await vi.waitFor(() => expect(lees.rooms()).toEqual([secret]))
  const open = await openRoomOf(kim, 'Open', 'PUBLIC')
  await call('createKnowledgeBase', inRoom(kim, open), {
    body: { files: [], rag_name: 'Tea', ip_type: 'FILE_UPLOAD' },
  })
  await vi.waitFor(() => expect(lees.rooms()).toContain(open))
  // The later notice to everybody arrived, and none about the private room.
  await vi.waitFor(() => expect(maxs.rooms()).toEqual([open]))
  lees.leave()
  maxs.leave()
})

test('KB-05 KB-09 all members of an account, and only they, are notified of changes and progress of its bases', async () => {
  const stranger = await world.signUp()
  const [lees, maxs, strangers] = [await listen(lee), await listen(max), await listen(stranger)]
  const { roomId: _room, ...api } = kim.api
  const { data: base } = await call(
    'createKnowledgeBase',
    { ...api, url: world.url },
    { body: { files: [], rag_name: 'Handbook', ip_type: 'FILE_UPLOAD' } },
  )
  await vi.waitFor(() => expect([lees.ofAccount(), maxs.ofAccount()]).toEqual([1, 1]))
  const received: { to: object; notice: object }[] = []
  const senderId = createKnowledgeNotifier({
    database: world.database,
    log: createLog({ level: 'silent' }),
    publishInRoom: () => expect.unreachable(),
    publish: (to, notice) => void received.push({ to, notice }),
  })
  const { accountId } = kim
  senderId.onProgress({ accountId, scopeId: base.id })
  // With the account of another the base is not found.
  senderId.onProgress({ accountId: stranger.accountId, scopeId: mintId('base') })
  await vi.waitFor(() =>
    expect(received).toEqual([{ to: { accountId }, notice: { type: 'knowledge-changed', roomId: null } }]),
  )
  // A later notice for the outsider has arrived, and this one has not.
  const room = await openRoomOf(stranger, 'Elsewhere', 'PRIVATE')
  await uploadContextFile(inRoom(stranger, room), { name: 'a.txt', bytes: Buffer.from('Tea.') })
  await vi.waitFor(() => expect(strangers.rooms()).toContain(room))
  expect(strangers.ofAccount()).toBe(0)
  for (const listener of [lees, maxs, strangers]) listener.leave()
})

const jobsFor = async (fileId: FileId) =>
  (
    await sql`select from pgboss.job where name = 'index-file' and data ->> 'fileId' = ${fileId}`.execute(
      world.database.kysely,
    )
  ).rows.length

test('KB-05 the upload enqueues indexing; for files of a base, creating the base does', async () => {
  const roomId = await openRoomOf(kim, 'Jobs', 'PRIVATE')
  const api = inRoom(kim, roomId)
  await uploadContextFile(api, { name: 'a.txt', bytes: Buffer.from('Tea.') })
  const [file] = (await call('listContextFiles', api, { params: { roomId }, query: {} })).data
  expect(await jobsFor(file?.id as FileId)).toBe(1)

  const { data: form } = await call('getUploadForm', api, {
    query: { filename: 'b.txt', size: '4', for: 'base' },
  })
  expect((await postForm(world.url, form, Buffer.from('Tea.'))).status).toBe(204)
  const files = [form.fields['key'] ?? '']
  const base = await call('createKnowledgeBase', api, {
    body: { files, rag_name: 'Tea', ip_type: 'FILE_UPLOAD' },
  })
  const params = { baseId: base.data.id }
  const [ofBase] = (await call('listBaseFiles', api, { params, query: {} })).data
  expect(await jobsFor(ofBase?.id as FileId)).toBe(1)
})

test('KB-05 progress notices are limited to one a second and always include the last state', async () => {
  const { database } = world
  const { accountId, ownerId: userId } = await openTestAccount(database)
  const actor = { accountId, userId }
  const room = await inTenant(database, actor, (trx) =>
    createRoom(trx, actor, { name: 'Research', accessType: 'PRIVATE' }),
  )
  const baseId = mintId('base')
  await sql`insert into knowledge_base (account_id, id, room_id, name) values (${accountId}, ${baseId}, ${room.id}, 'Tea')`.execute(
    database.kysely,
  )
  const received: { atMs: number; to: object; notice: object }[] = []
  const senderId = createKnowledgeNotifier({
    database,
    log: createLog({ level: 'silent' }),
    publishInRoom: (to, notice) => void received.push({ atMs: performance.now(), to, notice }),
    publish: () => expect.unreachable(),
  })
  for (let part = 0; part < 500; part += 1)
    for (const scopeId of [room.id, baseId]) senderId.onProgress({ accountId, scopeId })
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1), { timeout: 10_000 })
  for (const { to, notice } of received) {
    expect(to).toEqual({ accountId, roomId: room.id })
    expect(notice).toEqual({ type: 'knowledge-changed', roomId: room.id })
  }
  received
    .slice(1)
    .forEach(({ atMs }, index) => expect(atMs - (received[index]?.atMs ?? 0)).toBeGreaterThan(900))
})
