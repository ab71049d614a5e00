import type { AccountId, RoomId, UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { memberBindings } from '../accounts/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { addRoomMember, createRoom, handOverRooms } from './index.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let accountId: AccountId
let owner: UserId
let leaver: UserId
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  app = buildRoutesApp(
    database,
    memberBindings({
      database,
      onLeaving: [handOverRooms],
      onAccessRevoked: () => {},
      onRoleChanged: () => {},
      onExtraRaised: async () => {},
      onMembersChanged: () => {},
    }),
  )
})
beforeEach(async () => {
  ;({ accountId, ownerId: owner } = await openTestAccount(testDatabase.database))
  leaver = await insertMember(testDatabase.database, accountId)
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

/** A room of the person who leaves, with others in it. */
const roomWith = (
  name: string,
  accessType: 'PRIVATE' | 'PUBLIC',
  others: [UserId, 'MEMBER' | 'ADMIN'][] = [],
): Promise<RoomId> =>
  inTenant(testDatabase.database, { accountId, userId: leaver }, async (trx) => {
    const actor = { accountId, userId: leaver }
    const room = await createRoom(trx, actor, { name, accessType })
    for (const [userId, membershipType] of others)
      await addRoomMember(trx, actor, { roomId: room.id, userId, membershipType })
    return room.id
  })
const membersOf = async (roomId: RoomId) => {
  const found = await sql<{ user_id: UserId; membership_type: string }>`
    select user_id, membership_type from room_member where account_id = ${accountId} and room_id = ${roomId}`.execute(
    testDatabase.database.kysely,
  )
  return Object.fromEntries(found.rows.map((row) => [row.user_id, row.membership_type]))
}

test('ACC-07 the rooms of a removed member stay and get another owner: an admin, else a member, else the account’s owner', async () => {
  const [plain, chief] = [
    await insertMember(testDatabase.database, accountId),
    await insertMember(testDatabase.database, accountId),
  ]
  const [withAdmin, withMember, alone, open] = [
    await roomWith('With admin', 'PRIVATE', [
      [plain, 'MEMBER'],
      [chief, 'ADMIN'],
    ]),
    await roomWith('With member', 'PRIVATE', [[plain, 'MEMBER']]),
    await roomWith('Alone', 'PRIVATE'),
    await roomWith('Open', 'PUBLIC'),
  ]
  const removed = await callAs(app, owner, {
    method: 'DELETE',
    url: `/api/user/teams/members/${accountId}?userId=${leaver}`,
  })
  expect(removed.status).toBe(200)
  expect(await membersOf(withAdmin)).toEqual({ [plain]: 'MEMBER', [chief]: 'OWNER' })
  expect(await membersOf(withMember)).toEqual({ [plain]: 'OWNER' })
  expect([await membersOf(alone), await membersOf(open)]).toEqual([
    { [owner]: 'OWNER' },
    { [owner]: 'OWNER' },
  ])
})
