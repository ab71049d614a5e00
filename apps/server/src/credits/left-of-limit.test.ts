import { type AccountId, type GrantFrequency, mintId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inSystem } from '../platform/database/index.ts'
import { leftOfLimit } from './left-of-limit.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
afterAll(() => testDatabase.drop())

const left = (accountId: AccountId, userId: UserId) =>
  inSystem(testDatabase.database, (trx) => leftOfLimit(trx, accountId, userId))

const addRequest = (
  accountId: AccountId,
  userId: UserId,
  grantedMilli: number,
  decided = 'now()',
  frequency: GrantFrequency = 'once',
) =>
  sql`
    insert into credit_request (account_id, id, user_id, reason, state, granted_milli, frequency, decided_at)
    values (${accountId}, ${mintId('request')}, ${userId}, 'More', 'approved', ${grantedMilli}, ${frequency}, ${sql.raw(decided)})`.execute(
    testDatabase.database.kysely,
  )

const addHold = (accountId: AccountId, userId: UserId, milli: number, createdAt = 'now()') =>
  sql`
    insert into credit_hold (account_id, turn_id, user_id, held_milli, created_at)
    values (${accountId}, ${mintId('turn')}, ${userId}, ${milli}, ${sql.raw(createdAt)})`.execute(
    testDatabase.database.kysely,
  )

test('ACC-09 a limit counts only what the member used and was granted this month in this account', async () => {
  const { database } = testDatabase
  const [mine, theirs] = [await openTestAccount(database), await openTestAccount(database)]
  const [userId, otherId] = [
    await insertMember(database, mine.accountId),
    await insertMember(database, mine.accountId),
  ]
  expect(await left(mine.accountId, userId)).toBe(Infinity)
  await sql`
    update membership set monthly_credit_limit_milli = 10000
    where account_id = ${mine.accountId} and user_id in (${userId}, ${otherId})`.execute(database.kysely)
  expect(await left(mine.accountId, userId)).toBe(10_000)

  // Rows that each miss one of the conditions.
  await addRequest(theirs.accountId, userId, 1)
  await addRequest(mine.accountId, otherId, 2)
  await addRequest(mine.accountId, userId, 4, `now() - interval '40 days'`)
  // Monthly approvals are in the membership.
  await addRequest(mine.accountId, userId, 8, 'now()', 'monthly')
  await addHold(theirs.accountId, userId, 10)
  await addHold(mine.accountId, otherId, 20)
  await addHold(mine.accountId, userId, 40, `now() - interval '40 days'`)
  expect(await left(mine.accountId, userId)).toBe(10_000)

  // The first instant of the month belongs to it.
  const monthStart = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`
  await addRequest(mine.accountId, userId, 1000, monthStart)
  await addRequest(mine.accountId, userId, 2000)
  await addHold(mine.accountId, userId, 100, monthStart)
  await addHold(mine.accountId, userId, 400)
  expect(await left(mine.accountId, userId)).toBe(12_500)
  expect(await left(mine.accountId, otherId)).toBe(10_000 + 2 - 20)

  await sql`
    update membership set monthly_extra_milli = 500
    where account_id = ${mine.accountId} and user_id = ${userId}`.execute(database.kysely)
  expect(await left(mine.accountId, userId)).toBe(13_000)
})
