import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from './audit-ledger.ts'
import { grantCredits } from './grant-credits.ts'
import { TestLedger } from './ledger-for-tests.ts'
import { raiseMonth } from './raise-month.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
afterAll(async () => {
  expect(await auditLedger(testDatabase.database)).toEqual([])
  await testDatabase.drop()
})

const credits = { team: 10, member: 4 }

/** A ledger in its second month, whose team and owner also have extra credits and credits in use. */
async function openLedger(): Promise<TestLedger> {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  await ledger.grant('2026-12', credits)
  await ledger.do((trx) =>
    grantCredits(trx, {
      accountId: ledger.accountId,
      userIds: [ledger.userId],
      amountMilli: 2000,
      reference: 'extra:beside',
    }),
  )
  expect(await ledger.hold(1000)).toEqual({ outcome: 'held' })
  return ledger
}

const raise = (ledger: TestLedger, monthlyCredits: typeof credits, userIds = [ledger.userId]) =>
  ledger.do((trx) =>
    raiseMonth(trx, { accountId: ledger.accountId, monthlyCredits, period: '2026-12', userIds }),
  )

test('PLAN-03 CRED-02 a larger plan adds what the month lacks, once, whatever else was granted or used', async () => {
  const ledger = await openLedger()
  const before = (await ledger.entries()).length
  expect(await raise(ledger, { team: 15, member: 5 })).toBe(true)
  expect((await ledger.entries()).slice(before).toSorted()).toEqual(['person grant 1000', 'team grant 5000'])
  expect(await ledger.balances()).toMatchObject({
    teamMilli: 16_000,
    userMilli: 6000,
    monthlyTeamMilli: 15_000,
  })
  expect(await raise(ledger, { team: 15, member: 5 })).toBe(false)
  expect(await raise(ledger, { team: 16, member: 5 })).toBe(true)
  expect((await ledger.entries()).slice(before + 2)).toEqual(['team grant 1000'])
})

test('PLAN-03 an equal or smaller plan changes nothing, nor does a raise give credits to people who are not named', async () => {
  const ledger = await openLedger()
  const other = await insertMember(testDatabase.database, ledger.accountId)
  await ledger.grant('2026-12', credits, [other])
  const before = await ledger.entries()
  expect(await raise(ledger, credits)).toBe(false)
  expect(await raise(ledger, { team: 1, member: 1 })).toBe(false)
  expect(await ledger.entries()).toEqual(before)
  await raise(ledger, { team: 10, member: 9 })
  expect(await ledger.balances(other)).toMatchObject({ userMilli: 4000 })
  expect(await ledger.balances()).toMatchObject({ userMilli: 4000 + 2000 - 1000 + 5000 })
})
