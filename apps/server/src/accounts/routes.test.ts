import { type AccountId, limits, mintId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, insertPerson, openTestAccount, testPlans } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Transaction } from '../platform/database/index.ts'
import { accountBindings, roleIn, type OpenedAccount } from './index.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let person: UserId
/** Sets up a new account; tests observe it or make it fail. */
let setUpAccount: (trx: Transaction, account: OpenedAccount, owner: UserId) => Promise<void> = async () => {}
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  const onOpened = [(...opened: Parameters<typeof setUpAccount>) => setUpAccount(...opened)]
  app = buildRoutesApp(
    database,
    accountBindings({
      database,
      plans: testPlans,
      mainApiUrl: '/api',
      onOpened,
      findLogo: async () => null,
      namesOfRooms: async () => new Map(),
    }),
  )
})
beforeEach(async () => {
  setUpAccount = async () => {}
  person = await insertPerson(testDatabase.database)
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

const create = (userId: UserId, payload: object = { name: 'Design' }, headers = {}) =>
  callAs(app, userId, { method: 'POST', url: '/api/user/teams', payload, headers })
const list = async (userId: UserId) => (await callAs(app, userId, { url: '/api/user/teams' })).json.data
const change = (userId: UserId, accountId: AccountId, payload: object) =>
  callAs(app, userId, { method: 'PATCH', url: `/api/user/teams/${accountId}`, payload })
const run = (statement: ReturnType<typeof sql>) => statement.execute(testDatabase.database.kysely)

test('ACC-01 ACC-02 a new account belongs to its creator, on plan Basic', async () => {
  const { status, json } = await create(person, { name: '  Design  ' })
  expect(status).toBe(201)
  const account = {
    id: expect.stringMatching(/^account_/),
    name: 'Design',
    logoUrl: null,
    subscriptionPlan: {
      name: 'Basic',
      rag_allowed: false,
      enable_reports: false,
      rag_max_total_input_size: 100,
      rag_max_file_size: 100,
    },
    role: { name: 'owner' },
    userType: 'externalAdmin',
    memberCount: 1,
    ownerEmail: null,
    suspendedReason: null,
  }
  expect(json).toEqual({ isError: false, statusCode: 201, data: { teamId: json.data.account.id, account } })
  expect(await list(person)).toEqual([account])
})

test('ACC-01 people list every account they have joined, oldest first, with their role in it and how many are', async () => {
  const other = await openTestAccount(testDatabase.database)
  await create(person, { name: 'Mine' })
  await run(
    sql`insert into membership (account_id, user_id, role, joined_at) values (${other.accountId}, ${person}, 'admin', now() + interval '1 second')`,
  )
  await insertMember(testDatabase.database, other.accountId)
  const accounts: { name: string; role: { name: string }; memberCount: number }[] = await list(person)
  expect(accounts.map(({ name, role, memberCount }) => [name, role.name, memberCount])).toEqual([
    ['Mine', 'owner', 1],
    ['Test account', 'admin', 3],
  ])
})

test('ACC-02 the setup of a new account happens with it or not at all', async () => {
  const seen: unknown[] = []
  setUpAccount = async (trx, account, owner) => {
    seen.push(account.planName, owner)
    await sql`insert into room (account_id, id, name, access_type, created_by) values (${account.id}, 'room_1', 'General', 'PUBLIC', ${owner})`.execute(
      trx,
    )
  }
  const { json } = await create(person)
  const rooms = await sql`select from room where account_id = ${json.data.teamId}`.execute(
    testDatabase.database.kysely,
  )
  expect([seen, rooms.rows.length]).toEqual([['Basic', person], 1])

  setUpAccount = () => Promise.reject(new Error('no room today'))
  expect((await create(person)).status).toBe(500)
  expect(await list(person)).toHaveLength(1)
})

test('ACC-01 one person owns at most 20 accounts, even with concurrent requests', async () => {
  const replies = await Promise.all(Array.from({ length: limits.maxAccountsOwned + 5 }, () => create(person)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.maxAccountsOwned)
  expect(replies.filter(({ json }) => json.code === 'ACCOUNT_LIMIT_REACHED')).toHaveLength(5)

  const [first] = await list(person)
  await run(sql`update account set deleted_at = now() where id = ${first.id}`)
  expect((await create(person)).status).toBe(201)
})

test('ACC-02 repeating a request with its key creates one account', async () => {
  const headers = { 'idempotency-key': 'a-key-of-one-click' }
  const [one, other] = [
    await create(person, { name: 'Once' }, headers),
    await create(person, { name: 'Once' }, headers),
  ]
  expect(other).toEqual(one)
  expect(await list(person)).toHaveLength(1)
})

test.each([
  [{}],
  [{ name: '' }],
  [{ name: '   ' }],
  [{ name: 'a'.repeat(81) }],
  [{ name: 'a\u202eb' }],
  [{ name: 'Design', plan: 'Business' }],
])('ACC-02 an account cannot be created from %j', async (payload) => {
  expect((await create(person, payload)).json).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT' })
  expect(await list(person)).toEqual([])
})

test('ACC-08 PERM-01 owner and admins rename an account; members may not', async () => {
  const { accountId, ownerId } = await openTestAccount(testDatabase.database)
  const [admin, member] = [
    await insertMember(testDatabase.database, accountId, 'admin'),
    await insertMember(testDatabase.database, accountId),
  ]
  expect((await change(ownerId, accountId, { name: 'By the owner' })).json.data).toMatchObject({
    name: 'By the owner',
    memberCount: 3,
  })
  expect((await change(admin, accountId, { name: 'By an admin' })).json.data).toMatchObject({
    name: 'By an admin',
    role: { name: 'admin' },
  })
  expect((await change(member, accountId, { name: 'By a member' })).json).toMatchObject({
    statusCode: 403,
    code: 'FORBIDDEN',
  })
  expect((await change(admin, accountId, {})).json.data.name).toBe('By an admin')
})

test('R05 an account’s plan, id, owner and the like cannot be changed by sending them', async () => {
  const { accountId, ownerId } = await openTestAccount(testDatabase.database)
  const before = await list(ownerId)
  for (const payload of [
    { subscriptionPlan: { rag_allowed: true } },
    { id: mintId('account') },
    { ownerId: person },
    { name: 'X', plan_name: 'Business' },
    { role: { name: 'owner' } },
  ])
    expect((await change(ownerId, accountId, payload)).status).toBe(400)
  expect(await list(ownerId)).toEqual(before)
})

test("PERM-05 another person's, a deleted and an unknown account look alike", async () => {
  const [theirs, deleted] = [
    await openTestAccount(testDatabase.database),
    await openTestAccount(testDatabase.database),
  ]
  await run(sql`update account set deleted_at = now() where id = ${deleted.accountId}`)
  const unknown = await change(person, mintId('account'), { name: 'Taken' })
  expect(unknown.status).toBe(404)
  expect(await change(person, theirs.accountId, { name: 'Taken' })).toEqual(unknown)
  expect(await change(deleted.ownerId, deleted.accountId, { name: 'Taken' })).toEqual(unknown)
  expect(await list(deleted.ownerId)).toEqual([])
})

test('ACC-07 a role is always current: gone with the membership, and none for the invited', async () => {
  const { database } = testDatabase
  const { accountId, ownerId } = await openTestAccount(database)
  const member = await insertMember(database, accountId)
  expect(await roleIn(database, accountId, ownerId)).toBe('owner')
  expect(await roleIn(database, accountId, member)).toBe('member')
  await run(sql`update membership set status = 'INVITED' where user_id = ${member}`)
  expect(await roleIn(database, accountId, member)).toBeNull()
  expect(await list(member)).toEqual([])
  await run(sql`delete from membership where user_id = ${member}`)
  expect(await roleIn(database, accountId, member)).toBeNull()
  expect(await roleIn(database, mintId('account'), ownerId)).toBeNull()
})
