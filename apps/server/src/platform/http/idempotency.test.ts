import type { UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eraseOldReplies, onceFor } from './idempotency.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
afterAll(() => testDatabase.drop())

const userId: UserId = 'user_1'
const once = (key: string, json: unknown) =>
  onceFor(testDatabase.database, { userId, key, request: 'the same' }, async () => ({ status: 200, json }))
const age = (keys: string, hours: number) =>
  sql`update idempotent_reply set created_at = now() - make_interval(mins => ${hours * 60 + 1}) where key like ${keys}`.execute(
    testDatabase.database.kysely,
  )

test('stored replies are erased after a day, however many, and not before', async () => {
  await once('of-yesterday', 'first')
  await once('of-this-morning', 'first')
  await sql`
    insert into idempotent_reply (user_id, key, request_hash) select 'user_2', 'old-key-' || n, '' from generate_series(1, 2500) as n`.execute(
    testDatabase.database.kysely,
  )
  await age('of-this-morning', 23)
  await age('of-yesterday', 24)
  await age('old-key-%', 30)
  expect(await eraseOldReplies(testDatabase.database)).toBe(2501)
  const left = await sql<{ key: string }>`select key from idempotent_reply`.execute(
    testDatabase.database.kysely,
  )
  expect(left.rows).toEqual([{ key: 'of-this-morning' }])
  expect((await once('of-this-morning', 'second')).json).toBe('first')
  expect((await once('of-yesterday', 'second')).json).toBe('second')
})
