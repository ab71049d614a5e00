import { type AccountId, mintId, type UserId } from '@atrium/contract'
import { addCrowd, type Crowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, insertPerson, openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { queueMail } from '../../platform/mail/mail.ts'
import { inviteMember } from './invite-people.ts'
import { hashOfToken } from './invite-token.ts'
import { declineInvite, invitedAddress, isInvited, listInvites, showInvite } from './my-invites.ts'
import { roomsForTests } from '../rooms-for-tests.ts'

let testDatabase: TestDatabase
let mine: TestAccount
let crowd: Crowd
let before: unknown
let guest: UserId
let domain: string
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
})
beforeEach(async () => {
  mine = await openTestAccount(testDatabase.database)
  crowd = await addCrowd(testDatabase.database, mine.accountId)
  before = await crowd.rows()
  guest = await insertPerson(testDatabase.database, 'Gus Guest')
  domain = `${mintId('user').slice(-12)}.example`
  await run(sql`update identity_user set email = ${`Gus@${domain}`} where id = ${guest}`)
})
afterEach(async () => expect(await crowd.rows()).toEqual(before))
afterAll(() => testDatabase.drop())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(testDatabase.database.kysely)
const ports = () => ({
  database: testDatabase.database,
  siteUrl: 'https://atrium.example',
  mainApiUrl: '/api',
  queueMail,
  rooms: roomsForTests,
})
const invite = (account: TestAccount, email = `gus@${domain}`, role: 'admin' | 'member' = 'member') =>
  inviteMember(ports(), { accountId: account.accountId, userId: account.ownerId }, { email, role })
const open = () => openTestAccount(testDatabase.database)
const offersFor = (userId: UserId) => listInvites(ports(), userId)
const accountsOf = async (userId: UserId) => (await offersFor(userId)).map(({ accountId }) => accountId)
const takeDomain = (accountId: AccountId, taken = domain) =>
  run(sql`update account set auto_join_domain = ${taken} where id = ${accountId}`)
const stateOf = async (inviteId: string) =>
  (await run(sql<{ state: string }>`select state from invite where id = ${inviteId}`)).rows[0]?.state
/** Gives an invitation or link a token known to the test. */
async function withToken(table: 'invite' | 'invite_link', id: string): Promise<string> {
  const token = mintId('message').slice(-36).padEnd(43, 'y')
  await run(sql`update ${sql.table(table)} set token_hash = ${hashOfToken(token)} where id = ${id}`)
  return token
}
async function addLink(accountId: AccountId, createdBy: UserId): Promise<{ id: string; token: string }> {
  const id = mintId('link')
  await run(sql`
    insert into invite_link (account_id, id, token_hash, created_by, expires_at)
    values (${accountId}, ${id}, ${mintId('message').slice(-36).padEnd(43, 'z')}, ${createdBy}, now() + interval '1 day')`)
  return { id, token: await withToken('invite_link', id) }
}

test('ACC-05 a person sees the invitations to their own address, newest first, with account and inviter', async () => {
  const [first, second] = [await open(), await open()]
  await insertMember(testDatabase.database, second.accountId)
  await run(sql`update account set name = 'Second' where id = ${second.accountId}`)
  await run(sql`update user_profile set first_name = 'Sara' where user_id = ${second.ownerId}`)
  const sent = [await invite(first), await invite(second, undefined, 'admin')]
  await invite(first, 'somebody-else@example.com')
  expect(await offersFor(guest)).toEqual([
    {
      kind: 'email',
      inviteId: sent[1]?.inviteId,
      accountId: second.accountId,
      accountName: 'Second',
      logoUrl: null,
      inviterName: 'Sara O.',
      roomName: null,
      memberCount: 2,
      role: { name: 'admin' },
      expiresAt: sent[1]?.expiresAt,
    },
    {
      kind: 'email',
      inviteId: sent[0]?.inviteId,
      accountId: first.accountId,
      accountName: 'Test account',
      logoUrl: null,
      inviterName: 'Olu O.',
      roomName: null,
      memberCount: 1,
      role: { name: 'member' },
      expiresAt: sent[0]?.expiresAt,
    },
  ])
})

test("R13 an invitation that has ended, expired, is of a deleted account or of one's own account is not offered", async () => {
  for (const end of [
    sql`update invite set state = 'withdrawn', settled_at = now()`,
    sql`update invite set state = 'declined', settled_at = now()`,
    sql`update invite set expires_at = now() - interval '1 second'`,
  ]) {
    const { inviteId } = await invite(await open())
    await run(sql`${end} where id = ${inviteId}`)
  }
  const [deleted, joined] = [await open(), await open()]
  await invite(deleted)
  await invite(joined)
  await run(sql`update account set deleted_at = now() where id = ${deleted.accountId}`)
  await run(
    sql`insert into membership (account_id, user_id, role) values (${joined.accountId}, ${guest}, 'member')`,
  )
  expect(await offersFor(guest)).toEqual([])
  await run(sql`update membership set status = 'INVITED' where user_id = ${guest}`)
  expect(await accountsOf(guest)).toEqual([joined.accountId])
})

test('ACC-05 the member count of an offer includes only those who have joined', async () => {
  await invite(mine)
  await insertMember(testDatabase.database, mine.accountId)
  expect((await offersFor(guest)).map(({ memberCount }) => memberCount)).toEqual([2])
})

test('R13 a person with an unconfirmed address is offered nothing', async () => {
  await invite(mine)
  await takeDomain((await open()).accountId)
  expect(await accountsOf(guest)).toHaveLength(2)
  await run(sql`update identity_user set email_verified = false where id = ${guest}`)
  expect(await offersFor(guest)).toEqual([])
})

test('ACC-08 an account is offered once to its open domain, and not to people it removed', async () => {
  const [taking, removedFrom, inviting] = [await open(), await open(), await open()]
  for (const { accountId } of [taking, removedFrom, inviting]) await takeDomain(accountId)
  await takeDomain((await open()).accountId, 'elsewhere.example')
  await run(sql`insert into removed_member (account_id, user_id) values
    (${removedFrom.accountId}, ${guest}), (${taking.accountId}, ${crowd.other.memberId})`)
  const { inviteId } = await invite(inviting, undefined, 'admin')
  // Neither other people's invitations nor ended ones replace the guest's own.
  await invite(taking, `somebody-else@${domain}`)
  const over = await invite(taking)
  await run(sql`update invite set state = 'withdrawn', settled_at = now() where id = ${over.inviteId}`)
  const offers = await offersFor(guest)
  expect(offers.map(({ accountId, kind, inviteId: id, role }) => [accountId, kind, id, role.name])).toEqual([
    [inviting.accountId, 'email', inviteId, 'admin'],
    [taking.accountId, 'domain', null, 'member'],
  ])
  expect(offers[1]).toMatchObject({ inviterName: null, expiresAt: null })
  await run(sql`update invite set expires_at = now() - interval '1 second' where id = ${inviteId}`)
  expect((await offersFor(guest)).map(({ kind }) => kind)).toEqual(['domain', 'domain'])
})

test('ACC-05 declining ends that invitation and no other; nobody declines it twice or for another person', async () => {
  const other = await insertPerson(testDatabase.database, 'Una Other')
  await run(sql`update identity_user set email = ${`una@${domain}`} where id = ${other}`)
  const [theirs, elsewhere, declined] = [
    await invite(mine, `una@${domain}`),
    await invite(await open()),
    await invite(mine),
  ]
  await expect(declineInvite(testDatabase.database, other, declined.inviteId)).rejects.toMatchObject({
    code: 'INVITE_FOR_ANOTHER_ADDRESS',
  })
  await declineInvite(testDatabase.database, guest, declined.inviteId)
  expect([
    await stateOf(declined.inviteId),
    await stateOf(theirs.inviteId),
    await stateOf(elsewhere.inviteId),
  ]).toEqual(['declined', 'pending', 'pending'])
  for (const inviteId of [declined.inviteId, mintId('invite')])
    await expect(declineInvite(testDatabase.database, guest, inviteId)).rejects.toMatchObject({
      code: 'INVITE_NOT_VALID',
    })
  const audited = await run(sql`
    select account_id, actor_id, object_id, details from audit_entry where action = 'invite.declined' and object_id = ${declined.inviteId}`)
  expect(audited.rows).toEqual([
    {
      account_id: mine.accountId,
      actor_id: guest,
      object_id: declined.inviteId,
      details: { email: `gus@${domain}` },
    },
  ])
})

test('ACC-05 ACC-06 a token shows its own invitation or link, and whether the invited has a user account', async () => {
  const [known, unknown] = [await invite(mine), await invite(mine, `nobody@${domain}`)]
  const link = await addLink(mine.accountId, mine.ownerId)
  const shown = await Promise.all(
    [await withToken('invite', known.inviteId), await withToken('invite', unknown.inviteId), link.token].map(
      (token) => showInvite(ports(), token),
    ),
  )
  const account = {
    accountName: 'Test account',
    logoUrl: null,
    inviterName: 'Olu O.',
    roomName: null,
    memberCount: 1,
  }
  expect(shown).toEqual([
    {
      ...account,
      kind: 'email',
      expiresAt: known.expiresAt,
      recipient: { email: `gus@${domain}`, hasSignIn: true },
    },
    {
      ...account,
      kind: 'email',
      expiresAt: unknown.expiresAt,
      recipient: { email: `nobody@${domain}`, hasSignIn: false },
    },
    { ...account, kind: 'link', expiresAt: expect.any(String), recipient: null },
  ])
})

test('R13 a token that has ended, expired or is of a deleted account shows nothing, proves no address and lets nobody sign up', async () => {
  const proves = (token: string) =>
    testDatabase.database.kysely.transaction().execute((trx) => invitedAddress(trx, token))
  const ends = [
    sql`update invite set state = 'accepted', settled_at = now()`,
    sql`update invite set expires_at = now() - interval '1 second'`,
  ]
  for (const end of ends) {
    const { inviteId } = await invite(await open())
    const token = await withToken('invite', inviteId)
    expect(await proves(token)).toBe(`gus@${domain}`)
    expect(await isInvited(testDatabase.database, `gus@${domain}`)).toBe(true)
    await run(sql`${end} where id = ${inviteId}`)
    await expect(showInvite(ports(), token)).rejects.toMatchObject({ code: 'INVITE_NOT_VALID' })
    expect(await proves(token)).toBeNull()
    expect(await isInvited(testDatabase.database, `gus@${domain}`)).toBe(false)
  }
  const deleted = await open()
  const token = await withToken('invite', (await invite(deleted)).inviteId)
  const link = await addLink(deleted.accountId, deleted.ownerId)
  await takeDomain(deleted.accountId)
  expect(await isInvited(testDatabase.database, newAddress(), link.token)).toBe(true)
  await run(sql`update account set deleted_at = now() where id = ${deleted.accountId}`)
  for (const each of [token, link.token]) {
    await expect(showInvite(ports(), each)).rejects.toMatchObject({ code: 'INVITE_NOT_VALID' })
    expect(await proves(each)).toBeNull()
    expect(await isInvited(testDatabase.database, `gus@${domain}`, each)).toBe(false)
  }
})

test("AUTH-10 an address counts as invited by its own invitation, its own domain or an open link, not by another person's", async () => {
  const invited = (email: string, token?: string) => isInvited(testDatabase.database, email, token)
  await invite(mine)
  expect([await invited(`GUS@${domain}`), await invited(`other@${domain}`)]).toEqual([true, false])
  await takeDomain(mine.accountId)
  expect([await invited(`other@${domain}`), await invited(`other@sub.${domain}`)]).toEqual([true, false])
  const link = await addLink(mine.accountId, mine.ownerId)
  expect([await invited(newAddress(), link.token), await invited(newAddress(), 'x'.repeat(43))]).toEqual([
    true,
    false,
  ])
  await run(sql`update invite_link set revoked_at = now() where id = ${link.id}`)
  expect(await invited(newAddress(), link.token)).toBe(false)
})

const newAddress = () => `${mintId('user').slice(-12)}@example.com`
