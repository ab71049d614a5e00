import { mintId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dailyAllowances, forgetAllowances, takeAllowance } from './daily-allowance.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
afterAll(() => testDatabase.drop())

test("D07 a day's whole allowance can be used, at once or in parts, and nothing beyond; each holder and kind has its own", async () => {
  const { database } = testDatabase
  const [holder, other] = [mintId('user'), mintId('user')]
  const max = dailyAllowances.titles
  const take = (count: number, by = holder) => takeAllowance(database, { holder: by, kind: 'titles', count })
  expect([await take(max + 1), await take(max), await take(1)]).toEqual([false, true, false])
  expect([
    await take(max - 1, other),
    await take(2, other),
    await take(1, other),
    await take(1, other),
  ]).toEqual([true, false, true, false])
  expect(await takeAllowance(database, { holder, kind: 'summaries' })).toBe(true)
})

test('D07 counts of earlier days are deleted, and today’s stays', async () => {
  const { database } = testDatabase
  const [today, earlier] = [mintId('user'), mintId('user')]
  for (const holder of [today, earlier]) await takeAllowance(database, { holder, kind: 'titles' })
  await sql`update daily_allowance set day = day - 1 where holder = ${earlier}`.execute(database.kysely)
  await forgetAllowances(database)
  const left = await sql`select holder from daily_allowance where holder in (${today}, ${earlier})`.execute(
    database.kysely,
  )
  expect(left.rows).toEqual([{ holder: today }])
})
