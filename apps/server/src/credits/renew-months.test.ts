import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, testPlans } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTenant } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { auditLedger } from './audit-ledger.ts'
import { balancesOf } from './balances-of.ts'
import { renewMonths } from './renew-months.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
beforeEach(async () => {
  await testDatabase.database.kysely.updateTable('account').set({ deleted_at: new Date() }).execute()
})
afterAll(() => testDatabase.drop())

const november = () => new Date('2026-11-15T12:00:00Z')
const renew = (now = november) =>
  renewMonths({ database: testDatabase.database, plans: testPlans, log: createLog({ level: 'silent' }), now })

test('CRED-02 every account and member that lacks the month gets it by their plan, once', async () => {
  const basic = await openTestAccount(testDatabase.database)
  const team = await openTestAccount(testDatabase.database)
  await testDatabase.database.kysely
    .updateTable('account')
    .set({ plan_name: 'Team' })
    .where('id', '=', team.accountId)
    .execute()
  const member = await insertMember(testDatabase.database, team.accountId)

  expect(await renew()).toBe(2)
  expect(await renew()).toBe(0)

  const balances = (accountId: typeof team.accountId, userId: typeof member) =>
    inTenant(testDatabase.database, { accountId, userId }, (trx) => balancesOf(trx, accountId, userId))
  expect(await balances(basic.accountId, basic.ownerId)).toMatchObject({
    teamMilli: 200_000,
    userMilli: 200_000,
  })
  expect(await balances(team.accountId, team.ownerId)).toMatchObject({
    teamMilli: 2_000_000,
    userMilli: 500_000,
  })
  expect(await balances(team.accountId, member)).toMatchObject({ teamMilli: 2_000_000, userMilli: 500_000 })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 nodes that renew at once give each account its month once, also in the month after', async () => {
  await Promise.all(Array.from({ length: 5 }, () => openTestAccount(testDatabase.database)))
  await Promise.all([renew(), renew(), renew()])
  await Promise.all([
    renew(() => new Date('2026-12-01T00:00:00Z')),
    renew(() => new Date('2026-12-01T00:00:00Z')),
  ])
  expect(await renew(() => new Date('2026-12-31T23:59:59Z'))).toBe(0)
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 somebody who joins later is found by the next renewal', async () => {
  const { accountId } = await openTestAccount(testDatabase.database)
  await renew()
  const member = await insertMember(testDatabase.database, accountId)
  expect(await renew()).toBe(1)
  const balances = await inTenant(testDatabase.database, { accountId, userId: member }, (trx) =>
    balancesOf(trx, accountId, member),
  )
  expect(balances.userMilli).toBe(200_000)
})

test('CRED-02 a deleted account gets nothing', async () => {
  await openTestAccount(testDatabase.database)
  await testDatabase.database.kysely.updateTable('account').set({ deleted_at: new Date() }).execute()
  expect(await renew()).toBe(0)
})
