import { type AccountId, mintId, type Model, type RoomId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertPerson, openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { modelBindings } from './routes.ts'
import { modelsUnderTest, nobody, type ModelsUnderTest } from './testing/models-for-tests.ts'

let db: TestDatabase
let app: FastifyInstance
let underTest: ModelsUnderTest
let ownerId: UserId
let accountId: AccountId
const roomModels = new Map<RoomId, string[]>()

beforeAll(async () => {
  db = await createTestDatabase(inject('databaseHost'))
  underTest = await modelsUnderTest({ MISTRAL_API_KEY: 'a-key', MISTRAL_BASE_URL: nobody })
  app = buildRoutesApp(
    db.database,
    modelBindings({
      database: db.database,
      models: underTest.models,
      modelsOfRoom: async (_trx, _member, roomId) => roomModels.get(roomId) ?? null,
      hasWebSearch: () => true,
    }),
  )
  ;({ ownerId, accountId } = await openTestAccount(db.database))
})
afterAll(async () => {
  await app.close()
  await underTest.close()
  await db.drop()
})

const call = (userId: UserId, method: 'GET' | 'PUT', url: string, payload?: object) =>
  callAs(app, userId, { method, url, headers: { 'workspace-id': accountId }, ...(payload && { payload }) })
const list = async (userId: UserId) => (await call(userId, 'GET', '/api/user/models')).json.message as Model[]
const autoOptions = async (userId: UserId) => (await list(userId))[0]?.options
const favourites = async (userId: UserId) =>
  (await list(userId)).filter(({ isFavourite }) => isFavourite).map(({ modelId }) => modelId)
const mark = (modelId: string, isFavourite: boolean) =>
  call(ownerId, 'PUT', '/api/user/models/favourites', { modelId, isFavourite })

test("MODEL-02 a person's preference and models for Auto are their own and are stored", async () => {
  expect(await autoOptions(ownerId)).toMatchObject({ preference: 'balanced', modelIds: null })
  const options = { preference: 'cheapest', modelIds: ['mistral-small', 'mistral-large-4'] }
  const { status, json } = await call(ownerId, 'PUT', '/api/user/models/auto', options)
  expect({ status, json }).toEqual({
    status: 200,
    json: { isError: false, statusCode: 200, message: options },
  })
  expect(await autoOptions(ownerId)).toMatchObject(options)
  await call(ownerId, 'PUT', '/api/user/models/auto', { preference: 'best' })
  expect(await autoOptions(ownerId)).toMatchObject({ preference: 'best', modelIds: null })
})

test.each([
  { preference: 'dearest' },
  { preference: 'best', modelIds: [] },
  { preference: 'best', modelIds: [''] },
  { preference: 'best', modelIds: Array.from({ length: 201 }, (_, index) => `model-${index}`) },
])('MODEL-02 an invalid preference is refused: %o', async (body) => {
  expect((await call(ownerId, 'PUT', '/api/user/models/auto', body)).json).toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('PERM-05 the list is for members of the account', async () => {
  const stranger = await insertPerson(db.database)
  expect((await call(stranger, 'GET', '/api/user/models')).status).toBe(403)
})

test('MODEL-03 a favorite is stored once however often it is added, and can be removed', async () => {
  expect(await favourites(ownerId)).toEqual([])
  await Promise.all([mark('mistral-small', true), mark('mistral-large-4', true)])
  await mark('mistral-small', true)
  expect(await favourites(ownerId)).toEqual(['mistral-small', 'mistral-large-4'])
  expect((await mark('mistral-small', false)).json).toMatchObject({
    message: { modelId: 'mistral-small', isFavourite: false },
  })
  await mark('mistral-small', false)
  expect(await favourites(ownerId)).toEqual(['mistral-large-4'])
})

test('MODEL-03 unlisted models and Auto cannot be favorites; an unavailable favorite can be removed', async () => {
  expect((await mark('no-such-model', true)).json).toMatchObject({ code: 'NOT_FOUND' })
  expect((await mark('auto', true)).json).toMatchObject({ code: 'NOT_FOUND' })
  expect((await mark('no-such-model', false)).status).toBe(200)
})

test('MODEL-03 above the limit of favorites, the oldest is removed', async () => {
  const many = Array.from({ length: 200 }, (_, index) => `model-${index}`)
  await sql`update user_profile set favourite_model_ids = ${many} where user_id = ${ownerId}`.execute(
    db.database.kysely,
  )
  expect((await mark('mistral-small', true)).status).toBe(200)
  const { rows } = await sql<{ ids: string[] }>`
    select favourite_model_ids as ids from user_profile where user_id = ${ownerId}`.execute(
    db.database.kysely,
  )
  expect(rows[0]?.ids).toEqual([...many.slice(1), 'mistral-small'])
})

test('MODEL-03 MODEL-04 a room marks the models that it does not allow; Auto stays the default while it has one', async () => {
  const roomId = mintId('room')
  const inRoom = async () => {
    const reply = await callAs(app, ownerId, {
      url: '/api/user/models',
      headers: { 'workspace-id': accountId, 'room-id': roomId },
    })
    const models = reply.json.message as Model[]
    return Object.fromEntries(
      models
        .filter(({ modelId }) => ['auto', 'mistral-small', 'mistral-large-4'].includes(modelId))
        .map((model) => [model.modelId, model.unavailableReason]),
    )
  }
  const unlimited = await inRoom()
  expect(Object.values(unlimited)).not.toContain('NOT_ALLOWED_IN_ROOM')
  roomModels.set(roomId, ['mistral-small'])
  expect(await inRoom()).toEqual({ ...unlimited, 'mistral-large-4': 'NOT_ALLOWED_IN_ROOM' })
  expect((await list(ownerId)).map(({ unavailableReason }) => unavailableReason)).not.toContain(
    'NOT_ALLOWED_IN_ROOM',
  )
  roomModels.set(roomId, ['no-such-model'])
  expect(await inRoom()).toEqual({
    auto: 'NONE_ALLOWED_IN_ROOM',
    'mistral-small': 'NOT_ALLOWED_IN_ROOM',
    'mistral-large-4': 'NOT_ALLOWED_IN_ROOM',
  })
})
