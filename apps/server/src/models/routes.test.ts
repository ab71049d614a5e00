import type { AccountId, Model, UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertPerson, openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { modelBindings } from './routes.ts'
import { modelsUnderTest, type ModelsUnderTest } from './testing/models-for-tests.ts'

let db: TestDatabase
let app: FastifyInstance
let underTest: ModelsUnderTest
let ownerId: UserId
let accountId: AccountId

beforeAll(async () => {
  db = await createTestDatabase(inject('databaseHost'))
  underTest = await modelsUnderTest({})
  app = buildRoutesApp(db.database, modelBindings({ database: db.database, models: underTest.models }))
  ;({ ownerId, accountId } = await openTestAccount(db.database))
})
afterAll(async () => {
  await app.close()
  await underTest.close()
  await db.drop()
})

const call = (userId: UserId, method: 'GET' | 'PUT', url: string, payload?: object) =>
  callAs(app, userId, { method, url, headers: { 'workspace-id': accountId }, ...(payload && { payload }) })
const preference = async (userId: UserId) =>
  ((await call(userId, 'GET', '/api/user/models')).json.message as Model[])[0]?.options.preference

test("MODEL-02 Auto's preference is the caller's own and is kept", async () => {
  expect(await preference(ownerId)).toBe('balanced')
  const { status, json } = await call(ownerId, 'PUT', '/api/user/models/auto', { preference: 'cheapest' })
  expect({ status, json }).toEqual({
    status: 200,
    json: { isError: false, statusCode: 200, message: { preference: 'cheapest' } },
  })
  expect(await preference(ownerId)).toBe('cheapest')
})

test('MODEL-02 what is no preference is refused', async () => {
  expect((await call(ownerId, 'PUT', '/api/user/models/auto', { preference: 'dearest' })).json).toMatchObject(
    { code: 'INVALID_INPUT' },
  )
})

test('MODEL-01 the list is for members of the account', async () => {
  const stranger = await insertPerson(db.database)
  expect((await call(stranger, 'GET', '/api/user/models')).status).toBe(403)
})
