import { type AuditEntry, mintId, type RoomId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount, testPlans } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTenant } from '../platform/database/index.ts'
import { accountBindings, type AuditToWrite, writeAudit } from './index.ts'

/** Room names that each reader of the log may see. */
const namesFor = new Map<string, ReadonlyMap<RoomId, string>>()
let testDatabase: TestDatabase
let app: FastifyInstance
let mine: TestAccount
let admin: UserId
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  app = buildRoutesApp(
    database,
    accountBindings({
      database,
      plans: testPlans,
      mainApiUrl: '/api',
      onOpened: [],
      findLogo: async () => null,
      namesOfRooms: async (_trx, { userId }) => namesFor.get(userId) ?? new Map(),
    }),
  )
})
beforeEach(async () => {
  mine = await openTestAccount(testDatabase.database)
  admin = await insertMember(testDatabase.database, mine.accountId, 'admin')
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

const address = (query = '', path = '') => `/api/user/teams/audit/${mine.accountId}${path}?${query}`
const list = async (query = ''): Promise<{ data: AuditEntry[]; count: number }> =>
  (await callAs(app, mine.ownerId, { url: address(query) })).json
const write = (entry: Partial<AuditToWrite>) =>
  inTenant(testDatabase.database, { accountId: mine.accountId, userId: mine.ownerId }, (trx) =>
    writeAudit(trx, {
      accountId: mine.accountId,
      actorId: mine.ownerId,
      action: 'room.created',
      objectType: 'room',
      objectId: 'room_1',
      ...entry,
    }),
  )
const rename = (by: UserId, name: string) =>
  callAs(app, by, { method: 'PATCH', url: `/api/user/teams/${mine.accountId}`, payload: { name } })

test('ACC-08 admin actions are in the audit log with who, what, when, from and to; newest first', async () => {
  await rename(admin, 'Renamed')
  await rename(admin, 'Renamed')
  const { data, count } = await list()
  expect(count).toBe(2)
  expect(data[0]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    actorId: admin,
    actorName: 'Mira Member',
    actorEmail: expect.stringContaining('@example.com'),
    action: 'account.renamed',
    objectType: 'account',
    objectId: mine.accountId,
    personName: null,
    roomName: null,
    details: { from: 'Test account', to: 'Renamed' },
  })
  expect(data[1]).toMatchObject({ action: 'account.created', actorId: mine.ownerId })
})

test('ACC-08 the audit log names the person that an action concerned', async () => {
  await write({ action: 'member.role-changed', objectType: 'member', objectId: admin })
  await write({ action: 'room-member.added', details: { userId: mine.ownerId } })
  await write({ action: 'member.removed', objectType: 'member', objectId: mintId('user') })
  expect((await list()).data.slice(0, 3).map((entry) => entry.personName)).toEqual([
    null,
    expect.stringContaining('Owner'),
    'Mira Member',
  ])
})

test('ACC-08 the log shows the names of rooms only to readers who may see them, in the list and in the export', async () => {
  const roomId = mintId('room')
  namesFor.set(mine.ownerId, new Map([[roomId, 'Secret plans']]))
  await write({ objectId: roomId, details: { access: 'PRIVATE' } })
  await write({ action: 'room-file.opened', objectType: 'file', objectId: 'file_1', details: { roomId } })
  expect((await list()).data.slice(0, 2).map((entry) => entry.roomName)).toEqual([
    'Secret plans',
    'Secret plans',
  ])
  const read = async (userId: UserId) => [
    JSON.stringify((await callAs(app, userId, { url: address() })).json),
    (await app.inject({ url: address('', '/export'), headers: { authorization: `Bearer ${userId}` } })).body,
  ]
  for (const text of await read(mine.ownerId)) expect(text).toContain('Secret plans')
  for (const text of await read(admin)) expect(text).not.toContain('Secret plans')
})

test('ACC-08 the audit log is filtered by actor, action, object and time, and paged', async () => {
  await rename(admin, 'One')
  await rename(mine.ownerId, 'Two')
  for (const name of ['a', 'b', 'c']) await write({ objectId: `room_${name}` })
  await sql`update audit_entry set at = '2026-01-05T10:00:00Z' where account_id = ${mine.accountId} and object_id = 'room_a'`.execute(
    testDatabase.database.kysely,
  )
  const actions = async (query: string) => (await list(query)).data.map((entry) => entry.action)
  expect(await actions(`actor=${admin}`)).toEqual(['account.renamed'])
  expect(await actions('action=account.created')).toEqual(['account.created'])
  expect((await list('object_type=room')).count).toBe(3)
  expect((await list('object_id=room_b')).data.map((entry) => entry.objectId)).toEqual(['room_b'])
  expect(
    (await list('from=2026-01-01T00:00:00Z&to=2026-01-05T10:00:00.001Z')).data.map((entry) => entry.objectId),
  ).toEqual(['room_a'])
  expect((await list('to=2026-01-05T10:00:00Z')).count).toBe(0)
  const pages = [await list('page=1&page_size=4'), await list('page=2&page_size=4')]
  expect(pages.map(({ data, count }) => [data.length, count])).toEqual([
    // Reading the log is one of them.
    [4, 7],
    [3, 7],
  ])
  const ids = pages.flatMap(({ data }) => data.map((entry) => entry.id))
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  for (const query of ['actor=me', 'action=everything', 'from=yesterday', 'page=0', 'page_size=101', 'x=1'])
    expect((await callAs(app, mine.ownerId, { url: address(query) })).status, query).toBe(400)
})

test('ACC-08 reading the log is logged once per hour and reader; each export is', async () => {
  for (let times = 0; times < 3; times += 1) await callAs(app, admin, { url: address() })
  for (let times = 0; times < 2; times += 1)
    await app.inject({ url: address('', '/export'), headers: { authorization: `Bearer ${admin}` } })
  expect((await list(`actor=${admin}&action=account.log-read`)).count).toBe(1)
  expect((await list(`actor=${admin}&action=account.log-exported`)).count).toBe(2)
  await sql`update audit_entry set at = now() - interval '61 minutes' where account_id = ${mine.accountId}`.execute(
    testDatabase.database.kysely,
  )
  await callAs(app, admin, { url: address() })
  expect((await list(`actor=${admin}&action=account.log-read`)).count).toBe(2)
})

test('R01 ACC-08 only admins read or export the audit log; for others the account does not exist', async () => {
  const member = await insertMember(testDatabase.database, mine.accountId)
  const stranger = await openTestAccount(testDatabase.database)
  for (const path of ['', '/export']) {
    expect((await callAs(app, admin, { url: address() })).status).toBe(200)
    expect((await callAs(app, member, { url: address('', path) })).json).toMatchObject({ code: 'FORBIDDEN' })
    const foreign = await callAs(app, stranger.ownerId, { url: address('', path) })
    const random = await callAs(app, stranger.ownerId, {
      url: `/api/user/teams/audit/${mintId('account')}${path}`,
    })
    expect([foreign.status, foreign]).toEqual([404, random])
  }
})

test('ACC-08 the audit log exports completely as CSV; no cell can act as a formula', async () => {
  await sql`insert into audit_entry (account_id, actor_id, action, object_type, object_id)
    select ${mine.accountId}, ${mine.ownerId}, 'room.created', 'room', 'room_' || n from generate_series(1, 2000) as n`.execute(
    testDatabase.database.kysely,
  )
  await write({ action: 'room.deleted', details: { name: '=HYPERLINK("http://x")', note: 'a, b' } })
  await write({ objectId: '=1+1' })
  const reply = await app.inject({
    url: address('', '/export'),
    headers: { authorization: `Bearer ${admin}` },
  })
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = reply.body.split('\r\n')
  expect(lines[0]).toBe('\uFEFFTime,Name,Email,Action,Object,Object id,Person,Room,Details')
  expect(lines).toHaveLength(1 + 2004 + 1)
  expect(lines[1]).toContain('account.log-exported')
  expect(lines[2]).toContain("room,'=1+1,")
  expect(lines[3]).toContain('"name: =HYPERLINK(""http://x""); note: a, b"')
  const filtered = await app.inject({
    url: address('action=room.deleted', '/export'),
    headers: { authorization: `Bearer ${admin}` },
  })
  expect(filtered.body.trim().split('\r\n')).toHaveLength(2)
})

test('ACC-08 the product cannot change or remove audit entries', async () => {
  const tenant = { accountId: mine.accountId, userId: mine.ownerId }
  for (const statement of [sql`update audit_entry set action = 'x'`, sql`delete from audit_entry`])
    await expect(inTenant(testDatabase.database, tenant, (trx) => statement.execute(trx))).rejects.toThrow(
      /permission denied/,
    )
})
