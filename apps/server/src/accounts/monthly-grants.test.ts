import type { AccountId } from '@atrium/contract'
import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

const open = async (person: TestPerson): Promise<AccountId> =>
  (await call('createAccount', person.api, { body: { name: 'One more' } })).data.teamId
const remove = (person: TestPerson, accountId: AccountId) =>
  call('deleteAccount', { ...person.api, accountId }, { params: { id: accountId } })
const granted = async (...accountIds: AccountId[]): Promise<number[]> => {
  const found = await sql<{ accountId: AccountId; milli: number }>`
    select account_id as "accountId", sum(amount_milli)::int as milli from credit_entry
    where kind = 'grant' and account_id = any(${accountIds}) group by account_id`.execute(
    world.database.kysely,
  )
  return accountIds.map((id) => found.rows.find((row) => row.accountId === id)?.milli ?? 0)
}
const run = (statement: ReturnType<typeof sql>) => statement.execute(world.database.kysely)

test('P15 a person who repeatedly opens and deletes accounts gets one monthly grant', async () => {
  const person = await world.signUp({ withAccount: false })
  const opened: AccountId[] = []
  for (let round = 0; round < 5; round += 1) {
    const accountId = await open(person)
    opened.push(accountId)
    await remove(person, accountId)
  }
  expect(await granted(...opened)).toEqual([400_000, 0, 0, 0, 0])

  // Erased for good within the same month: still no second grant.
  await run(sql`delete from account where id = any(${opened})`)
  expect(await granted(await open(person))).toEqual([0])
})

test('P15 accounts opened at the same time share one grant', async () => {
  const person = await world.signUp({ withAccount: false })
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(person)))
  expect((await granted(...opened)).filter((milli) => milli > 0)).toEqual([400_000])
})

test('P15 transferring an account brings its opener no further grant', async () => {
  const [person, other] = [await world.signUp({ withAccount: false }), await world.signUp()]
  const first = await open(person)
  await run(sql`update membership set role = 'admin' where account_id = ${first} and role = 'owner'`)
  await run(
    sql`insert into membership (account_id, user_id, role) values (${first}, ${other.userId}, 'owner')`,
  )
  expect(await granted(first, await open(person))).toEqual([400_000, 0])
})

test('P15 members who join an account without a grant bring it no credits', async () => {
  const [person, other] = [await world.signUp(), await world.signUp({ withAccount: false })]
  const second = await open(person)
  const { data } = await call(
    'createInviteLink',
    { ...person.api, accountId: second },
    { body: { expiresInDays: 1, useLimit: null } },
  )
  await call('joinByInvite', other.api, { params: { token: data.token } })
  expect(await granted(second)).toEqual([0])
})
