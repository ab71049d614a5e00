import { type AccountId, type GrantFrequency, mintId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inSystem, type Transaction } from '../platform/database/index.ts'
import { activeMonthlyGrants, endMonthlyGrant, grantsOf, insertGrant } from './credit-grants.ts'

let testDatabase: TestDatabase
let mine: TestAccount
let theirs: TestAccount
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
beforeEach(async () => {
  ;[mine, theirs] = [
    await openTestAccount(testDatabase.database),
    await openTestAccount(testDatabase.database),
  ]
})
afterAll(() => testDatabase.drop())

const asSystem = <Result>(work: (trx: Transaction) => Promise<Result>) =>
  inSystem(testDatabase.database, work)
const give = async ({ accountId, ownerId }: TestAccount, frequency: GrantFrequency) => {
  const grant = {
    id: mintId('grant'),
    accountId,
    amountMilli: 5000,
    frequency,
    reason: 'Pilot',
    grantedBy: ownerId,
  }
  return (await asSystem((trx) => insertGrant(trx, grant))).grant
}
const idsOf = async (accountId: AccountId) =>
  (await asSystem((trx) => grantsOf(trx, accountId, 10))).map(({ id }) => id)
const activeIn = async (accountId: AccountId) =>
  (await asSystem((trx) => activeMonthlyGrants(trx, accountId))).map(({ id }) => id)
const end = (accountId: AccountId, { id }: { id: Parameters<typeof endMonthlyGrant>[1]['id'] }) =>
  asSystem((trx) => endMonthlyGrant(trx, { accountId, id }))

test('PLAN-03 the grants of an account are its own, newest first; each month includes the monthly ones', async () => {
  const [first, once, second] = [
    await give(mine, 'monthly'),
    await give(mine, 'once'),
    await give(mine, 'monthly'),
  ]
  const other = await give(theirs, 'monthly')
  expect(await idsOf(mine.accountId)).toEqual([second.id, once.id, first.id])
  expect(await idsOf(theirs.accountId)).toEqual([other.id])
  expect(new Set(await activeIn(mine.accountId))).toEqual(new Set([first.id, second.id]))
  expect(await activeIn(theirs.accountId)).toEqual([other.id])
})

test('PLAN-03 ending a monthly grant ends that one, once, in its account', async () => {
  const [ended, kept, once] = [
    await give(mine, 'monthly'),
    await give(mine, 'monthly'),
    await give(mine, 'once'),
  ]
  const other = await give(theirs, 'monthly')
  for (const [accountId, grant] of [
    [mine.accountId, other],
    [theirs.accountId, ended],
    [mine.accountId, once],
    [mine.accountId, { id: mintId('grant') }],
  ] as const)
    expect(await end(accountId, grant)).toBeUndefined()
  expect([await activeIn(mine.accountId), await activeIn(theirs.accountId)].flat()).toHaveLength(3)
  expect(await end(mine.accountId, ended)).toMatchObject({
    isNew: true,
    grant: { id: ended.id, endedAt: expect.any(Date) },
  })
  expect(await end(mine.accountId, ended)).toMatchObject({ isNew: false, grant: { id: ended.id } })
  expect([await activeIn(mine.accountId), await activeIn(theirs.accountId)]).toEqual([[kept.id], [other.id]])
})

test('PLAN-03 an already stored grant is returned unchanged', async () => {
  await give(theirs, 'once')
  const stored = await give(mine, 'monthly')
  const again = await asSystem((trx) => insertGrant(trx, { ...stored, amountMilli: 1, reason: 'Other' }))
  expect(again).toEqual({ grant: stored, isNew: false })
})
