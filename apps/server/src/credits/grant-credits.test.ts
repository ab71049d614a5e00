import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from './audit-ledger.ts'
import { grantCredits } from './grant-credits.ts'
import { TestLedger } from './ledger-for-tests.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
afterAll(async () => {
  expect(await auditLedger(testDatabase.database)).toEqual([])
  await testDatabase.drop()
})

const credits = { team: 10, member: 4 }

test('PLAN-03 a grant adds once to the team and the same to each named member, also without credits before, and to nobody else', async () => {
  const { database } = testDatabase
  const [ledger, beside] = [
    await TestLedger.open(database, credits),
    await TestLedger.open(database, credits),
  ]
  const [newcomer, other] = [
    await insertMember(database, ledger.accountId),
    await insertMember(database, ledger.accountId),
  ]
  const grant = () =>
    ledger.do((trx) =>
      grantCredits(trx, {
        accountId: ledger.accountId,
        userIds: [newcomer, newcomer, ledger.userId],
        amountMilli: 5000,
        reference: 'extra:once',
      }),
    )
  await grant()
  expect(await ledger.balances(newcomer)).toMatchObject({ teamMilli: 15_000, userMilli: 5000 })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 15_000, userMilli: 9000 })
  expect(await ledger.balances(other)).toMatchObject({ teamMilli: 15_000, userMilli: 0 })
  expect(await beside.balances()).toMatchObject({ teamMilli: 10_000, userMilli: 4000 })
  await expect(grant()).rejects.toThrow(/duplicate/)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 15_000, userMilli: 9000 })
})

test('PLAN-03 granted credits neither count as the month nor expire with it', async () => {
  const ledger = await TestLedger.open(testDatabase.database, credits, '2026-11')
  await ledger.do((trx) =>
    grantCredits(trx, {
      accountId: ledger.accountId,
      userIds: [ledger.userId],
      amountMilli: 5000,
      reference: 'extra:stays',
    }),
  )
  expect(await ledger.balances()).toMatchObject({ teamMilli: 15_000, monthlyTeamMilli: 10_000 })
  await ledger.grant('2026-12', credits)
  expect(await ledger.balances()).toEqual({
    teamMilli: 15_000,
    userMilli: 9000,
    shownMilli: 9000,
    monthlyTeamMilli: 10_000,
    limitUsed: null,
  })
})
