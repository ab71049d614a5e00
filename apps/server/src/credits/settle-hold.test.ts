import { mintId } from '@atrium/contract'
import { addCrowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inSystem } from '../platform/database/index.ts'
import { auditLedger } from './audit-ledger.ts'
import { TestLedger } from './ledger-for-tests.ts'
import { settleHold } from './settle-hold.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 25 })
})
afterAll(() => testDatabase.drop())

async function withHold(amountMilli: number) {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 10 })
  const turnId = mintId('turn')
  await ledger.hold(amountMilli, turnId)
  return { ledger, turnId }
}

test("CRED-02 settling releases the hold and charges the answer's cost", async () => {
  const { ledger, turnId } = await withHold(3000)
  expect(await ledger.settle(turnId, 1234)).toBe(1234)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8766, userMilli: 8766 })
  expect((await ledger.entries()).slice(4)).toEqual([
    'team release 3000',
    'team charge -1234',
    'person release 3000',
    'person charge -1234',
  ])
})

test('P13 settling changes only the team’s credits and the asker’s, only for this turn', async () => {
  const { ledger, turnId } = await withHold(3000)
  const crowd = await addCrowd(testDatabase.database, ledger.accountId)
  const colleague = await insertMember(testDatabase.database, ledger.accountId)
  await ledger.grant('2026-11', { team: 10, member: 10 }, [colleague])
  // The same turn has a hold in another account: browsers create ids.
  const elsewhere = new TestLedger(testDatabase.database, crowd.other.accountId, crowd.other.memberId)
  await elsewhere.hold(2000, turnId)
  const [theirs, ours] = [mintId('turn'), mintId('turn')]
  await ledger.hold(500, theirs, colleague)
  await ledger.hold(700, ours)
  const before = await crowd.rows()
  expect(await ledger.settle(turnId, 1000)).toBe(1000)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 7800, userMilli: 8300 })
  expect(await ledger.balances(colleague)).toMatchObject({ userMilli: 9500 })
  expect(await crowd.rows()).toEqual(before)
  const holds = await ledger.do((trx) =>
    sql<{ row: string }>`
      select turn_id || ' ' || state || ' ' || charged_milli || ' ' || (closed_at is not null) as row from credit_hold
      order by created_at`.execute(trx),
  )
  expect(holds.rows.map(({ row }) => row)).toEqual([
    `${turnId} settled 1000 true`,
    `${theirs} open 0 false`,
    `${ours} open 0 false`,
  ])
  expect(await ledger.settle(ours, 0)).toBe(0)
  expect(await ledger.settle(turnId, 5)).toBe(1000)
  const released = await ledger.do((trx) =>
    sql<{ state: string }>`select state from credit_hold where turn_id = ${ours}`.execute(trx),
  )
  expect(released.rows).toEqual([{ state: 'released' }])
})

test('P13 settling as the system, without row-level security, changes only that account', async () => {
  const turnId = mintId('shaping')
  const [ours, theirs] = [
    await TestLedger.open(testDatabase.database, { team: 10, member: 10 }),
    await TestLedger.open(testDatabase.database, { team: 10, member: 10 }),
  ]
  // Browsers create the ids: two accounts may have the same.
  for (const ledger of [theirs, ours]) await ledger.hold(2000, turnId)
  const before = await theirs.entries()
  const settle = (chargeMilli: number, { accountId } = ours) =>
    inSystem(testDatabase.database, (trx) =>
      settleHold(trx, { accountId, turnId, chargeMilli, modelId: null }),
    )
  expect(await settle(500)).toEqual({ chargedMilli: 500 })
  expect(await theirs.entries()).toEqual(before)
  expect(await theirs.balances()).toMatchObject({ teamMilli: 8000, userMilli: 8000 })
  expect(await ours.balances()).toMatchObject({ teamMilli: 9500, userMilli: 9500 })
  await theirs.settle(turnId, 700)
  expect(await settle(100)).toEqual({ chargedMilli: 500 })
  expect(await settle(100, theirs)).toEqual({ chargedMilli: 700 })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('P13 settling again, for more, for less or for nothing, changes nothing and returns the charge', async () => {
  const { ledger, turnId } = await withHold(3000)
  await ledger.settle(turnId, 1000)
  for (const chargeMilli of [1000, 2500, 0]) expect(await ledger.settle(turnId, chargeMilli)).toBe(1000)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 9000, userMilli: 9000 })
  expect(await ledger.entries()).toHaveLength(8)
})

test('P13 of many concurrent settlements, one counts and all return the same', async () => {
  const { ledger, turnId } = await withHold(3000)
  const charges = await Promise.all(
    Array.from({ length: 30 }, (_, index) => ledger.settle(turnId, 100 * (index + 1))),
  )
  expect(new Set(charges).size).toBe(1)
  expect((await ledger.balances()).teamMilli).toBe(10_000 - (charges[0] ?? Number.NaN))
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('P13 a released hold cannot be charged afterwards', async () => {
  const { ledger, turnId } = await withHold(3000)
  expect(await ledger.settle(turnId, 0)).toBe(0)
  expect(await ledger.settle(turnId, 3000)).toBe(0)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 10_000, userMilli: 10_000 })
  expect((await ledger.entries()).slice(4)).toEqual(['team release 3000', 'person release 3000'])
})

test.each([
  [1e12, 3000],
  [3001, 3000],
  [Number.POSITIVE_INFINITY, 3000],
  [-1, 0],
  [Number.NEGATIVE_INFINITY, 0],
  [Number.NaN, 0],
  [0.2, 1],
])('P03 a charge of %d for a hold of 3000 becomes %d', async (chargeMilli, charged) => {
  const { ledger, turnId } = await withHold(3000)
  expect(await ledger.settle(turnId, chargeMilli)).toBe(charged)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 10_000 - charged, userMilli: 10_000 - charged })
})

test('P13 a turn without a hold is charged nothing', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 10 })
  expect(await ledger.settle(mintId('turn'), 500)).toBe(0)
  expect(await ledger.entries()).toHaveLength(2)
})

test('CRED-02 a settlement whose transaction fails leaves the hold open, to be settled by the next one', async () => {
  const { ledger, turnId } = await withHold(3000)
  const interrupted = ledger.do(async (trx) => {
    await sql`update credit_hold set state = state where turn_id = ${turnId}`.execute(trx)
    await trx
      .insertInto('credit_entry')
      .values({
        account_id: ledger.accountId,
        holder: 'team',
        kind: 'release',
        amount_milli: 3000,
        reference: turnId,
      })
      .execute()
    throw new Error('the process ends here')
  })
  await expect(interrupted).rejects.toThrow('the process ends here')
  expect(await ledger.settle(turnId, 1000)).toBe(1000)
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 a request can neither change nor remove entries', async () => {
  const { ledger } = await withHold(3000)
  await expect(
    ledger.do((trx) => sql`update credit_entry set amount_milli = 1`.execute(trx)),
  ).rejects.toThrow(/permission denied/)
  await expect(ledger.do((trx) => trx.deleteFrom('credit_entry').execute())).rejects.toThrow(
    /permission denied/,
  )
  await expect(
    sql`update credit_entry set amount_milli = 1`.execute(testDatabase.database.kysely),
  ).rejects.toThrow(/append-only/)
})
