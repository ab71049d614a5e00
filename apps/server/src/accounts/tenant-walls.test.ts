import { type AccountId, mintId, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '../platform/database/index.ts'

const hash = () => mintId('message').slice(-36).padEnd(43, 'x')

/** A row for each tenant table of this folder that a new account leaves empty. */
const rows: Record<string, (accountId: AccountId, userId: UserId) => RawBuilder<unknown>> = {
  invite: (accountId) => sql`insert into invite (account_id, id, email, role, token_hash, expires_at)
    values (${accountId}, ${mintId('invite')}, ${`${hash()}@example.com`}, 'member', ${hash()}, now())`,
  invite_link: (accountId) => sql`insert into invite_link (account_id, id, token_hash, expires_at)
    values (${accountId}, ${mintId('link')}, ${hash()}, now())`,
  removed_member: (accountId, userId) =>
    sql`insert into removed_member (account_id, user_id) values (${accountId}, ${userId})`,
  audit_entry: (
    accountId,
    userId,
  ) => sql`insert into audit_entry (account_id, actor_id, action, object_type, object_id)
    values (${accountId}, ${userId}, 'room.created', 'room', 'room_1')`,
}

let testDatabase: TestDatabase
let mine: TestAccount
let theirs: TestAccount
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 1 })
  const { database } = testDatabase
  ;[mine, theirs] = [await openTestAccount(database), await openTestAccount(database)]
  for (const { accountId, ownerId } of [mine, theirs])
    for (const row of Object.values(rows)) await row(accountId, ownerId).execute(database.kysely)
})
afterAll(() => testDatabase.drop())

const as = <Result>(accountId: AccountId | null, statement: RawBuilder<Result>) =>
  inTenant(testDatabase.database, { accountId, userId: null }, (trx) => statement.execute(trx))

test.each(Object.keys(rows))(
  "T19 a query on %s without its account condition finds only the tenant's rows, and none without a tenant; rows for another account are refused",
  async (table) => {
    const owners = async (accountId: AccountId | null) =>
      (
        await as(
          accountId,
          sql<{ owner: string }>`select distinct account_id as owner from ${sql.table(table)}`,
        )
      ).rows
    expect(await owners(mine.accountId)).toEqual([{ owner: mine.accountId }])
    expect(await owners(theirs.accountId)).toEqual([{ owner: theirs.accountId }])
    expect(await owners(null)).toEqual([])
    const insert = rows[table]
    if (!insert) throw new Error('Every table has its row.')
    await expect(as(mine.accountId, insert(theirs.accountId, mine.ownerId))).rejects.toThrow(
      /row-level security/,
    )
    await as(mine.accountId, insert(mine.accountId, theirs.ownerId))
  },
)

test('T19 a tenant cannot read outbox mail, not even its own, and learns only how many went to an address', async () => {
  await expect(as(mine.accountId, sql`select from mail_outbox`)).rejects.toThrow(/permission denied/)
  const counted = await as(
    mine.accountId,
    sql<{ count: number }>`select mails_in_last_hour('a@example.com', 'x') as count`,
  )
  expect(counted.rows).toEqual([{ count: 0 }])
})
