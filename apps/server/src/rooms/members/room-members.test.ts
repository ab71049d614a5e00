import { type AccountId, mintId, type RoomId, type RoomMember, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, insertPerson, openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { RevokedAccess } from '../../live/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { createGeneralRoom, roomBindings, roomMemberBindings } from '../index.ts'
import { membersPage } from './list-room-members.ts'
import { foundPeople } from './search-people.ts'
import { portsFor } from '../ports-for-tests.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
const taken: RevokedAccess[] = []
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const ports = portsFor(testDatabase.database, taken)
  app = buildRoutesApp(testDatabase.database, [...roomBindings(ports), ...roomMemberBindings(ports)])
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

let accountId: AccountId
let owner: UserId
let admin: UserId
let member: UserId
let outside: UserId
let general: RoomId
let room: RoomId
beforeEach(async () => {
  taken.length = 0
  const opened = await openTestAccount(testDatabase.database, [
    async (trx, account, person) => void (general = (await createGeneralRoom(trx, account, person)).id),
  ])
  ;[accountId, owner] = [opened.accountId, opened.ownerId]
  admin = await insertMember(testDatabase.database, accountId, 'admin')
  member = await insertMember(testDatabase.database, accountId)
  outside = await insertMember(testDatabase.database, accountId)
  const made = await as(owner, 'POST', `/accounts/${accountId}/rooms`, {
    name: 'Finance',
    access_type: 'PRIVATE',
  })
  room = made.json.data.id
  await add(owner, [{ id: member, membership_type: 'MEMBER' }])
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const as = (by: UserId, method: Method, path: string, payload?: object, account = accountId) =>
  callAs(app, by, {
    method,
    url: `/api${path}`,
    headers: { 'workspace-id': account },
    ...(payload && { payload }),
  })
const add = (by: UserId, payload: { id: UserId; membership_type: string }[], roomId = room) =>
  as(by, 'POST', `/rooms/${roomId}/members`, payload)
const list = (by: UserId, roomId = room, query = '') => as(by, 'GET', `/rooms/${roomId}/members${query}`)
const makeAdmin = (by: UserId, userId: UserId, roomId = room) =>
  as(by, 'PUT', `/rooms/${roomId}/members/${userId}/make-admin`)
const remove = (by: UserId, userId: UserId, roomId = room) =>
  as(by, 'DELETE', `/rooms/${roomId}/members/${userId}`)
const leave = (by: UserId, roomId = room) => as(by, 'POST', `/rooms/${roomId}/leave`)
const sees = async (by: UserId) =>
  (await as(by, 'GET', `/accounts/${accountId}/rooms/${room}`)).status === 200
const types = async (roomId = room): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await list(owner, roomId, '?page_size=100')).json.data.map((one: RoomMember) => [
      one.id,
      one.membership_type,
    ]),
  )
const search = (by: UserId, query: string, roomId?: RoomId) =>
  as(
    by,
    'GET',
    `/accounts/${accountId}/users/search?${new URLSearchParams({ query, ...(roomId && { room_id: roomId }) })}`,
  )
async function join(name: string, email: string): Promise<UserId> {
  const userId = await insertPerson(testDatabase.database, name)
  await sql`update identity_user set email = ${email} where id = ${userId}`.execute(
    testDatabase.database.kysely,
  )
  await sql`insert into membership (account_id, user_id, role) values (${accountId}, ${userId}, 'member')`.execute(
    testDatabase.database.kysely,
  )
  return userId
}

test('ROOM-05 members are listed ten per page in a stable order, owner and admins first', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, index) => join('Same Name', `p${index}.${accountId}@example.com`)),
  )
  await add(
    owner,
    people.map((id) => ({ id, membership_type: 'MEMBER' })),
  )
  await makeAdmin(owner, people[7] as UserId)
  const first = (await list(member)).json
  expect(first).toMatchObject({ isError: false, statusCode: 200, count: 14 })
  expect(first.data).toHaveLength(10)
  expect(first.data[0]).toEqual({
    id: owner,
    name: 'Olu Owner',
    firstName: 'Olu',
    lastName: 'Owner',
    email: expect.stringContaining('@example.com'),
    userName: expect.stringContaining('@example.com'),
    profilePicture: null,
    membership_type: 'OWNER',
  })
  expect(first.data[1]).toMatchObject({ id: people[7], membership_type: 'ADMIN' })
  const pages = await Promise.all(
    ['1', '2', '3', '4'].map((page) => list(member, room, `?page=${page}&page_size=4`)),
  )
  const ids = pages.flatMap((page) => page.json.data.map((one: RoomMember) => one.id))
  expect(ids).toEqual((await list(member, room, '?page_size=100')).json.data.map((one: RoomMember) => one.id))
  expect(new Set(ids).size).toBe(14)
  expect((await list(member, room, '?page_size=101')).status).toBe(400)
})

test('ROOM-04 ROOM-05 in a public room every account member is a member and its admins are admins', async () => {
  expect(await types(general)).toEqual({
    [owner]: 'OWNER',
    [admin]: 'ADMIN',
    [member]: 'MEMBER',
    [outside]: 'MEMBER',
  })
})

test('T15 T11 non-members cannot list the members of a private room, not even through another account', async () => {
  const random = await list(outside, mintId('room'))
  expect(random.status).toBe(404)
  for (const person of [outside, admin]) expect(await list(person)).toEqual(random)
  const other = await openTestAccount(testDatabase.database)
  const theirs = (method: Method, path: string, payload?: object) =>
    as(other.ownerId, method, path, payload, other.accountId)
  for (const reply of [
    await theirs('GET', `/rooms/${room}/members`),
    await theirs('POST', `/rooms/${room}/members`, [{ id: other.ownerId, membership_type: 'ADMIN' }]),
    await theirs('PUT', `/rooms/${room}/members/${member}/make-admin`),
    await theirs('DELETE', `/rooms/${room}/members/${member}`),
    await theirs('POST', `/rooms/${room}/leave`),
    await as(owner, 'PUT', `/rooms/${room}/members/${other.ownerId}/make-admin`),
    await as(owner, 'DELETE', `/rooms/${room}/members/${other.ownerId}`),
    await add(owner, [{ id: other.ownerId, membership_type: 'MEMBER' }]),
  ])
    expect(reply.json).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' })
  expect(await types()).toEqual({ [owner]: 'OWNER', [member]: 'MEMBER' })
})

test('ROOM-05 people are added all or none; existing members keep their role', async () => {
  const stranger = await insertPerson(testDatabase.database)
  expect(
    (
      await add(owner, [
        { id: outside, membership_type: 'MEMBER' },
        { id: stranger, membership_type: 'MEMBER' },
      ])
    ).json.code,
  ).toBe('NOT_FOUND')
  expect(await types()).toEqual({ [owner]: 'OWNER', [member]: 'MEMBER' })
  const added = await add(owner, [
    { id: outside, membership_type: 'ADMIN' },
    { id: owner, membership_type: 'MEMBER' },
  ])
  expect(added.status).toBe(200)
  expect(await types()).toEqual({ [owner]: 'OWNER', [outside]: 'ADMIN', [member]: 'MEMBER' })
  expect((await add(owner, [{ id: admin, membership_type: 'OWNER' }])).status).toBe(400)
  expect((await add(owner, [])).status).toBe(400)
  expect((await add(admin, [{ id: admin, membership_type: 'ADMIN' }])).status).toBe(404)
})

test('R03 R07 ROOM-05 members cannot make anybody admin, including themselves; in a public room with the exact text', async () => {
  expect((await makeAdmin(member, member)).json).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' })
  expect((await add(member, [{ id: outside, membership_type: 'MEMBER' }])).json.code).toBe('FORBIDDEN')
  expect((await remove(member, owner)).json.code).toBe('FORBIDDEN')
  for (const reply of [
    await makeAdmin(member, member, general),
    await add(member, [{ id: member, membership_type: 'ADMIN' }], general),
    await remove(member, admin, general),
    await leave(member, general),
  ])
    expect(reply.json).toMatchObject({
      statusCode: 403,
      code: 'PUBLIC_ROOM_MEMBER',
      message: 'Public Room members are not allowed to perform this action',
    })
  expect((await makeAdmin(admin, member, general)).json.data).toEqual({
    id: member,
    membership_type: 'ADMIN',
  })
  expect((await add(admin, [{ id: outside, membership_type: 'MEMBER' }], general)).json.code).toBe(
    'INVALID_INPUT',
  )
  expect((await remove(admin, member, general)).status).toBe(200)
  expect((await types(general))[member]).toBe('MEMBER')
})

test('ROOM-05 an admin makes another admin, repeatably; the owner stays the owner', async () => {
  for (let time = 0; time < 2; time += 1)
    expect((await makeAdmin(owner, member)).json.data).toEqual({ id: member, membership_type: 'ADMIN' })
  expect((await makeAdmin(member, owner)).json.data).toEqual({ id: owner, membership_type: 'OWNER' })
  expect((await makeAdmin(owner, outside)).json.code).toBe('NOT_FOUND')
  const changes = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry
    where account_id = ${accountId} and action = 'room-member.role-changed'`.execute(
    testDatabase.database.kysely,
  )
  expect(changes.rows[0]?.count).toBe(1)
})

test('ROOM-05 a removed person loses access at once; the owner cannot be removed', async () => {
  await makeAdmin(owner, member)
  expect((await remove(member, owner)).json).toMatchObject({ statusCode: 409, code: 'ROOM_OWNER_STAYS' })
  expect(await sees(member)).toBe(true)
  expect((await remove(owner, member)).json.data).toEqual({ id: member })
  expect(await sees(member)).toBe(false)
  expect(taken).toEqual([{ accountId, userId: member, roomId: room }])
  expect((await remove(owner, member)).json.code).toBe('NOT_FOUND')
})

test('R09 of two admins who remove each other concurrently, only one succeeds', async () => {
  await add(owner, [{ id: outside, membership_type: 'ADMIN' }])
  await makeAdmin(owner, member)
  const replies = await Promise.all([remove(member, outside), remove(outside, member)])
  expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(Object.values(await types()).toSorted()).toEqual(['ADMIN', 'OWNER'])
})

test("ROOM-05 a member leaves; an owner passes the room to an admin, and can't leave without one", async () => {
  expect((await leave(owner)).json).toMatchObject({ statusCode: 409, code: 'ROOM_OWNER_STAYS' })
  await add(owner, [{ id: outside, membership_type: 'MEMBER' }])
  expect((await leave(member)).json.data).toEqual({ id: member })
  expect(await sees(member)).toBe(false)
  await makeAdmin(owner, outside)
  expect((await leave(owner)).status).toBe(200)
  expect(await sees(owner)).toBe(false)
  expect((await list(outside)).json.data).toMatchObject([{ id: outside, membership_type: 'OWNER' }])
  expect(taken.map((one) => one.userId)).toEqual([member, owner])
})

test("ROOM-06 people search starts at three characters, ignores accents and case, and excludes the room's members", async () => {
  const hoa = await join('Đặng Thị Hoa', `hoa.${accountId}@corp.example`)
  expect((await search(owner, ' ho ')).json).toMatchObject({
    statusCode: 400,
    issues: [{ path: 'query.query', message: 'Please enter at least 3 characters to search for members' }],
  })
  for (const query of ['dang', 'HOA ĐẶNG', `hoa.${accountId}`])
    expect((await search(owner, query, room)).json).toMatchObject({
      count: 1,
      data: [{ id: hoa, firstName: 'Đặng', lastName: 'Thị Hoa', userName: `hoa.${accountId}@corp.example` }],
    })
  await add(owner, [{ id: hoa, membership_type: 'MEMBER' }])
  expect((await search(owner, 'dang', room)).json).toMatchObject({ count: 1, data: [] })
  expect((await search(owner, 'nobody', room)).json).toMatchObject({ count: 0, data: [] })
  expect((await search(owner, 'Olu Owner')).json).toMatchObject({ count: 1, data: [] })
  expect((await search(owner, '%%%')).json.count).toBe(0)
  expect((await search(outside, 'dang', room)).json.code).toBe('NOT_FOUND')
  const other = await openTestAccount(testDatabase.database)
  expect((await search(other.ownerId, 'dang')).json.code).toBe('NOT_A_MEMBER')
})

test('ROOM-05 ROOM-06 with 10,000 members and 2,000 rooms lists and searches read each table once for any page', async () => {
  await sql`
    with person as (
      insert into identity_user (id, name, email)
      select 'user_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), 'Person ' || n, 'person' || n || '.' || ${accountId} || '@example.com' from generate_series(1, 10000) as n
      returning id), joined as (
      insert into membership (account_id, user_id, role) select ${accountId}, id, 'member' from person returning user_id)
    select count(*) from joined`.execute(testDatabase.database.kysely)
  await sql`
    with made as (
      insert into room (account_id, id, name, access_type, created_by)
      select ${accountId}, 'room_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), 'Room ' || n,
        case when n % 2 = 0 then 'PUBLIC' else 'PRIVATE' end, ${owner} from generate_series(1, 2000) as n returning id)
    insert into room_member (account_id, room_id, user_id, membership_type) select ${accountId}, id, ${owner}, 'OWNER' from made`.execute(
    testDatabase.database.kysely,
  )
  await sql`
    insert into room_member (account_id, room_id, user_id, membership_type)
    select ${accountId}, ${room}, user_id, 'MEMBER' from membership where account_id = ${accountId} on conflict do nothing`.execute(
    testDatabase.database.kysely,
  )
  await sql`vacuum analyze membership, identity_user, user_profile, room, room_member`.execute(
    testDatabase.database.kysely,
  )
  const actor = { accountId, userId: owner }
  const wanted = { page: 1000, page_size: 10 }
  const queries = {
    members: membersPage(actor, { id: room, access_type: 'PRIVATE' }, wanted),
    everybody: membersPage(actor, { id: general, access_type: 'PUBLIC' }, wanted),
    search: foundPeople(actor, { query: 'person 99' }),
    searchNew: foundPeople(actor, { query: 'person 99', roomId: room }),
  }
  for (const [name, query] of Object.entries(queries)) {
    const plan = await inTenant(testDatabase.database, actor, (trx) =>
      sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] }>`
        explain (analyze, buffers, format json) ${query}`.execute(trx),
    )
    const { Plan: work } = plan.rows[0]?.['QUERY PLAN'][0] ?? { Plan: null }
    expect(work && work['Shared Hit Blocks'] + work['Shared Read Blocks'], name).toBeLessThan(2000)
    expect(JSON.stringify(plan.rows).match(/"Actual Loops": ?(\d{3,})/), name).toBeNull()
  }
  for (const ask of [
    () => as(owner, 'GET', `/accounts/${accountId}/rooms`),
    () => list(owner, room, '?page=1000'),
    () => search(owner, 'person 99', room),
  ])
    expect((await ask()).status).toBe(200)
}, 60_000)
