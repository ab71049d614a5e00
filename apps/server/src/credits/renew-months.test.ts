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

test('CRED-02 every account and member without the month gets it by their plan, once', async () => {
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

test('CRED-02 concurrent renewals on several nodes grant each account its month once, also in the month after', async () => {
  await Promise.all(Array.from({ length: 5 }, () => openTestAccount(testDatabase.database)))
  await Promise.all([renew(), renew(), renew()])
  await Promise.all([
    renew(() => new Date('2026-12-01T00:00:00Z')),
    renew(() => new Date('2026-12-01T00:00:00Z')),
  ])
  expect(await renew(() => new Date('2026-12-31T23:59:59Z'))).toBe(0)
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('the next renewal includes a person who joins later', async () => {
  const { accountId } = await openTestAccount(testDatabase.database)
  await renew()
  const member = await insertMember(testDatabase.database, accountId)
  expect(await renew()).toBe(1)
  const balances = await inTenant(testDatabase.database, { accountId, userId: member }, (trx) =>
    balancesOf(trx, accountId, member),
  )
  expect(balances.userMilli).toBe(200_000)
})

test('a deleted account gets nothing', async () => {
  await openTestAccount(testDatabase.database)
  await testDatabase.database.kysely.updateTable('account').set({ deleted_at: new Date() }).execute()
  expect(await renew()).toBe(0)
})

test('PLAN-03 CRED-02 a plans file with more credits raises the current month at the next start, with a ledger entry', async () => {
  const { database } = testDatabase
  const { accountId, ownerId } = await openTestAccount(database)
  await renew()
  const more: typeof testPlans = {
    ...testPlans,
    default: { ...testPlans.default, monthly_credits: { team: 900, member: 700 } },
  }
  const plans = { ...more, all: [more.default], named: () => more.default }
  const start = () =>
    renewMonths({ database, plans, log: createLog({ level: 'silent' }), now: november, raises: true })
  await start()
  await start()
  const { rows } = await database.pool.query(
    `select holder, kind, reference, amount_milli from credit_entry where account_id = $1 order by id`,
    [accountId],
  )
  expect(rows.filter(({ reference }: { reference: string }) => reference.startsWith('raise:'))).toEqual([
    { holder: 'team', kind: 'grant', reference: 'raise:2026-11:900000', amount_milli: 700_000 },
    { holder: ownerId, kind: 'grant', reference: 'raise:2026-11:700000', amount_milli: 500_000 },
  ])
  // The unused part expires with its month.
  await renewMonths({
    database,
    plans,
    log: createLog({ level: 'silent' }),
    now: () => new Date('2026-12-02T12:00:00Z'),
  })
  const balances = await inTenant(database, { accountId, userId: ownerId }, (trx) =>
    balancesOf(trx, accountId, ownerId),
  )
  expect(balances).toMatchObject({ teamMilli: 900_000, userMilli: 700_000, monthlyTeamMilli: 900_000 })
  expect(await auditLedger(database)).toEqual([])
})
