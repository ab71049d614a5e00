import { type AccountId, mintId, type RoomId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, insertPerson, openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { addRoomMember, createGeneralRoom, createRoom, mayUseRoom, roomBindings } from './index.ts'
import { portsFor } from './ports-for-tests.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  app = buildRoutesApp(testDatabase.database, roomBindings(portsFor(testDatabase.database)))
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

let accountId: AccountId
let owner: UserId
let admin: UserId
let member: UserId
let outsideRoom: UserId
let privateRoom: RoomId
beforeEach(async () => {
  const account = await openTestAccount(testDatabase.database, [
    async (trx, opened, person) => void (await createGeneralRoom(trx, opened, person)),
  ])
  ;[accountId, owner] = [account.accountId, account.ownerId]
  admin = await insertMember(testDatabase.database, accountId, 'admin')
  member = await insertMember(testDatabase.database, accountId)
  outsideRoom = await insertMember(testDatabase.database, accountId)
  privateRoom = await as(owner, async (trx) => {
    const room = await createRoom(
      trx,
      { accountId, userId: owner },
      { name: 'Finance', accessType: 'PRIVATE', description: 'Figures' },
    )
    await addRoomMember(
      trx,
      { accountId, userId: owner },
      { roomId: room.id, userId: member, membershipType: 'MEMBER' },
    )
    return room.id
  })
})

const as = <Result>(userId: UserId, work: (trx: Transaction) => Promise<Result>) =>
  inTenant(testDatabase.database, { accountId, userId }, work)
const list = (userId: UserId) => callAs(app, userId, { url: `/api/accounts/${accountId}/rooms` })
const get = (userId: UserId, roomId: RoomId, account = accountId) =>
  callAs(app, userId, { url: `/api/accounts/${account}/rooms/${roomId}` })
const names = async (userId: UserId) =>
  (await list(userId)).json.data.map((room: { name: string }) => room.name)

test('ROOM-01 ROOM-04 members list the public rooms and their own private ones, by name', async () => {
  expect(await names(owner)).toEqual(['Finance', 'General'])
  expect(await names(member)).toEqual(['Finance', 'General'])
  expect(await names(admin)).toEqual(['General'])
  expect(await names(outsideRoom)).toEqual(['General'])
})

test("ROOM-01 ROOM-05 a room includes whom it is shared with and the caller's role", async () => {
  const person = (id: UserId, name: string, membership_type: string) => {
    const [firstName, lastName] = name.split(' ')
    const email = expect.stringContaining('@')
    return { id, name, firstName, lastName, email, userName: email, profilePicture: null, membership_type }
  }
  const general = {
    id: expect.stringMatching(/^room_/),
    name: 'General',
    description: '',
    logoFilename: null,
    access_type: 'PUBLIC',
    member_count: 4,
    membership_type: 'MEMBER',
    newChatShare: 'none',
    members: [person(owner, 'Olu Owner', 'OWNER')],
  }
  const finance = {
    ...general,
    ...{ id: privateRoom, name: 'Finance', description: 'Figures', access_type: 'PRIVATE', member_count: 2 },
    members: [person(owner, 'Olu Owner', 'OWNER'), person(member, 'Mira Member', 'MEMBER')],
  }
  expect((await list(member)).json).toMatchObject({
    isError: false,
    statusCode: 200,
    data: [finance, general],
  })
  const types = async (userId: UserId) =>
    (await list(userId)).json.data.map((room: { membership_type: string }) => room.membership_type)
  expect(await types(owner)).toEqual(['OWNER', 'OWNER'])
  expect(await types(admin)).toEqual(['ADMIN'])
})

test('ROOM-04 to outsiders, including account admins, a private room looks exactly like a missing one', async () => {
  expect((await get(member, privateRoom)).json.data).toMatchObject({ id: privateRoom, name: 'Finance' })
  const random = await get(outsideRoom, mintId('room'))
  expect(random.status).toBe(404)
  for (const person of [outsideRoom, admin]) expect(await get(person, privateRoom)).toEqual(random)
})

test('T11 a room of another account is not found through any account', async () => {
  const other = await openTestAccount(testDatabase.database, [
    async (trx, opened, person) => void (await createGeneralRoom(trx, opened, person)),
  ])
  const theirs = (await callAs(app, other.ownerId, { url: `/api/accounts/${other.accountId}/rooms` })).json
    .data[0].id
  expect((await get(owner, theirs)).status).toBe(404)
  expect((await get(owner, theirs, other.accountId)).json).toMatchObject({
    statusCode: 403,
    code: 'NOT_A_MEMBER',
  })
  expect((await get(owner, theirs, mintId('account'))).json).toEqual(
    (await get(owner, theirs, other.accountId)).json,
  )
})

test('PERM-02 ROOM-04 outsiders, removed and invited people see no room, not even a public one', async () => {
  const [stranger, invited] = [
    await insertPerson(testDatabase.database),
    await insertMember(testDatabase.database, accountId),
  ]
  await sql`update membership set status = 'INVITED' where user_id = ${invited}`.execute(
    testDatabase.database.kysely,
  )
  await sql`delete from membership where user_id = ${member}`.execute(testDatabase.database.kysely)
  const general: RoomId = (await list(owner)).json.data[1].id
  for (const person of [stranger, invited, member]) {
    expect((await list(person)).json).toMatchObject({ isError: true, statusCode: 403, code: 'NOT_A_MEMBER' })
    for (const roomId of [privateRoom, general])
      expect(await as(person, (trx) => mayUseRoom(trx, { accountId, userId: person }, roomId))).toBe(false)
  }
})

test('ROOM-04 chats apply the same access policy as rooms', async () => {
  const may = (userId: UserId, roomId: RoomId) =>
    as(userId, (trx) => mayUseRoom(trx, { accountId, userId }, roomId))
  const general = (await list(owner)).json.data[1].id
  expect(
    await Promise.all([owner, member, admin, outsideRoom].map((person) => may(person, privateRoom))),
  ).toEqual([true, true, false, false])
  expect(
    await Promise.all([owner, member, admin, outsideRoom].map((person) => may(person, general))),
  ).toEqual([true, true, true, true])
})

test('ROOM-11 a deleted room disappears from the list and its id returns 404', async () => {
  await sql`update room set deleted_at = now() where id = ${privateRoom}`.execute(
    testDatabase.database.kysely,
  )
  expect(await names(owner)).toEqual(['General'])
  expect((await get(owner, privateRoom)).status).toBe(404)
})

test('ROOM-01 a name is unique in its account, ignoring case, and available in another', async () => {
  const make = (name: string) =>
    as(owner, (trx) => createRoom(trx, { accountId, userId: owner }, { name, accessType: 'PUBLIC' }))
  await expect(make('gENERAL')).rejects.toMatchObject({ code: 'ROOM_NAME_TAKEN' })
  await expect(make('Design')).resolves.toMatchObject({ name: 'Design' })
})

test('ROOM-05 only the owner and admins of a room add members, only from the account and only to a private room', async () => {
  const add = (userId: UserId, newcomer: UserId, roomId = privateRoom) =>
    as(userId, (trx) =>
      addRoomMember(trx, { accountId, userId }, { roomId, userId: newcomer, membershipType: 'ADMIN' }),
    )
  await expect(add(member, outsideRoom)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(add(admin, outsideRoom)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(add(owner, await insertPerson(testDatabase.database))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(add(owner, outsideRoom, (await list(owner)).json.data[1].id)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await add(owner, outsideRoom)
  await add(outsideRoom, admin)
  await add(outsideRoom, owner)
  const row = await sql<{
    membership_type: string
  }>`select membership_type from room_member where room_id = ${privateRoom} and user_id = ${owner}`.execute(
    testDatabase.database.kysely,
  )
  expect(row.rows).toEqual([{ membership_type: 'OWNER' }])
  expect(await names(admin)).toEqual(['Finance', 'General'])
})
