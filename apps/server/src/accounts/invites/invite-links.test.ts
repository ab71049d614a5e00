import { limits, mintId, type UserId } from '@atrium/contract'
import { addCrowd, type Crowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import {
  insertMember,
  insertPerson,
  openTestAccount,
  type TestAccount,
  testPlans,
} from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createInviteLink, listInviteLinks, revokeInviteLink } from './invite-links.ts'
import { joinByToken } from './join-account.ts'
import { roomsForTests } from '../rooms-for-tests.ts'

let testDatabase: TestDatabase
let mine: TestAccount
let admin: UserId
let crowd: Crowd
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
beforeEach(async () => {
  mine = await openTestAccount(testDatabase.database)
  crowd = await addCrowd(testDatabase.database, mine.accountId)
  admin = await insertMember(testDatabase.database, mine.accountId, 'admin')
})
afterAll(() => testDatabase.drop())

const asAdmin = () => ({ accountId: mine.accountId, userId: admin })
const create = () =>
  createInviteLink(
    { database: testDatabase.database, siteUrl: 'https://atrium.example', rooms: roomsForTests },
    asAdmin(),
    { expiresInDays: 1, useLimit: null },
  )
const openLinks = (count: number) =>
  sql`
    insert into invite_link (account_id, id, token_hash, expires_at)
    select ${mine.accountId}, ${mintId('link')} || number, rpad(${mintId('message').slice(-36)} || number, 43, 'x'),
      now() + interval '1 day'
    from generate_series(10, ${9 + count}) as number`.execute(testDatabase.database.kysely)

test('ACC-06 of admins who concurrently create the last open link, one succeeds; ended links do not count', async () => {
  await openLinks(limits.maxInviteLinks)
  await sql`update invite_link set revoked_at = now() where id in (
    select id from invite_link where account_id = ${mine.accountId} limit 1)`.execute(
    testDatabase.database.kysely,
  )
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, create))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TOO_MANY_INVITES' })
})

test('ACC-06 revoking a link ends that one and no other', async () => {
  const before = await crowd.rows()
  const [kept, revoked] = [await create(), await create()]
  await revokeInviteLink(testDatabase.database, asAdmin(), revoked.link.linkId)
  const links = await listInviteLinks(testDatabase.database, asAdmin())
  expect(links.map(({ linkId, state }) => [linkId, state])).toEqual([
    [revoked.link.linkId, 'revoked'],
    [kept.link.linkId, 'open'],
  ])
  expect(await crowd.rows()).toEqual(before)
})

test('ACC-06 joining by a link uses that link and creates one member, in its account', async () => {
  const before = await crowd.rows()
  const guest = await insertPerson(testDatabase.database, 'Gus Guest')
  const stranger = await insertPerson(testDatabase.database, 'Sam Stranger')
  const ports = {
    database: testDatabase.database,
    plans: testPlans,
    mainApiUrl: '/api',
    onJoined: [],
    onMembersChanged: () => {},
    rooms: roomsForTests,
  }
  const [kept, used] = [await create(), await create()]
  // Somebody else was removed from the account; the guest, from another one.
  await sql`insert into removed_member (account_id, user_id) values
    (${mine.accountId}, ${stranger}), (${crowd.other.accountId}, ${guest})`.execute(
    testDatabase.database.kysely,
  )
  const { account } = await joinByToken(ports, guest, used.token)
  expect(account).toMatchObject({ id: mine.accountId, memberCount: 3, role: { name: 'member' } })
  const links = await listInviteLinks(testDatabase.database, asAdmin())
  expect(links.map(({ linkId, useCount }) => [linkId, useCount])).toEqual([
    [used.link.linkId, 1],
    [kept.link.linkId, 0],
  ])
  const removed = await sql<{ row: string }>`
    select account_id || ' ' || user_id as row from removed_member where user_id in (${guest}, ${stranger})`.execute(
    testDatabase.database.kysely,
  )
  expect(new Set(removed.rows.map(({ row }) => row))).toEqual(
    new Set([`${mine.accountId} ${stranger}`, `${crowd.other.accountId} ${guest}`]),
  )
  await expect(joinByToken(ports, stranger, kept.token)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  expect(await crowd.rows()).toEqual(before)
})
