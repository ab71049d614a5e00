import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 1 })
})
afterAll(() => testDatabase.drop())

test('a query is prepared once per connection, for all callers, and still works after an error', async () => {
  const { database } = testDatabase
  const add = (value: number) =>
    sql<{ sum: number }>`select ${value}::int + 1 as sum, 1 / (${value}::int - 7)`.execute(database.kysely)
  for (const value of [1, 2, 3]) expect((await add(value)).rows[0]?.sum).toBe(value + 1)
  await expect(add(7)).rejects.toThrow(/division by zero/)
  expect((await add(8)).rows[0]?.sum).toBe(9)
  const direct = await database.pool.query<{ sum: number }>(
    'select $1::int + 1 as sum, 1 / ($2::int - 7)',
    [4, 4],
  )
  expect(direct.rows[0]?.sum).toBe(5)
  const prepared = await sql<{ count: number }>`
    select count(*)::int from pg_prepared_statements where statement like '%as sum, 1 / (%'`.execute(
    database.kysely,
  )
  expect(prepared.rows[0]?.count).toBe(1)
})
