import { mintId, type UserId } from '@atrium/contract'
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
import { fail } from '../platform/failure.ts'
import { queueMail } from '../platform/mail/mail.ts'
import {
  accountBindings,
  eraseDeletedAccounts,
  inviteBindings,
  isInvited,
  memberBindings,
  roleIn,
  settingBindings,
} from './index.ts'
import type { RevokedAccess } from '../live/index.ts'
import { roomsForTests } from './rooms-for-tests.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let mine: TestAccount
let admin: UserId
let member: UserId
let taken: RevokedAccess[] = []
const models = ['small', 'large'].map((modelId) => ({ modelId, displayName: modelId, providerName: 'Test' }))
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  const ports = {
    database,
    plans: testPlans,
    mainApiUrl: '/api',
    onMembersChanged: () => {},
    onAccessRevoked: (access: RevokedAccess) => void taken.push(access),
  }
  app = buildRoutesApp(database, [
    ...settingBindings({
      ...ports,
      modelsToAllow: () => models,
      isPublicDomain: (domain) => domain === 'gmail.com',
      endPublicLinks: async () => undefined,
      onDeleting: [],
    }),
    ...inviteBindings({
      ...ports,
      siteUrl: 'https://atrium.example',
      queueMail,
      rooms: roomsForTests,
      onJoined: [],
      signUpByInvite: async () => fail('INVITE_NOT_VALID'),
    }),
    ...memberBindings({ ...ports, onLeaving: [], onRoleChanged: () => {}, onExtraRaised: async () => {} }),
    ...accountBindings({
      ...ports,
      onOpened: [],
      findLogo: async () => null,
      namesOfRooms: async () => new Map(),
    }),
  ])
})
beforeEach(async () => {
  taken = []
  mine = await openTestAccount(testDatabase.database)
  admin = await insertMember(testDatabase.database, mine.accountId, 'admin')
  member = await insertMember(testDatabase.database, mine.accountId)
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(testDatabase.database.kysely)
const url = () => `/api/user/teams/settings/${mine.accountId}`
const change = (payload: object, by = admin) => callAs(app, by, { method: 'PATCH', url: url(), payload })
const read = (by = admin) => callAs(app, by, { url: url() })
const remove = (by: UserId) => callAs(app, by, { method: 'DELETE', url: `/api/user/teams/${mine.accountId}` })
const restore = (by: UserId, accountId = mine.accountId) =>
  callAs(app, by, { method: 'POST', url: '/api/user/teams/restore', payload: { accountId } })
const deleted = async (by: UserId) => (await callAs(app, by, { url: '/api/user/teams/deleted' })).json.data
const accounts = async (by: UserId) => (await callAs(app, by, { url: '/api/user/teams' })).json.data
const actions = async () =>
  (await callAs(app, admin, { url: `/api/user/teams/audit/${mine.accountId}` })).json.data.map(
    (entry: { action: string }) => entry.action,
  )
const at = async (userId: UserId, domain: string) =>
  void (await run(
    sql`update identity_user set email = ${`${userId.slice(-12)}@${domain}`} where id = ${userId}`,
  ))

test('ACC-08 admins set models, retention and domain; each change is audited, and settings not given stay', async () => {
  await at(admin, 'corp.example')
  const none = {
    defaultModelId: null,
    allowedModelIds: null,
    chatRetentionDays: null,
    autoJoinDomain: null,
    limitModelId: null,
  }
  expect((await read()).json.data).toEqual({
    settings: { ...none, allowsPublicLinks: false },
    models,
  })
  await change({ allowedModelIds: ['small'], defaultModelId: 'small' })
  await change({ chatRetentionDays: 30 })
  await change({ autoJoinDomain: 'Corp.Example' })
  await change({ chatRetentionDays: 30 })
  await change({ allowsPublicLinks: true })
  expect((await read()).json.data.settings).toEqual({
    defaultModelId: 'small',
    allowedModelIds: ['small'],
    chatRetentionDays: 30,
    autoJoinDomain: 'corp.example',
    limitModelId: null,
    allowsPublicLinks: true,
  })
  expect(await actions()).toEqual([
    'account.links-changed',
    'account.domain-changed',
    'account.retention-changed',
    'account.models-changed',
    'account.created',
  ])
  expect((await change(none)).json.data.settings).toEqual({ ...none, allowsPublicLinks: true })
})

test.each([
  [{ allowedModelIds: [] }, 'body.allowedModelIds'],
  [{ allowedModelIds: ['small', 'nowhere'] }, 'body.allowedModelIds'],
  [{ defaultModelId: 'nowhere' }, 'body.defaultModelId'],
  [{ allowedModelIds: ['small'], defaultModelId: 'large' }, 'body.defaultModelId'],
  [{ chatRetentionDays: 0 }, 'body.chatRetentionDays'],
  [{ chatRetentionDays: 1.5 }, 'body.chatRetentionDays'],
  [{ autoJoinDomain: 'gmail.com' }, 'body.autoJoinDomain'],
  [{ autoJoinDomain: 'microsoft.com' }, 'body.autoJoinDomain'],
  [{ autoJoinDomain: 'localhost' }, 'body.autoJoinDomain'],
  [{ planName: 'Business' }, 'body.planName'],
])('ACC-08 R05 settings refuse %j', async (payload, path) => {
  const before = (await read()).json
  const reply = await change(payload)
  expect(reply.json).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT', issues: [{ path }] })
  expect((await read()).json).toEqual(before)
})

test('R01 members neither read nor change settings, nor delete; admins delete nothing', async () => {
  for (const reply of [
    await read(member),
    await change({ chatRetentionDays: 1 }, member),
    await remove(member),
    await remove(admin),
  ])
    expect(reply.json).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' })
  const stranger = await insertPerson(testDatabase.database)
  expect((await read(stranger)).status).toBe(404)
  expect(await accounts(mine.ownerId)).toHaveLength(1)
})

test('ACC-08 only people with a confirmed address of the account’s domain may join it', async () => {
  const domain = `${mine.accountId.slice(-12)}.example`
  const [colleague, unconfirmed, stranger] = await Promise.all(
    [1, 2, 3].map(() => insertPerson(testDatabase.database)),
  )
  if (!colleague || !unconfirmed || !stranger) throw new Error('Three people were created.')
  for (const one of [admin, colleague, unconfirmed]) await at(one, domain)
  await run(sql`update identity_user set email_verified = false where id = ${unconfirmed}`)
  await change({ autoJoinDomain: domain })
  const offers = async (userId: UserId) =>
    (await callAs(app, userId, { url: '/api/user/teams/invites' })).json.data
  const join = (userId: UserId) =>
    callAs(app, userId, {
      method: 'POST',
      url: '/api/user/teams/invites',
      payload: { accountId: mine.accountId },
    })

  expect(await offers(colleague)).toMatchObject([
    { kind: 'domain', inviteId: null, accountId: mine.accountId, inviterName: null },
  ])
  expect([await offers(unconfirmed), await offers(stranger), await offers(admin)]).toEqual([[], [], []])
  for (const other of [unconfirmed, stranger]) expect((await join(other)).json.code).toBe('INVITE_NOT_VALID')
  expect(await isInvited(testDatabase.database, `new@${domain}`)).toBe(true)
  expect((await join(colleague)).json.data.account.role).toEqual({ name: 'member' })
  const row = await run(sql<{ status: string }>`select status from membership where user_id = ${colleague}`)
  expect(row.rows).toEqual([{ status: 'JOINED' }])

  await callAs(app, admin, {
    method: 'DELETE',
    url: `/api/user/teams/members/${mine.accountId}?userId=${colleague}`,
  })
  expect([await offers(colleague), (await join(colleague)).json.code]).toEqual([[], 'NOT_A_MEMBER'])
  await change({ autoJoinDomain: null })
  expect(await isInvited(testDatabase.database, `new@${domain}`)).toBe(false)
})

test('ACC-08 a deleted account is inaccessible for everybody at once; its owner sees it and restores it unchanged', async () => {
  const reply = await remove(mine.ownerId)
  expect(reply.json.data.accountId).toBe(mine.accountId)
  expect(new Date(reply.json.data.erasedAt).getTime() - Date.now()).toBeGreaterThan(6.99 * 86_400_000)
  expect(taken).toEqual([{ accountId: mine.accountId }])
  for (const person of [mine.ownerId, admin, member]) {
    expect(await accounts(person)).toEqual([])
    expect(await roleIn(testDatabase.database, mine.accountId, person)).toBeNull()
  }
  expect([await deleted(admin), await deleted(member)]).toEqual([[], []])
  expect(await deleted(mine.ownerId)).toEqual([
    {
      id: mine.accountId,
      name: 'Test account',
      deletedAt: expect.any(String),
      erasedAt: reply.json.data.erasedAt,
    },
  ])
  const never = await restore(mine.ownerId, mintId('account'))
  expect([never.status, never]).toEqual([404, await restore(admin)])
  expect((await restore(mine.ownerId)).json.data).toMatchObject({
    id: mine.accountId,
    memberCount: 3,
    role: { name: 'owner' },
  })
  expect(await accounts(member)).toHaveLength(1)
  expect([await deleted(mine.ownerId), (await restore(mine.ownerId)).status]).toEqual([[], 404])
  expect((await actions()).slice(0, 2)).toEqual(['account.restored', 'account.deleted'])
})

test('C09 R15 after seven days a deleted account cannot be restored and is erased with all its rows, files first', async () => {
  const kept = await openTestAccount(testDatabase.database)
  await callAs(app, admin, {
    method: 'POST',
    url: `/api/user/teams/members/${mine.accountId}`,
    payload: { email: 'x@example.com' },
  })
  await remove(mine.ownerId)
  const erased: string[] = []
  const erase = () =>
    eraseDeletedAccounts({
      database: testDatabase.database,
      eraseFiles: async (id) => void erased.push(id),
      eraseRows: async () => {},
    })
  await erase()
  expect(erased).not.toContain(mine.accountId)
  await run(sql`update account set deleted_at = now() - interval '7 days' where id = ${mine.accountId}`)
  expect([await deleted(mine.ownerId), (await restore(mine.ownerId)).status]).toEqual([[], 404])
  await erase()
  expect(erased).toContain(mine.accountId)
  for (const table of ['membership', 'invite', 'audit_entry', 'credit_balance', 'room'])
    expect(
      (await run(sql`select from ${sql.table(table)} where account_id = ${mine.accountId}`)).rows,
      table,
    ).toEqual([])
  expect(
    (await run(sql`select from account where id in (${mine.accountId}, ${kept.accountId})`)).rows,
  ).toHaveLength(1)
})
