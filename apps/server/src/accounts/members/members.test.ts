import { type AccountId, type Member, mintId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import {
  insertMember,
  insertPerson,
  openTestAccount,
  type TestAccount,
  testPlans,
} from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTenant } from '../../platform/database/index.ts'
import type { RevokedAccess } from '../../live/index.ts'
import { accountBindings, memberBindings, roleIn } from '../index.ts'
import { membersPage } from './list-members.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let mine: TestAccount
let admin: UserId
let member: UserId
let taken: RevokedAccess[] = []
let changed: { userId: UserId }[] = []
let raised: { userId: UserId }[] = []
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  app = buildRoutesApp(database, [
    ...memberBindings({
      database,
      onLeaving: [],
      onAccessRevoked: (access) => void taken.push(access),
      onRoleChanged: (member) => void changed.push(member),
      onExtraRaised: async (_trx, member) => void raised.push(member),
      onMembersChanged: () => {},
    }),
    ...accountBindings({
      database,
      plans: testPlans,
      mainApiUrl: '/api',
      onOpened: [],
      findLogo: async () => null,
      namesOfRooms: async () => new Map(),
    }),
  ])
})
beforeEach(async () => {
  taken = []
  changed = []
  mine = await openTestAccount(testDatabase.database)
  admin = await insertMember(testDatabase.database, mine.accountId, 'admin')
  member = await insertMember(testDatabase.database, mine.accountId)
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

const pathOf = (accountId: AccountId, query: Record<string, string> = {}) =>
  `/api/user/teams/members/${accountId}?${new URLSearchParams(query)}`
const list = async (
  query: Record<string, string> = {},
  by: UserId = mine.ownerId,
): Promise<{ data: Member[]; count: number }> =>
  (await callAs(app, by, { url: pathOf(mine.accountId, query) })).json
const change = (by: UserId, payload: object, accountId = mine.accountId) =>
  callAs(app, by, { method: 'PATCH', url: pathOf(accountId), payload })
const remove = (by: UserId, userId: UserId, accountId = mine.accountId) =>
  callAs(app, by, { method: 'DELETE', url: pathOf(accountId, { userId }) })
const leave = (by: UserId) =>
  callAs(app, by, { method: 'POST', url: `/api/user/teams/leave/${mine.accountId}` })
const run = (statement: ReturnType<typeof sql>) => statement.execute(testDatabase.database.kysely)
const roles = async () =>
  Object.fromEntries((await list()).data.map((one) => [one.id, one.role.name])) as Record<UserId, string>
async function join(name: string, email?: string): Promise<UserId> {
  const userId = await insertPerson(testDatabase.database, name)
  if (email) await run(sql`update identity_user set email = ${email} where id = ${userId}`)
  await run(
    sql`insert into membership (account_id, user_id, role) values (${mine.accountId}, ${userId}, 'member')`,
  )
  return userId
}

test('ACC-05 members are listed with name, address, role and status, for admins including the invited', async () => {
  await run(
    sql`insert into invite (account_id, id, email, role, token_hash, expires_at)
        values (${mine.accountId}, ${mintId('invite')}, 'new@example.com', 'admin', ${'h'.repeat(43 - 36) + crypto.randomUUID()}, now() + interval '1 day')`,
  )
  const { data, count } = await list({}, admin)
  expect(count).toBe(4)
  expect(data.map((one) => [one.firstName, one.role.name, one.status])).toEqual([
    ['Mira', expect.any(String), 'JOINED'],
    ['Mira', expect.any(String), 'JOINED'],
    ['', 'admin', 'INVITED'],
    ['Olu', 'owner', 'JOINED'],
  ])
  expect(data[2]).toMatchObject({
    id: null,
    inviteId: expect.stringMatching(/^invite_/),
    userName: 'new@example.com',
    expiresAt: expect.any(String),
  })
  const seen = await list({}, member)
  expect([seen.count, seen.data.map((one) => one.status)]).toEqual([3, ['JOINED', 'JOINED', 'JOINED']])
})

test('ACC-05 member search covers name and address, word by word, ignoring accents and case', async () => {
  await join('Đặng Thị Hoa', 'hoa.dang@corp.example')
  await join('Élodie Müller', 'elodie@corp.example')
  const names = async (search: string) => (await list({ search })).data.map((one) => one.firstName)
  expect(await names('dang hoa')).toEqual(['Đặng'])
  expect(await names('HOA ĐẶNG')).toEqual(['Đặng'])
  expect(await names('elodie muller')).toEqual(['Élodie'])
  expect(await names('corp.example')).toEqual(['Đặng', 'Élodie'])
  expect(await names('%')).toEqual([])
  expect(await names("o'x_\\")).toEqual([])
  expect((await list({ search: 'corp' })).count).toBe(2)
  await run(sql`update identity_user set name = 'Hoa Nguyễn' where email = 'hoa.dang@corp.example'`)
  expect(await names('nguyen')).toHaveLength(1)
})

test('ACC-05 members are paged in a stable order, by name, address, role, status or time', async () => {
  for (let index = 0; index < 12; index += 1)
    await join('Same Name', `p${String(index).padStart(2, '0')}@corp.example`)
  for (const sort_by of ['name', 'email', 'role', 'status', 'joined'])
    for (const order of ['asc', 'desc']) {
      const pages = await Promise.all(
        ['1', '2', '3', '4'].map((page) => list({ page, page_size: '4', sort_by, order })),
      )
      const ids = pages.flatMap(({ data }) => data.map((one) => one.id))
      expect(new Set(ids).size, sort_by).toBe(15)
      const whole = (await list({ page_size: '100', sort_by, order })).data.map((one) => one.id)
      expect(ids).toEqual(whole)
    }
  const byEmail = (await list({ sort_by: 'email', search: 'corp.example' })).data.map((one) => one.userName)
  expect(byEmail).toEqual(byEmail.toSorted())
  expect((await list({ sort_by: 'role' })).data.slice(0, 2).map((one) => one.role.name)).toEqual([
    'owner',
    'admin',
  ])
  expect((await callAs(app, admin, { url: pathOf(mine.accountId, { sort_by: 'password' }) })).status).toBe(
    400,
  )
})

test('ACC-05 listing and searching 10,000 members uses an index', async () => {
  await run(sql`
    with person as (
      insert into identity_user (id, name, email)
      select 'user_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), 'Person ' || n, 'person' || n || '.' || ${mine.accountId} || '@example.com' from generate_series(1, 10000) as n
      returning id)
    insert into membership (account_id, user_id, role) select ${mine.accountId}, id, 'member' from person`)
  await run(sql`vacuum analyze membership, identity_user, user_profile, invite`)
  const wanted = { page: 1, page_size: 20, sort_by: 'name', order: 'asc' } as const
  const actor = { accountId: mine.accountId, userId: mine.ownerId, role: 'owner' } as const
  for (const search of [undefined, 'person 99']) {
    const plan = await inTenant(testDatabase.database, actor, (trx) =>
      sql<{
        'QUERY PLAN': unknown
      }>`explain (format json) ${membersPage(actor, { ...wanted, search })}`.execute(trx),
    )
    const text = JSON.stringify(plan.rows)
    expect(text).toContain('"Index Name":"membership_people"')
    expect(text).not.toMatch(/"Relation Name":"membership"[^}]*"Node Type":"(Sort|Seq Scan)"/)
    expect(text).not.toContain('"Node Type":"Seq Scan","Parent Relationship":"Member"')
  }
  const deep = await list({ page: '500', page_size: '20' })
  expect([deep.count, deep.data.length]).toEqual([10_003, 20])
  expect((await list({ search: 'person 9999' })).data.map((one) => one.userName)).toEqual([
    `person9999.${mine.accountId}@example.com`,
  ])
})

test('ACC-05 PERM-01 admins change roles; each change is audited', async () => {
  expect((await change(admin, { userId: member, role: 'admin' })).json.data).toMatchObject({
    id: member,
    role: { name: 'admin' },
  })
  expect((await change(mine.ownerId, { userId: admin, role: 'member' })).status).toBe(200)
  expect(await roles()).toEqual({ [mine.ownerId]: 'owner', [admin]: 'member', [member]: 'admin' })
  expect(changed.map(({ userId }) => userId)).toEqual([member, admin])
  const log = await callAs(app, mine.ownerId, {
    url: `/api/user/teams/audit/${mine.accountId}?action=member.role-changed`,
  })
  expect(
    log.json.data.map((entry: { actorId: string; objectId: string; details: object }) => [
      entry.actorId,
      entry.objectId,
      entry.details,
    ]),
  ).toEqual([
    [mine.ownerId, admin, { from: 'admin', to: 'member' }],
    [admin, member, { from: 'member', to: 'admin' }],
  ])
})

test('R01 R03 members change and remove nobody, themselves included', async () => {
  const before = await roles()
  for (const reply of [
    await change(member, { userId: member, role: 'owner' }),
    await change(member, { userId: member, role: 'admin' }),
    await change(member, { userId: admin, monthlyCreditLimit: 1 }),
    await remove(member, admin),
    await remove(member, mine.ownerId),
  ])
    expect(reply.json).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' })
  expect((await change(admin, { userId: admin, role: 'owner' })).json.code).toBe('FORBIDDEN')
  expect(await roles()).toEqual(before)
  expect(changed).toEqual([])
  expect(taken).toEqual([])
})

test('ACC-07 the owner transfers the account and stays as admin; there is exactly one owner', async () => {
  expect((await change(mine.ownerId, { userId: member, role: 'owner' })).json.data.role).toEqual({
    name: 'owner',
  })
  expect(await roles()).toEqual({ [mine.ownerId]: 'admin', [admin]: 'admin', [member]: 'owner' })
  expect(changed.map(({ userId }) => userId)).toEqual([member, mine.ownerId])
  expect((await change(mine.ownerId, { userId: admin, role: 'owner' })).json.code).toBe('FORBIDDEN')
})

test('R09 ACC-07 the only owner cannot be demoted, removed, or leave', async () => {
  for (const reply of [
    await change(mine.ownerId, { userId: mine.ownerId, role: 'member' }),
    await change(admin, { userId: mine.ownerId, role: 'admin' }),
    await remove(admin, mine.ownerId),
    await remove(mine.ownerId, mine.ownerId),
    await leave(mine.ownerId),
  ])
    expect(reply.json).toMatchObject({ statusCode: 409, code: 'LAST_OWNER' })
  expect((await roles())[mine.ownerId]).toBe('owner')
})

test('R09 of two admins who demote or remove each other at once exactly one succeeds; one owner is left', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [
      await insertMember(testDatabase.database, mine.accountId, 'admin'),
      await insertMember(testDatabase.database, mine.accountId, 'admin'),
    ]
    const replies = await Promise.all(
      round % 2 === 0
        ? [change(one, { userId: other, role: 'member' }), change(other, { userId: one, role: 'member' })]
        : [remove(one, other), remove(other, one)],
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  }
  const handed = await Promise.all([
    change(mine.ownerId, { userId: admin, role: 'owner' }),
    change(mine.ownerId, { userId: member, role: 'owner' }),
  ])
  expect(new Set(handed.map((reply) => reply.status))).toEqual(new Set([200, 403]))
  expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(1)
})

test('ACC-07 a removed member is out with their next request; their streams close; the removal is logged', async () => {
  await run(
    sql`insert into room (account_id, id, name, access_type, created_by) values (${mine.accountId}, 'room_x', 'Kept', 'PUBLIC', ${member})`,
  )
  expect((await remove(admin, member)).json.data).toEqual({ userId: member })
  expect(taken).toEqual([{ accountId: mine.accountId, userId: member }])
  expect(await roleIn(testDatabase.database, mine.accountId, member)).toBeNull()
  expect((await callAs(app, member, { url: pathOf(mine.accountId) })).json.code).toBe('NOT_A_MEMBER')
  expect((await remove(admin, member)).json.code).toBe('NOT_FOUND')
  const kept = await run(sql`select from room where account_id = ${mine.accountId} and name = 'Kept'`)
  expect(kept.rows).toHaveLength(1)
  const log = await callAs(app, admin, { url: `/api/user/teams/audit/${mine.accountId}?object_id=${member}` })
  expect(log.json.data[0]).toMatchObject({ action: 'member.removed', actorId: admin })
})

test('ACC-07 everybody but the owner can leave an account', async () => {
  expect((await leave(member)).status).toBe(200)
  expect(await roles()).toEqual({ [mine.ownerId]: 'owner', [admin]: 'admin' })
  expect(taken).toEqual([{ accountId: mine.accountId, userId: member }])
  expect((await leave(member)).json.code).toBe('NOT_A_MEMBER')
})

test('T11 PERM-02 members of another account are not found, nor is the account for outsiders', async () => {
  const theirs = await openTestAccount(testDatabase.database)
  const random = mintId('user')
  for (const userId of [theirs.ownerId, random]) {
    expect(await change(admin, { userId, role: 'admin' })).toEqual(
      await change(admin, { userId: random, role: 'admin' }),
    )
    expect((await remove(admin, userId)).json.code).toBe('NOT_FOUND')
  }
  expect(await change(admin, { userId: theirs.ownerId, role: 'member' }, theirs.accountId)).toEqual(
    await change(admin, { userId: theirs.ownerId, role: 'member' }, mintId('account')),
  )
  expect((await callAs(app, admin, { url: pathOf(theirs.accountId) })).json.code).toBe('NOT_A_MEMBER')
})

test('ACC-09 admins set and remove a monthly limit, in thousandths of a credit; others do not see it', async () => {
  expect(
    (await change(admin, { userId: member, monthlyCreditLimit: 12.5 })).json.data.monthlyCreditLimit,
  ).toBe(12.5)
  const seenBy = async (viewer: UserId) =>
    (await list({}, viewer)).data.find((one) => one.id === member)?.monthlyCreditLimit
  expect([await seenBy(admin), await seenBy(member)]).toEqual([12.5, 12.5])
  expect(await seenBy(await join('Other Person'))).toBeNull()
  expect(
    (await change(admin, { userId: member, monthlyCreditLimit: null })).json.data.monthlyCreditLimit,
  ).toBeNull()
  for (const monthlyCreditLimit of [-1, 0.0001, '5', 1e12])
    expect((await change(admin, { userId: member, monthlyCreditLimit })).status).toBe(400)
  expect((await change(admin, { userId: member })).status).toBe(400)
})

test('admins set additional monthly credits of a member, which others do not see', async () => {
  raised = []
  const extraOf = async (viewer: UserId) =>
    (await list({}, viewer)).data.find((one) => one.id === member)?.monthlyExtraCredits
  expect((await change(admin, { userId: member, monthlyExtraCredits: 30 })).json.data).toMatchObject({
    monthlyExtraCredits: 30,
  })
  expect(raised.map(({ userId }) => userId)).toEqual([member])
  expect([await extraOf(admin), await extraOf(member)]).toEqual([30, 30])
  expect(await extraOf(await join('Another Person'))).toBe(0)
  for (const monthlyExtraCredits of [-1, 0.5, '5', 1e12, null])
    expect((await change(admin, { userId: member, monthlyExtraCredits })).status).toBe(400)
  expect((await change(member, { userId: member, monthlyExtraCredits: 5 })).status).toBe(403)
  expect((await change(admin, { userId: member, monthlyExtraCredits: 0 })).json.data).toMatchObject({
    monthlyExtraCredits: 0,
  })
})
