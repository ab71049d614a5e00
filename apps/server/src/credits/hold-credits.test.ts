import { mintId } from '@atrium/contract'
import { addCrowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { auditLedger } from './audit-ledger.ts'
import { TestLedger } from './ledger-for-tests.ts'

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

test('P01 CRED-02 of 100 concurrent questions on two nodes, with a balance for exactly one, one gets a hold', async () => {
  const rounds = 30
  for (let round = 0; round < rounds; round += 1) {
    const ledger = await TestLedger.open(testDatabase.database, { team: 1, member: 1 })
    const nodes = [ledger, new TestLedger(otherNode, ledger.accountId, ledger.userId)] as const
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => nodes[index % 2 ? 1 : 0].hold(1000)),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'held')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'short')).toEqual(
      Array(99).fill({ outcome: 'short', availableMilli: 0, isByLimit: false }),
    )
    expect(await ledger.balances()).toMatchObject({ teamMilli: 0, userMilli: 0 })
  }
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('P01 CRED-02 members who ask concurrently cannot spend the same team credits twice', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 5, member: 5 })
  const members = await Promise.all(
    Array.from({ length: 4 }, () => insertMember(testDatabase.database, ledger.accountId)),
  )
  const everybody = [ledger.userId, ...members]
  await ledger.grant('2026-11', { team: 5, member: 5 }, everybody)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ledger.hold(1000, mintId('turn'), everybody[index % everybody.length]),
    ),
  )
  expect(outcomes.filter(({ outcome }) => outcome === 'held')).toHaveLength(5)
  expect((await ledger.balances()).teamMilli).toBe(0)
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 a hold takes the same from the team and from the person, and records both', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 4 })
  expect(await ledger.hold(1500)).toEqual({ outcome: 'held' })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8500, userMilli: 2500 })
  expect((await ledger.entries()).slice(2)).toEqual(['team hold -1500', 'person hold -1500'])
})

test('CRED-02 a hold affects no other person and no other account', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 4 })
  const crowd = await addCrowd(testDatabase.database, ledger.accountId)
  const colleague = await insertMember(testDatabase.database, ledger.accountId)
  // A colleague with less than the amount.
  await ledger.grant('2026-11', { team: 10, member: 1 }, [colleague])
  const before = await crowd.rows()
  const turnId = mintId('turn')
  expect(await ledger.hold(1500, turnId)).toEqual({ outcome: 'held' })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8500, userMilli: 2500 })
  expect(await ledger.balances(colleague)).toMatchObject({ userMilli: 1000 })
  expect(await crowd.rows()).toEqual(before)
  const holds = await ledger.do((trx) =>
    sql`select turn_id, user_id, held_milli, state from credit_hold`.execute(trx),
  )
  expect(holds.rows).toEqual([{ turn_id: turnId, user_id: ledger.userId, held_milli: 1500, state: 'open' }])
})

test('CRED-02 the whole balance can be held, and so can nothing', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 4, member: 4 })
  expect(await ledger.hold(0)).toEqual({ outcome: 'held' })
  expect(await ledger.hold(4000)).toEqual({ outcome: 'held' })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 0, userMilli: 0 })
  expect(await ledger.hold(1)).toEqual({ outcome: 'short', availableMilli: 0, isByLimit: false })
})

test('CRED-03 a person with credits in a team without any has nothing to hold', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 4 })
  await sql`delete from credit_balance where account_id = ${ledger.accountId} and holder = 'team'`.execute(
    testDatabase.database.kysely,
  )
  expect(await ledger.hold(1)).toEqual({ outcome: 'short', availableMilli: 0, isByLimit: false })
})

test('ACC-09 a whole monthly limit can be held, and not a thousandth more', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 10 })
  const colleague = await insertMember(testDatabase.database, ledger.accountId)
  await ledger.grant('2026-11', { team: 10, member: 10 }, [colleague])
  await sql`update membership set monthly_credit_limit_milli = 3000 where user_id = ${ledger.userId}`.execute(
    testDatabase.database.kysely,
  )
  expect(await ledger.hold(3001)).toEqual({ outcome: 'short', availableMilli: 3000, isByLimit: true })
  expect(await ledger.hold(1000)).toEqual({ outcome: 'held' })
  expect(await ledger.hold(2001)).toEqual({ outcome: 'short', availableMilli: 2000, isByLimit: true })
  expect(await ledger.hold(2000)).toEqual({ outcome: 'held' })
  expect(await ledger.hold(1)).toEqual({ outcome: 'short', availableMilli: 0, isByLimit: true })
  // It limits nobody else.
  expect(await ledger.hold(4000, mintId('turn'), colleague)).toEqual({ outcome: 'held' })
})

test('CRED-03 when the team or the person has too little, nothing changes and the smaller balance is returned', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 4 })
  expect(await ledger.hold(4001)).toEqual({ outcome: 'short', availableMilli: 4000, isByLimit: false })
  const poorTeam = await TestLedger.open(testDatabase.database, { team: 3, member: 4 })
  expect(await poorTeam.hold(3001)).toEqual({ outcome: 'short', availableMilli: 3000, isByLimit: false })
  expect(await poorTeam.entries()).toHaveLength(2)
  expect(await poorTeam.balances()).toMatchObject({ teamMilli: 3000, userMilli: 4000 })
})

test('CRED-03 a person who never got credits has none', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 4 })
  const stranger = mintId('user')
  expect(await ledger.hold(1, mintId('turn'), stranger)).toEqual({
    outcome: 'short',
    availableMilli: 0,
    isByLimit: false,
  })
  expect(await ledger.balances(stranger)).toMatchObject({ userMilli: 0, shownMilli: 0 })
})

test('CRED-04 the balance shown is the smaller of the person’s and the team’s', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 10, member: 4 })
  expect(await ledger.balances()).toEqual({
    teamMilli: 10_000,
    userMilli: 4000,
    shownMilli: 4000,
    monthlyTeamMilli: 10_000,
    limitUsed: null,
  })
})

test('P03 a negative, fractional or non-numeric amount is never held', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 1, member: 1 })
  for (const amountMilli of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    await expect(ledger.hold(amountMilli)).rejects.toThrow(RangeError)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 1000, userMilli: 1000 })
})

test('CRED-02 a second hold for the same turn is refused and takes nothing', async () => {
  const ledger = await TestLedger.open(testDatabase.database, { team: 5, member: 5 })
  const turnId = mintId('turn')
  await ledger.hold(1000, turnId)
  await expect(ledger.hold(1000, turnId)).rejects.toThrow(/duplicate key/)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 4000, userMilli: 4000 })
})
