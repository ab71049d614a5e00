import { mintId, type RoomId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from './audit-ledger.ts'
import { TestLedger } from './ledger-for-tests.ts'
import { raiseHold } from './raise-hold.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 20 })
})
afterAll(() => testDatabase.drop())

async function withHold(
  credits: { team: number; member: number },
  amountMilli: number,
  more: { roomId?: RoomId; isBeyondLimit?: boolean } = {},
) {
  const ledger = await TestLedger.open(testDatabase.database, credits)
  const turnId = mintId('turn')
  await ledger.hold(amountMilli, turnId, ledger.userId, more)
  const { accountId, userId } = ledger
  const raise = (to: number) =>
    ledger.do((trx) => raiseHold(trx, { accountId, userId, turnId, amountMilli: to }))
  return { ledger, turnId, raise }
}

test('CRED-02 a raised hold takes the difference from team and person, and is settled once', async () => {
  const { ledger, turnId, raise } = await withHold({ team: 10, member: 8 }, 1000)
  expect(await raise(3000)).toEqual({ outcome: 'held' })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 7000, userMilli: 5000 })
  // As large already.
  expect(await raise(2000)).toEqual({ outcome: 'held' })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 7000, userMilli: 5000 })
  expect(await ledger.settle(turnId, 2500)).toBe(2500)
  expect(await ledger.balances()).toMatchObject({ teamMilli: 7500, userMilli: 5500 })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-03 a raise that the team or the person cannot pay changes nothing', async () => {
  const { ledger, raise } = await withHold({ team: 10, member: 4 }, 1000)
  expect(await raise(4001)).toEqual({ outcome: 'short', availableMilli: 3000, isByLimit: false })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 9000, userMilli: 3000 })
  expect(await raise(4000)).toEqual({ outcome: 'held' })
  expect(await ledger.balances()).toMatchObject({ userMilli: 0 })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('ACC-09 a monthly limit also limits a raise', async () => {
  const { ledger, raise } = await withHold({ team: 10, member: 10 }, 1000)
  await sql`update membership set monthly_credit_limit_milli = 3000 where user_id = ${ledger.userId}`.execute(
    testDatabase.database.kysely,
  )
  expect(await raise(3001)).toMatchObject({ outcome: 'short' })
  expect(await raise(3000)).toEqual({ outcome: 'held' })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

const limitRoom = (ledger: TestLedger, roomId: RoomId, limitMilli: number) =>
  sql`
    with held as (
      insert into room (account_id, id, name, access_type, created_by)
      values (${ledger.accountId}, ${roomId}, ${roomId}, 'PUBLIC', ${ledger.userId}))
    insert into credit_room_limit (account_id, room_id, limit_milli) values (${ledger.accountId}, ${roomId}, ${limitMilli})`

test("the limit of the hold's room also limits a raise, and other rooms' limits do not", async () => {
  const [roomId, elsewhere] = [mintId('room'), mintId('room')]
  const { ledger, raise } = await withHold({ team: 10, member: 10 }, 1000, { roomId })
  await limitRoom(ledger, elsewhere, 1).execute(testDatabase.database.kysely)
  expect(await raise(1500)).toEqual({ outcome: 'held' })
  await limitRoom(ledger, roomId, 3000).execute(testDatabase.database.kysely)
  expect(await raise(3001)).toEqual({ outcome: 'short', availableMilli: 1500, isByLimit: true })
  expect(await ledger.balances()).toMatchObject({ teamMilli: 8500, userMilli: 8500 })
  expect(await raise(3000)).toEqual({ outcome: 'held' })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('ACC-09 a hold that was taken beyond the limits is also raised beyond them', async () => {
  const roomId = mintId('room')
  const { ledger, raise } = await withHold({ team: 10, member: 10 }, 1000, { roomId, isBeyondLimit: true })
  await limitRoom(ledger, roomId, 500).execute(testDatabase.database.kysely)
  await sql`update membership set monthly_credit_limit_milli = 500 where user_id = ${ledger.userId}`.execute(
    testDatabase.database.kysely,
  )
  expect(await raise(4000)).toEqual({ outcome: 'held' })
  expect(await raise(10_001)).toEqual({ outcome: 'short', availableMilli: 6000, isByLimit: false })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('CRED-02 of many concurrent raises to the same amount, one takes the difference', async () => {
  const { ledger, raise } = await withHold({ team: 10, member: 10 }, 1000)
  await Promise.all(Array.from({ length: 20 }, () => raise(5000)))
  expect(await ledger.balances()).toMatchObject({ teamMilli: 5000, userMilli: 5000 })
  expect(await auditLedger(testDatabase.database)).toEqual([])
})

test('P13 a settled hold is not raised', async () => {
  const { ledger, turnId, raise } = await withHold({ team: 10, member: 10 }, 1000)
  await ledger.settle(turnId, 500)
  await expect(raise(2000)).rejects.toThrow(/no open hold/)
})
