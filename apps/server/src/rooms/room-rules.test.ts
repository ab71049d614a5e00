import { call, colleagueOf, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let owner: TestPerson
let member: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  owner = await world.signUp()
  member = await colleagueOf(world, owner)
})
afterAll(() => world.close())

const create = (person: TestPerson, name: string) =>
  call('createRoom', person.api, {
    params: { accountId: owner.accountId },
    body: { name, access_type: 'PRIVATE' },
  })

test('ROOM-01 a look-alike room name is refused; zero-width characters are not part of a name', async () => {
  await create(owner, 'Design')
  for (const lookAlike of ['Dеsіgn', 'DESlGN', 'Des\u200Big\uFE0Fn', 'Ｄesign', 'Desi\u00ADgn'])
    await expect(create(member, lookAlike), lookAlike).rejects.toThrow(/ROOM_NAME_TAKEN|INVALID_INPUT/)
  await expect(create(member, '\u200B\u3164\u2800')).rejects.toThrow('INVALID_INPUT')
  const { data } = await create(member, ' Sal\u200Bes ')
  expect(data.name).toBe('Sales')
})

test('ROOM-01 of many concurrent look-alikes, one is created', async () => {
  const results = await Promise.allSettled(
    ['Modern', 'modern', 'Modem', 'MODERN'].map((name) => create(owner, name)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a plain member can create a limited number of rooms, an admin any number', async () => {
  const words = Array.from(
    { length: limits.maxRoomsPerMember + 3 },
    (_, index) => `Topic ${'abcdefghjkmnopqrstuvwxyz'[index]}`,
  )
  const results = await Promise.allSettled(words.map((name) => create(member, name)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.maxRoomsPerMember)
  await expect(create(member, 'Another')).rejects.toThrow('ROOM_LIMIT_REACHED')
  await create(owner, 'Another')
})

test("ACC-07 creating a room during one's removal is refused without an internal error", async () => {
  const rooms = Array.from({ length: 8 }, (_, index) => create(member, `Late ${'abcdefgh'[index]}`))
  const removal = call('removeMember', owner.api, {
    params: { id: owner.accountId },
    query: { userId: member.userId },
  })
  const results = await Promise.allSettled([...rooms, removal])
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(reasons.filter((reason) => !reason.includes('NOT_A_MEMBER'))).toEqual([])
  const left = await sql`select from room_member where user_id = ${member.userId}`.execute(
    world.database.kysely,
  )
  expect(left.rows).toEqual([])
})
