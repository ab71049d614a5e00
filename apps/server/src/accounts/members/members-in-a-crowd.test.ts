import type { AccountRole, LinkId, UserId } from '@atrium/contract'
import { addCrowd, type Crowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inSystem, inTenant } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { changeMember } from './change-member.ts'
import { listInviteLinks, revokeInviteLink } from '../invites/invite-links.ts'
import { countMembers, listMembers, memberOf } from './list-members.ts'
import { looksLikeMember } from './look-alike-members.ts'
import { inviteMember } from '../invites/invite-people.ts'
import { leaveAccount, removeMember } from './remove-member.ts'
import { roomsForTests } from '../rooms-for-tests.ts'

let testDatabase: TestDatabase
let mine: TestAccount
let admin: UserId
let member: UserId
let other: UserId
let crowd: Crowd
let before: unknown
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
beforeEach(async () => {
  const { database } = testDatabase
  mine = await openTestAccount(database)
  crowd = await addCrowd(database, mine.accountId)
  ;[admin, member, other] = [
    await insertMember(database, mine.accountId, 'admin'),
    await insertMember(database, mine.accountId),
    await insertMember(database, mine.accountId),
  ]
  before = await crowd.rows()
})
afterEach(async () => expect(await crowd.rows()).toEqual(before))
afterAll(() => testDatabase.drop())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(testDatabase.database.kysely)
const asAdmin = () => ({ accountId: mine.accountId, userId: admin })
const ports = () => ({
  database: testDatabase.database,
  onLeaving: [],
  onAccessRevoked: () => {},
  onRoleChanged: () => {},
  onExtraRaised: async () => {},
})
const membersNow = async () =>
  (
    await run(sql<{ row: string }>`
      select user_id || ' ' || role as row from membership
      where account_id = ${mine.accountId} and status <> 'INVITED' order by user_id`)
  ).rows.map(({ row }) => row)
const emailOf = async (userId: UserId) =>
  (await run(sql<{ email: string }>`select email from identity_user where id = ${userId}`)).rows[0]?.email
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const seenBy = (userId: UserId, role: AccountRole, search?: string) =>
  inTenant(testDatabase.database, { accountId: mine.accountId, userId }, async (trx) => {
    const viewer = { accountId: mine.accountId, userId, role }
    const wanted = { page: 1, page_size: 50, sort_by: 'name', order: 'asc', search } as const
    const rows = await listMembers(trx, viewer, wanted)
    expect(await countMembers(trx, viewer, search)).toBe(rows.length)
    return rows.map((row) => row.id ?? row.inviteId)
  })

test('ACC-05 members see who has joined; admins also see invitations that are pending or expired, and none that is over', async () => {
  const joined = [mine.ownerId, admin, member, other]
  expect(new Set(await seenBy(member, 'member'))).toEqual(new Set(joined))
  expect(new Set(await seenBy(admin, 'admin'))).toEqual(
    new Set([...joined, crowd.invites.pending, crowd.invites.expired]),
  )
  expect(await seenBy(admin, 'admin', 'Olu')).toEqual([mine.ownerId])
  expect(new Set(await seenBy(admin, 'admin', 'crowd.example'))).toEqual(
    new Set([crowd.invites.pending, crowd.invites.expired]),
  )
})

test('ACC-05 a member is found by id, in their own account, once they have joined', async () => {
  const found = (userId: UserId) =>
    inTenant(testDatabase.database, asAdmin(), async (trx) => {
      const shown = await memberOf(trx, { ...asAdmin(), role: 'admin' }, userId)
      return shown?.id ?? undefined
    })
  expect([await found(member), await found(crowd.invitedId), await found(crowd.other.memberId)]).toEqual([
    member,
    undefined,
    undefined,
  ])
})

test('ACC-05 removing a member ends only their membership, only in this account', async () => {
  await run(
    sql`insert into membership (account_id, user_id, role) values (${crowd.other.accountId}, ${member}, 'member')`,
  )
  before = await crowd.rows()
  await removeMember(ports(), asAdmin(), member)
  expect(await membersNow()).toEqual(
    [`${mine.ownerId} owner`, `${admin} admin`, `${other} member`].toSorted(),
  )
  const removed = await run(sql`select account_id, user_id from removed_member where user_id = ${member}`)
  expect(removed.rows).toEqual([{ account_id: mine.accountId, user_id: member }])
  const audited = await run(
    sql`select action, actor_id, object_id, details from audit_entry where account_id = ${mine.accountId} order by id desc limit 1`,
  )
  expect(audited.rows).toEqual([
    {
      action: 'member.removed',
      actor_id: admin,
      object_id: member,
      details: { email: await emailOf(member) },
    },
  ])
})

test('only the other admins are notified of invitations that ended with an admin', async () => {
  const { accountId, ownerId } = mine
  const second = await insertMember(testDatabase.database, accountId, 'admin')
  const sending = {
    database: testDatabase.database,
    siteUrl: 'https://atrium.example',
    queueMail,
    rooms: roomsForTests,
  }
  await inviteMember(sending, { accountId, userId: second }, { email: 'ended@example.com', role: 'member' })
  await inviteMember(sending, asAdmin(), { email: 'kept@example.com', role: 'member' })
  const seen = await run(sql`select id from mail_outbox`)
  await removeMember(ports(), asAdmin(), second)
  const mails = await run(sql<{ email: string; text: string }>`
    select recipient as email, text_body as text from mail_outbox order by id offset ${seen.rows.length}`)
  expect(new Set(mails.rows.map(({ email }) => email))).toEqual(
    new Set([await emailOf(ownerId), await emailOf(admin)]),
  )
  for (const { text } of mails.rows) {
    expect(text).toContain('ended@example.com')
    expect(text).not.toContain('kept@example.com')
  }
  const states = await run(sql<{ row: string }>`
    select email || ' ' || state as row from invite where account_id = ${accountId} and email like '%@example.com' order by 1`)
  expect(states.rows.map(({ row }) => row)).toEqual([
    'ended@example.com withdrawn',
    'kept@example.com pending',
  ])
})

test('ACC-05 leaving ends one’s own membership and is audited as such', async () => {
  await leaveAccount(ports(), { accountId: mine.accountId, userId: member })
  expect(await membersNow()).toEqual(
    [`${mine.ownerId} owner`, `${admin} admin`, `${other} member`].toSorted(),
  )
  const audited = await run(
    sql`select action, actor_id, object_id, details from audit_entry where account_id = ${mine.accountId} order by id desc limit 1`,
  )
  expect(audited.rows).toEqual([
    { action: 'member.left', actor_id: member, object_id: member, details: { email: await emailOf(member) } },
  ])
  const removed = await run(sql`select from removed_member where user_id = ${member}`)
  expect(removed.rows).toEqual([])
})

test("R01 R03 members, invited people and other accounts' admins cannot remove anybody", async () => {
  for (const [userId, code] of [
    [member, 'FORBIDDEN'],
    [crowd.invitedId, 'NOT_FOUND'],
    [crowd.other.ownerId, 'NOT_FOUND'],
  ] as const)
    expect(await codeOf(removeMember(ports(), { accountId: mine.accountId, userId }, other))).toBe(code)
  expect(await codeOf(removeMember(ports(), asAdmin(), crowd.other.memberId))).toBe('NOT_FOUND')
  expect(await codeOf(removeMember(ports(), asAdmin(), mine.ownerId))).toBe('LAST_OWNER')
  expect(await membersNow()).toHaveLength(4)
})

test('ACC-05 changing a role affects only that member', async () => {
  await changeMember(ports(), asAdmin(), { userId: member, role: 'admin' })
  expect(await membersNow()).toEqual(
    [`${mine.ownerId} owner`, `${admin} admin`, `${member} admin`, `${other} member`].toSorted(),
  )
})

test('R01 R03 members neither list nor revoke the public links of their account, nor admins those of another', async () => {
  const links = await run(sql<{ id: LinkId }>`
    select id from invite_link where account_id = ${crowd.other.accountId} order by id`)
  const asMember = { accountId: mine.accountId, userId: member }
  expect(await codeOf(listInviteLinks(testDatabase.database, asMember))).toBe('FORBIDDEN')
  expect(await listInviteLinks(testDatabase.database, asAdmin())).toEqual([])
  for (const { id } of links.rows)
    expect(await codeOf(revokeInviteLink(testDatabase.database, asAdmin(), id))).toBe('NOT_FOUND')
})

test('a name is compared with those of other members of the same accounts who have joined', async () => {
  const { accountId: otherId, memberId } = crowd.other
  const [latin, cyrillic] = ['Anna', '\u0410nna']
  const rename = (userId: UserId, firstName: string) =>
    run(sql`update user_profile set first_name = ${firstName}, last_name = 'Weber' where user_id = ${userId}`)
  for (const userId of [member, memberId, crowd.invitedId]) await rename(userId, latin)
  const looksLike = (userId: UserId, accountIds: (typeof otherId)[], changes = {}) =>
    inSystem(testDatabase.database, (trx) => looksLikeMember(trx, userId, accountIds, changes))
  await rename(other, cyrillic)
  expect([
    await looksLike(other, [mine.accountId]),
    await looksLike(member, [mine.accountId]),
    await looksLike(member, [mine.accountId], { firstName: cyrillic }),
    await looksLike(admin, [mine.accountId], { firstName: cyrillic, lastName: 'Weber' }),
    await looksLike(crowd.other.ownerId, [otherId], { firstName: cyrillic, lastName: 'Weber' }),
    await looksLike(other, []),
  ]).toEqual([true, true, false, true, true, false])
  await run(sql`delete from membership where account_id = ${mine.accountId} and user_id = ${member}`)
  // Neither a person who is only invited nor one in another account counts.
  expect(await looksLike(other, [mine.accountId])).toBe(false)
  expect(await looksLike(other, [mine.accountId, otherId])).toBe(true)
})
