import type { AccountId, RoomId, UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTenant } from '../platform/database/index.ts'
import { roomBindings, usableRoom } from './index.ts'
import { portsFor } from './ports-for-tests.ts'

let db: TestDatabase
let app: FastifyInstance
let changed: unknown[] = []
beforeAll(async () => {
  db = await createTestDatabase(inject('databaseHost'))
  const ports = { ...portsFor(db.database), onRoomsChanged: (audience: unknown) => changed.push(audience) }
  app = buildRoutesApp(db.database, roomBindings(ports))
})
afterAll(async () => {
  await app.close()
  await db.drop()
})

let accountId: AccountId
let owner: UserId
let member: UserId
let room: RoomId
beforeEach(async () => {
  const account = await openTestAccount(db.database)
  ;[accountId, owner] = [account.accountId, account.ownerId]
  member = await insertMember(db.database, accountId)
  room = (await create({ name: 'Finance', access_type: 'PUBLIC' })).json.data.id
  changed = []
})

const create = (payload: object) =>
  callAs(app, owner, { method: 'POST', url: `/api/accounts/${accountId}/rooms`, payload })
const change = (person: UserId, allowedModelIds: unknown) =>
  callAs(app, person, {
    method: 'PATCH',
    url: `/api/accounts/${accountId}/rooms/${room}`,
    payload: { allowedModelIds },
  })
const allowed = async (person = owner, roomId = room) =>
  (await callAs(app, person, { url: `/api/accounts/${accountId}/rooms/${roomId}` })).json.data.allowedModelIds
const inAccount = (ids: string[] | null) =>
  sql`update account set allowed_model_ids = ${ids} where id = ${accountId}`.execute(db.database.kysely)

test('a room allows all models until its admins choose; its members see which', async () => {
  expect(await allowed(member)).toBeNull()
  const { status, json } = await change(owner, ['small', 'small'])
  expect({ status, allowedModelIds: json.data.allowedModelIds }).toEqual({
    status: 200,
    allowedModelIds: ['small'],
  })
  expect(await allowed(member)).toEqual(['small'])
  expect(changed).toEqual([{ accountId }])
  expect((await change(owner, null)).json.data.allowedModelIds).toBeNull()
})

test('a room is created with its models', async () => {
  const made = await create({ name: 'Law', access_type: 'PRIVATE', allowedModelIds: ['large'] })
  expect(made.status).toBe(201)
  expect(await allowed(owner, made.json.data.id)).toEqual(['large'])
})

test('ROOM-04 people who may not edit the room cannot choose its models', async () => {
  expect((await change(member, ['small'])).json).toMatchObject({ code: 'PUBLIC_ROOM_MEMBER' })
  expect(await allowed()).toBeNull()
})

test.each([
  ['none', []],
  ['what is not there', ['nowhere']],
  ['Auto', ['auto']],
  ['one that is not there beside one that is', ['small', 'nowhere']],
  ['what is no list', 'small'],
  ['more than anybody has', Array(201).fill('small')],
])('%s cannot be allowed', async (_, ids) => {
  const refused = {
    code: 'INVALID_INPUT',
    issues: [{ path: expect.stringMatching(/^body\.allowedModelIds/) }],
  }
  expect((await change(owner, ids)).json).toMatchObject(refused)
  expect((await create({ name: 'Law', access_type: 'PRIVATE', allowedModelIds: ids })).json).toMatchObject(
    refused,
  )
  expect(await allowed()).toBeNull()
})

test('ACC-08 a model that the account forbids cannot be added; one allowed before stays, without effect', async () => {
  await change(owner, ['small', 'large'])
  await inAccount(['large'])
  expect((await change(owner, ['small'])).status).toBe(200)
  await change(owner, ['large'])
  expect((await change(owner, ['small', 'large'])).json).toMatchObject({ code: 'INVALID_INPUT' })
  const brief = await inTenant(db.database, { accountId, userId: owner }, (trx) =>
    usableRoom(trx, { accountId, userId: owner }, room),
  )
  expect(brief).toMatchObject({ accountModelIds: ['large'], roomModelIds: ['large'] })
})

test("ACC-08 the audit log records changes of a room's models", async () => {
  await change(owner, ['small'])
  const { rows } = await sql<{ changed: string }>`
    select details->>'changed' as changed from audit_entry
    where account_id = ${accountId} and action = 'room.changed'`.execute(db.database.kysely)
  expect(rows).toEqual([{ changed: 'allowedModelIds' }])
})
