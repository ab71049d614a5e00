import { mintId, type TurnId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { auditLedger } from './audit-ledger.ts'
import { TestLedger } from './ledger-for-tests.ts'

let testDatabase: TestDatabase
let ledger: TestLedger
let open: TurnId
let settled: TurnId
beforeEach(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  ledger = await TestLedger.open(testDatabase.database, { team: 100, member: 100 })
  open = mintId('turn')
  settled = mintId('turn')
  await ledger.hold(5000, open)
  await ledger.hold(5000, settled)
  await ledger.settle(settled, 2000)
})
afterEach(() => testDatabase.drop())

/** Only possible with the database's own password, past every guard. */
const tamper = async (statement: string) => {
  await sql
    .raw(`alter table credit_entry disable trigger all; ${statement}`)
    .execute(testDatabase.database.kysely)
}
const brokenRules = async () => [
  ...new Set((await auditLedger(testDatabase.database)).map(({ rule }) => rule)),
]

test('CRED-02 a ledger that only the product wrote is sound', async () => {
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 the audit finds a balance that is not the sum of its entries', async () => {
  await tamper(`update credit_balance set available_milli = available_milli + 1 where holder = 'team'`)
  expect(await auditLedger(testDatabase.database)).toEqual([
    {
      rule: 'balance-is-sum-of-entries',
      accountId: ledger.accountId,
      subject: 'team',
      found: '93001',
      expected: '93000',
    },
  ])
})

test('CRED-02 the audit finds entries of a holder without a balance', async () => {
  await tamper(`delete from credit_balance where holder <> 'team'`)
  expect(await brokenRules()).toEqual(['balance-is-sum-of-entries'])
})

test('CRED-02 the audit finds a charge above the hold', async () => {
  await tamper(`update credit_entry set amount_milli = -6000 where kind = 'charge'`)
  expect(await brokenRules()).toContain('hold-has-its-entries')
})

test('CRED-02 the audit finds a charge that only the team paid', async () => {
  await tamper(`delete from credit_entry where kind = 'charge' and holder <> 'team'`)
  expect(await brokenRules()).toContain('hold-has-its-entries')
})

test('CRED-02 the audit finds a hold that is marked settled and released nothing', async () => {
  await tamper(`update credit_hold set state = 'settled', closed_at = now() where state = 'open'`)
  expect(await brokenRules()).toEqual(['hold-has-its-entries'])
})

test('CRED-02 the audit finds entries without a hold', async () => {
  await tamper(`delete from credit_hold where turn_id = '${settled}'`)
  expect(await brokenRules()).toEqual(['entries-have-their-hold'])
})

test('CRED-02 the audit finds entries without a hold also when another account holds for the same turn and person', async () => {
  const other = await TestLedger.open(testDatabase.database, { team: 100, member: 100 })
  const elsewhere = new TestLedger(testDatabase.database, other.accountId, ledger.userId)
  await elsewhere.grant('2026-11', { team: 100, member: 100 })
  await elsewhere.hold(5000, settled)
  await elsewhere.settle(settled, 2000)
  expect(await auditLedger(testDatabase.database)).toEqual([])
  await tamper(`delete from credit_hold where turn_id = '${settled}' and account_id = '${ledger.accountId}'`)
  expect(await auditLedger(testDatabase.database)).toMatchObject([
    { rule: 'entries-have-their-hold', accountId: ledger.accountId, subject: settled },
  ])
})

test('CRED-02 the audit finds a hold that was never closed', async () => {
  await tamper(`update credit_hold set created_at = now() - interval '2 hours' where turn_id = '${open}'`)
  expect(await auditLedger(testDatabase.database)).toMatchObject([{ rule: 'hold-ends', subject: open }])
  expect(await auditLedger(testDatabase.database, { maxOpenHoldSeconds: 3 * 3600 })).toEqual([])
})

test('CRED-02 P01 P13 with concurrent holds, settlements and grants in any order, the ledger is sound and never below zero', async () => {
  const people = [
    ledger.userId,
    await insertMember(testDatabase.database, ledger.accountId),
    await insertMember(testDatabase.database, ledger.accountId),
  ]
  const any = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item
  const turns: TurnId[] = [open, settled]
  const months = ['2026-11', '2026-12', '2027-01', '2027-02'] as const
  const step = async () => {
    const what = Math.random()
    if (what < 0.5) {
      const turnId = mintId('turn')
      const { outcome } = await ledger.hold(Math.floor(Math.random() * 40_000), turnId, any(people))
      if (outcome === 'held') turns.push(turnId)
    } else if (what < 0.95)
      await ledger.settle(any(turns), any([0, 1, -5, 1e15, Number.NaN, Math.random() * 50_000]))
    else
      await ledger.grant(
        any(months),
        { team: 60, member: 30 },
        people.slice(0, 1 + Math.floor(Math.random() * 3)),
      )
  }
  for (let round = 0; round < 40; round += 1) {
    await Promise.all(Array.from({ length: 15 }, step))
    if (round % 10 === 0) expect(await auditLedger(testDatabase.database)).toEqual([])
  }
  await Promise.all(turns.map((turnId) => ledger.settle(turnId, 0)))
  expect(await auditLedger(testDatabase.database, { maxOpenHoldSeconds: 0 })).toEqual([])
  // How many holds fit is left to chance.
  expect(turns.length).toBeGreaterThan(5)
})
