import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount, testPlans } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantMonth, holdCredits } from '../credits/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { createGeneralRoom } from './index.ts'

/** Every tenant table that a new account fills, by the column that identifies the owner. */
const tenantTables = {
  account: 'id',
  membership: 'account_id',
  room: 'account_id',
  room_member: 'account_id',
  credit_balance: 'account_id',
  credit_hold: 'account_id',
  credit_entry: 'account_id',
  logo: 'account_id',
} as const
const tables = Object.keys(tenantTables) as (keyof typeof tenantTables)[]

let testDatabase: TestDatabase
let mine: TestAccount
let theirs: TestAccount
beforeAll(async () => {
  // One connection: leftovers of a transaction would affect the next.
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 1 })
  ;[mine, theirs] = [await createFilledAccount(), await createFilledAccount()]
})
afterAll(() => testDatabase.drop())

async function createFilledAccount(): Promise<TestAccount> {
  const account = await openTestAccount(testDatabase.database, [
    async (trx, opened, owner) => void (await createGeneralRoom(trx, opened, owner)),
    (trx, opened, owner) =>
      grantMonth(trx, { accountId: opened.id, plan: testPlans.default, period: '2026-11', userIds: [owner] }),
    async (trx, opened, owner) =>
      void (await holdCredits(trx, {
        accountId: opened.id,
        userId: owner,
        turnId: 'turn_1',
        amountMilli: 5,
        kind: 'question',
        roomId: null,
      })),
    async (trx, opened, owner) =>
      void (await sql`insert into logo (account_id, name, requested_by) values (${opened.id}, ${`${crypto.randomUUID().replaceAll('-', '')}.png`}, ${owner})`.execute(
        trx,
      )),
  ])
  await insertMember(testDatabase.database, account.accountId)
  return account
}

const tenant = (account: TestAccount | null) =>
  account ? { accountId: account.accountId, userId: account.ownerId } : { accountId: null, userId: null }
const ownersOfAllRows = (account: TestAccount | null, table: keyof typeof tenantTables) =>
  inTenant(testDatabase.database, tenant(account), async (trx) => {
    const found = await sql<{
      owner: string
    }>`select distinct ${sql.ref(tenantTables[table])} as owner from ${sql.table(table)}`.execute(trx)
    return found.rows.map((row) => row.owner)
  })

test.each(tables)(
  "T19 a query on %s without its account condition finds only the tenant's rows, and none without a tenant",
  async (table) => {
    expect(await ownersOfAllRows(mine, table)).toEqual([mine.accountId])
    expect(await ownersOfAllRows(null, table)).toEqual([])
    expect(await ownersOfAllRows(theirs, table)).toEqual([theirs.accountId])
  },
)

test('T19 no tenant setting stays on the connection, neither after success nor after an error', async () => {
  await expect(
    inTenant(testDatabase.database, tenant(mine), (trx) => sql`select 1 / 0`.execute(trx)),
  ).rejects.toThrow(/division by zero/)
  const state = await sql<{
    account: string | null
    role: string
  }>`select current_account() as account, current_user::text as role`.execute(testDatabase.database.kysely)
  expect(state.rows).toEqual([{ account: null, role: 'atrium' }])
  expect(await ownersOfAllRows(null, 'room')).toEqual([])
})

test('T19 rows for another account are refused, and updates of its rows change nothing', async () => {
  const inMine = (statement: ReturnType<typeof sql>) =>
    inTenant(testDatabase.database, tenant(mine), (trx) => statement.execute(trx))
  await expect(
    inMine(
      sql`insert into room (account_id, id, name, access_type, created_by) values (${theirs.accountId}, 'room_x', 'Mine', 'PUBLIC', ${mine.ownerId})`,
    ),
  ).rejects.toThrow(/row-level security/)
  await expect(
    inMine(
      sql`insert into credit_entry (account_id, holder, kind, amount_milli, reference) values (${theirs.accountId}, 'team', 'grant', 1, 'x')`,
    ),
  ).rejects.toThrow(/row-level security/)
  await expect(inMine(sql`update room set account_id = ${theirs.accountId}`)).rejects.toThrow(
    /row-level security|foreign key/,
  )
  await inMine(sql`update account set name = 'Taken over'`)
  await inMine(sql`update credit_balance set available_milli = 0`)
  const untouched = await sql<{ name: string; milli: number }>`
    select name, (select available_milli from credit_balance where account_id = account.id and holder = 'team') as milli
    from account where id = ${theirs.accountId}`.execute(testDatabase.database.kysely)
  expect(untouched.rows).toEqual([{ name: 'Test account', milli: 199_995 }])
})
