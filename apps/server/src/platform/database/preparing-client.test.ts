import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from './transaction.ts'

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

test('the start of a transaction and the reads that are asked with it are sent with one write', async () => {
  const { database } = testDatabase
  const client = await database.pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  client.release()
  const sent: number[] = []
  const { _writev: joined, _write: single } = stream as unknown as Record<
    string,
    (...given: unknown[]) => void
  >
  Object.assign(stream, {
    _writev(chunks: unknown[], ...rest: unknown[]) {
      sent.push(chunks.length)
      joined?.call(stream, chunks, ...rest)
    },
    _write(...given: unknown[]) {
      sent.push(1)
      single?.apply(stream, given)
    },
  })
  const sums = await inTenant(database, { accountId: 'account_1', userId: null }, async (trx) => {
    const add = async (value: number) =>
      (await sql<{ sum: number }>`select ${value}::int + 1 as sum`.execute(trx)).rows[0]?.sum
    return await Promise.all([add(1), add(2), add(3)])
  })
  expect(sums).toEqual([2, 3, 4])
  // The start with the three reads, and the end.
  expect(sent).toHaveLength(2)
})
