import { type AccountId, type InviteId, mintId, type UserId } from '@atrium/contract'
import { addCrowd, type Crowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { queueMail } from '../../platform/mail/mail.ts'
import { resendInvite, withdrawInvite } from './change-invite.ts'
import { inviteMember } from './invite-people.ts'
import { roomsForTests } from '../rooms-for-tests.ts'

let testDatabase: TestDatabase
let mine: TestAccount
let admin: UserId
let crowd: Crowd
let before: unknown
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
beforeEach(async () => {
  mine = await openTestAccount(testDatabase.database)
  crowd = await addCrowd(testDatabase.database, mine.accountId)
  admin = await insertMember(testDatabase.database, mine.accountId, 'admin')
  before = await crowd.rows()
})
afterEach(async () => expect(await crowd.rows()).toEqual(before))
afterAll(() => testDatabase.drop())

const ports = () => ({
  database: testDatabase.database,
  siteUrl: 'https://atrium.example',
  queueMail,
  rooms: roomsForTests,
})
const asAdmin = () => ({ accountId: mine.accountId, userId: admin })
const newAddress = () => `${mintId('user').slice(-12)}@example.com`
const invite = (email = newAddress(), role: 'admin' | 'member' = 'member') =>
  inviteMember(ports(), asAdmin(), { email, role })
const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(testDatabase.database.kysely)
const rowOf = async (inviteId: InviteId) =>
  (
    await run(sql<{ state: string; token_hash: string; expires_at: Date; is_settled: boolean }>`
      select state, token_hash, expires_at, settled_at is not null as is_settled from invite where id = ${inviteId}`)
  ).rows[0]
const recipients = async (accountId: AccountId) =>
  (
    await run(sql<{ email: string }>`
      select recipient as email from mail_outbox where exists (
        select from invite where account_id = ${accountId} and invite.email = recipient) order by id`)
  ).rows.map(({ email }) => email)
const actions = async (accountId: AccountId) =>
  (
    await run(sql<{ action: string; object: string }>`
      select action, object_id as object from audit_entry where account_id = ${accountId} order by id`)
  ).rows.map(({ action, object }) => `${action} ${object}`)

test('ACC-05 resending an invitation renews and mails that one, and no other', async () => {
  const [first, second] = [await invite(), await invite(undefined, 'admin')]
  const [oldFirst, oldSecond] = [await rowOf(first.inviteId), await rowOf(second.inviteId)]
  await run(sql`update invite set expires_at = now() - interval '1 day' where id = ${second.inviteId}`)
  const again = await resendInvite(ports(), asAdmin(), second.inviteId)
  const renewed = await rowOf(second.inviteId)
  expect(again).toEqual({
    inviteId: second.inviteId,
    email: second.email,
    role: { name: 'admin' },
    expiresAt: renewed?.expires_at.toISOString(),
  })
  expect(renewed?.expires_at.getTime()).toBeGreaterThanOrEqual(oldSecond?.expires_at.getTime() ?? Infinity)
  expect(renewed?.token_hash).not.toBe(oldSecond?.token_hash)
  expect(await rowOf(first.inviteId)).toEqual(oldFirst)
  expect(await recipients(mine.accountId)).toEqual([first.email, second.email, second.email])
  expect((await actions(mine.accountId)).slice(-1)).toEqual([`invite.resent ${second.inviteId}`])
})

test('ACC-05 withdrawing an invitation ends that one and no other', async () => {
  const [first, second] = [await invite(), await invite()]
  const untouched = await rowOf(first.inviteId)
  await withdrawInvite(ports(), asAdmin(), second.inviteId)
  expect(await rowOf(second.inviteId)).toMatchObject({ state: 'withdrawn', is_settled: true })
  expect(await rowOf(first.inviteId)).toEqual(untouched)
  expect((await actions(mine.accountId)).slice(-1)).toEqual([`invite.withdrawn ${second.inviteId}`])
})

test('T11 R13 an invitation that has ended, of another account or unknown can be neither resent nor withdrawn', async () => {
  const { accepted, declined, withdrawn } = crowd.invites
  const foreign = await run(sql<{ id: InviteId }>`
    select id from invite where account_id = ${crowd.other.accountId} and state = 'pending' order by id`)
  for (const inviteId of [
    accepted,
    declined,
    withdrawn,
    ...foreign.rows.map(({ id }) => id),
    mintId('invite'),
  ]) {
    await expect(resendInvite(ports(), asAdmin(), inviteId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(withdrawInvite(ports(), asAdmin(), inviteId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('R01 R03 only admins who have joined resend or withdraw an invitation', async () => {
  const { inviteId } = await invite()
  const untouched = await rowOf(inviteId)
  const member = await insertMember(testDatabase.database, mine.accountId)
  for (const [userId, code] of [
    [member, 'FORBIDDEN'],
    [crowd.invitedId, 'NOT_FOUND'],
    [crowd.other.ownerId, 'NOT_FOUND'],
  ] as const) {
    const actor = { accountId: mine.accountId, userId }
    await expect(resendInvite(ports(), actor, inviteId)).rejects.toMatchObject({ code })
    await expect(withdrawInvite(ports(), actor, inviteId)).rejects.toMatchObject({ code })
  }
  expect(await rowOf(inviteId)).toEqual(untouched)
})

test('ACC-05 the mail limit includes resent invitations', async () => {
  const { inviteId } = await invite()
  for (let sent = 1; sent < 5; sent += 1) await resendInvite(ports(), asAdmin(), inviteId)
  const untouched = await rowOf(inviteId)
  await expect(resendInvite(ports(), asAdmin(), inviteId)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    extra: { retryAfterSeconds: expect.any(Number) },
  })
  expect(await rowOf(inviteId)).toEqual(untouched)
})

test('R13 of many concurrent withdrawals of an invitation, one succeeds', async () => {
  const { inviteId } = await invite()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => withdrawInvite(ports(), asAdmin(), inviteId)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(
    (await actions(mine.accountId)).filter((action) => action.startsWith('invite.withdrawn')),
  ).toHaveLength(1)
})
