import { mintId, type RoomId, type TurnId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { connect, type Database } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { auditLedger } from './audit-ledger.ts'
import { type Hold, holdAndCommit, NotHeld } from './hold-credits.ts'
import { TestLedger } from './ledger-for-tests.ts'
import { OtherCharge, settleAndCommit } from './settle-hold.ts'

let testDatabase: TestDatabase
let otherNode: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 20 })
  otherNode = connect(testDatabase.address, { log: createLog({ level: 'silent' }), maxConnections: 20 })
})
afterAll(async () => {
  await otherNode.close()
  await testDatabase.drop()
})

const open = (credits: number) => TestLedger.open(testDatabase.database, { team: credits, member: credits })

const holdOf = (ledger: TestLedger, amountMilli: number, more: Partial<Hold> = {}): Hold => ({
  accountId: ledger.accountId,
  userId: ledger.userId,
  turnId: mintId('turn'),
  amountMilli,
  kind: 'question',
  roomId: null,
  ...more,
})

/** What the smaller balance had when the holds were refused; 'held' when they weren't. */
async function held(ledger: TestLedger, ...holds: Hold[]): Promise<number | null | 'held'> {
  try {
    await ledger.do((trx) => holdAndCommit(trx, holds))
    return 'held'
  } catch (error) {
    if (error instanceof NotHeld) return error.availableMilli
    throw error
  }
}

/** Settles; what is charged otherwise when that isn't expected. */
async function settled(ledger: TestLedger, turnId: TurnId, chargeMilli: number, expectedMilli = chargeMilli) {
  const { accountId } = ledger
  try {
    await ledger.do((trx) =>
      settleAndCommit(trx, { accountId, turnId, chargeMilli, expectedMilli, modelId: 'test-model' }),
    )
    return 'as expected'
  } catch (error) {
    if (error instanceof OtherCharge) return error.chargedMilli
    throw error
  }
}

test('P01 CRED-02 of 100 concurrent questions on two nodes that commit with their hold, with a balance for exactly one, one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ledger = await open(1)
    const nodes = [ledger, new TestLedger(otherNode, ledger.accountId, ledger.userId)] as const
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => held(nodes[index % 2 ? 1 : 0], holdOf(ledger, 1000))),
    )
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 0)).toHaveLength(99)
    expect(await ledger.balances()).toMatchObject({ teamMilli: 0, userMilli: 0 })
  }
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 a hold with the commit takes the same from the team and from the person, and records both', async () => {
  const ledger = await open(10)
  expect(await held(ledger, holdOf(ledger, 1500))).toBe('held')
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8500, userMilli: 8500 })
  expect((await ledger.entries()).slice(2)).toEqual(['team hold -1500', 'person hold -1500'])
})

test('CRED-02 several holds are taken together or not at all, and everything else of the transaction with them', async () => {
  const ledger = await open(5)
  expect(await held(ledger, holdOf(ledger, 2000), holdOf(ledger, 1000))).toBe('held')
  const before = await ledger.entries()
  const refused = ledger.do(async (trx) => {
    await sql`update account set name = 'Renamed' where id = ${ledger.accountId}`.execute(trx)
    await holdAndCommit(trx, [holdOf(ledger, 1500), holdOf(ledger, 1500)])
  })
  await expect(refused).rejects.toMatchObject({ availableMilli: 2000 })
  expect(await ledger.entries()).toEqual(before)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 2000, userMilli: 2000 })
  const named = await ledger.do((trx) =>
    sql<{ name: string }>`select name from account where id = ${ledger.accountId}`.execute(trx),
  )
  expect(named.rows[0]?.name).not.toBe('Renamed')
})

test('ACC-09 a monthly limit of the person or of the room is left to the hold that can check it', async () => {
  const ledger = await open(10)
  const { accountId, userId } = ledger
  const roomId: RoomId = mintId('room')
  await testDatabase.database.pool.query(
    `insert into room (account_id, id, name, access_type, created_by) values ($1, $2, 'Limited', 'PUBLIC', $3)`,
    [accountId, roomId, userId],
  )
  await testDatabase.database.pool.query(
    'insert into credit_room_limit (account_id, room_id, limit_milli) values ($1, $2, 5000)',
    [accountId, roomId],
  )
  expect(await held(ledger, holdOf(ledger, 1000, { roomId }))).toBeNull()
  expect(await held(ledger, holdOf(ledger, 1000))).toBe('held')
  await testDatabase.database.pool.query(
    'update membership set monthly_credit_limit_milli = 9000 where account_id = $1 and user_id = $2',
    [accountId, userId],
  )
  expect(await held(ledger, holdOf(ledger, 1000))).toBeNull()
  expect(await held(ledger, holdOf(ledger, 1000, { roomId, isBeyondLimit: true }))).toBe('held')
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8000 })
})

test.each([-1, 0.5, Number.NaN])('P03 %d thousandths cannot be held with the commit', async (amountMilli) => {
  const ledger = await open(10)
  await expect(held(ledger, holdOf(ledger, amountMilli))).rejects.toThrow(RangeError)
  expect(await ledger.entries()).toHaveLength(2)
})

test('CRED-02 settling with the commit releases the hold and charges', async () => {
  const ledger = await open(10)
  const hold = holdOf(ledger, 3000)
  await held(ledger, hold)
  expect(await settled(ledger, hold.turnId as TurnId, 1234)).toBe('as expected')
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8766, userMilli: 8766 })
  expect((await ledger.entries()).slice(4)).toEqual([
    'team release 3000',
    'team charge -1234',
    'person release 3000',
    'person charge -1234',
  ])
})

test('P13 a charge that is not the expected one is named, and nothing is committed', async () => {
  const ledger = await open(10)
  const hold = holdOf(ledger, 3000)
  const turnId = hold.turnId as TurnId
  await held(ledger, hold)
  expect(await settled(ledger, turnId, 5000)).toBe(3000)
  expect(await ledger.entries()).toHaveLength(4)
  expect(await settled(ledger, turnId, 5000, 3000)).toBe('as expected')
  // Later ones change nothing; a turn without a hold is charged nothing.
  expect(await settled(ledger, turnId, 1000)).toBe(3000)
  expect(await settled(ledger, mintId('turn'), 500)).toBe(0)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 7000, userMilli: 7000 })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('P13 of many concurrent settlements with their commits, one counts', async () => {
  const ledger = await open(10)
  const hold = holdOf(ledger, 3000)
  await held(ledger, hold)
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, index) => settled(ledger, hold.turnId as TurnId, 100 * (index + 1))),
  )
  expect(outcomes.filter((outcome) => outcome === 'as expected')).toHaveLength(1)
  const charged = 100 * (outcomes.indexOf('as expected') + 1)
  expect((await ledger.balances()).teamMilli).toBe(10_000 - charged)
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 every hold and settlement gives the balances up before its commit is on disk', async () => {
  const ledger = await open(10)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const [alone, together] = [mintId('turn'), mintId('turn')]
  await ledger.hold(1000, alone)
  await held(ledger, holdOf(ledger, 1000, { turnId: together }))
  await ledger.settle(alone, 500)
  await settled(ledger, together, 500)
  const commits = asked.mock.calls.filter(([text]) =>
    String(text).startsWith('set local synchronous_commit to off; commit;'),
  )
  asked.mockRestore()
  expect(commits).toHaveLength(4)
})
