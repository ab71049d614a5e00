import { mintId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from './audit-ledger.ts'
import { TestLedger } from './ledger-for-tests.ts'
import { monthOf } from './month.ts'
import { appendEntries, lockBalances } from './queries.ts'
import { raiseExtra } from './raise-extra.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
afterAll(async () => {
  expect(await auditLedger(testDatabase.database)).toEqual([])
  await testDatabase.drop()
})

const credits = { team: 10, member: 4 }

test('CRED-02 P15 a month is granted once, however often and concurrently', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  await Promise.all(Array.from({ length: 10 }, () => ledger.grant('2026-12', credits)))
  expect(await ledger.balances()).toMatchObject({ teamMilli: 10_000, userMilli: 4000 })
  expect((await ledger.entries()).filter((entry) => entry.includes('grant'))).toHaveLength(4)
})

test('CRED-02 the rest of a month expires when the next one is granted', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  const turnId = mintId('turn')
  await ledger.hold(3000, turnId)
  await ledger.settle(turnId, 1000)
  await ledger.grant('2026-12', { team: 20, member: 20 })
  expect(await ledger.balances()).toEqual({
    teamMilli: 20_000,
    userMilli: 20_000,
    shownMilli: 20_000,
    monthlyTeamMilli: 20_000,
    limitUsed: null,
  })
  expect((await ledger.entries()).slice(-4)).toEqual([
    'team expire -9000',
    'team grant 20000',
    'person expire -3000',
    'person grant 20000',
  ])
})

test('CRED-02 a hold across the turn of the month is settled in the new one', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  const turnId = mintId('turn')
  await ledger.hold(3000, turnId)
  await ledger.grant('2026-12', credits)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 10_000, userMilli: 4000 })
  await ledger.settle(turnId, 1000)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 12_000, userMilli: 6000 })
})

test('credits beside the monthly ones stay when the month ends', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  await ledger.do(async (trx) => {
    await lockBalances(trx, ledger.accountId, ['team'])
    await appendEntries(trx, ledger.accountId, [
      { holder: 'team', kind: 'grant', amountMilli: 7000, reference: 'order:1' },
    ])
  })
  const turnId = mintId('turn')
  await ledger.hold(3000, turnId)
  await ledger.settle(turnId, 3000)
  await ledger.grant('2026-12', credits)
  expect((await ledger.balances()).teamMilli).toBe(17_000)
})

test('a month is never granted after a later one', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2027-01')
  await ledger.grant('2026-12', credits)
  expect(await ledger.entries()).toHaveLength(2)
})

test('a member who joins mid-month gets their share, and the others nothing more', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  const newcomer = await insertMember(testDatabase.database, ledger.accountId)
  await ledger.grant('2026-11', credits, [ledger.userId, newcomer])
  expect(await ledger.balances(newcomer)).toMatchObject({ teamMilli: 10_000, userMilli: 4000 })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 10_000, userMilli: 4000 })
})

test('the month of a person is not taken for that of the team', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  await ledger.do(async (trx) => {
    await lockBalances(trx, ledger.accountId, [ledger.userId])
    await appendEntries(trx, ledger.accountId, [
      { holder: ledger.userId, kind: 'grant', amountMilli: 3000, reference: 'month:2026-12' },
    ])
  })
  expect(await ledger.balances()).toMatchObject({ userMilli: 7000, monthlyTeamMilli: 10_000 })
})

test('months turn at midnight UTC', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11')
  expect(monthOf(new Date('2026-12-01T00:00:00.000Z'))).toBe('2026-12')
})

test('additional monthly credits come with each month, once, expire with it, and a reduction applies from the next', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  const setExtra = (extraMilli: number) =>
    ledger.do((trx) =>
      trx
        .updateTable('membership')
        .set({ monthly_extra_milli: extraMilli })
        .where('account_id', '=', ledger.accountId)
        .execute(),
    )
  const raise = () =>
    ledger.do((trx) =>
      raiseExtra(trx, { accountId: ledger.accountId, userId: ledger.userId, period: '2026-11' }),
    )
  const own = async () => (await ledger.balances()).userMilli
  await setExtra(3000)
  await Promise.all(Array.from({ length: 5 }, raise))
  expect(await own()).toBe(7000)
  await setExtra(1000)
  await raise()
  expect(await own()).toBe(7000)
  await setExtra(5000)
  await raise()
  expect(await own()).toBe(9000)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 10_000 })

  await setExtra(2000)
  await Promise.all(Array.from({ length: 5 }, () => ledger.grant('2026-12', credits)))
  expect(await own()).toBe(6000)
  await setExtra(0)
  await ledger.grant('2027-01', credits)
  expect(await own()).toBe(4000)
})
