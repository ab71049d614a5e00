import { type AccountId, type InviteId, mintId, type PendingInvite, type UserId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import {
  insertMember,
  insertPerson,
  openTestAccount,
  type TestAccount,
  testPlans,
} from '@atrium/testkit/people.ts'
import { buildRoutesApp, callAs } from '@atrium/testkit/routes-app.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fail } from '../../platform/failure.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { accountBindings, inviteBindings, isInvited, type Joined, memberBindings } from '../index.ts'
import { roomsForTests } from '../rooms-for-tests.ts'

let testDatabase: TestDatabase
let app: FastifyInstance
let mine: TestAccount
let admin: UserId
let joined: Joined[] = []
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'))
  const { database } = testDatabase
  const ports = { database, plans: testPlans, mainApiUrl: '/api' }
  app = buildRoutesApp(database, [
    ...inviteBindings({
      ...ports,
      siteUrl: 'https://atrium.example',
      queueMail,
      rooms: roomsForTests,
      onJoined: [async (_trx, who) => void joined.push(who)],
      onMembersChanged: () => {},
      signUpByInvite: async () => fail('INVITE_NOT_VALID'),
    }),
    ...memberBindings({
      database,
      onLeaving: [],
      onAccessRevoked: () => {},
      onRoleChanged: () => {},
      onExtraRaised: async () => {},
      onMembersChanged: () => {},
    }),
    ...accountBindings({
      ...ports,
      onOpened: [],
      findLogo: async () => null,
      namesOfRooms: async () => new Map(),
    }),
  ])
})
beforeEach(async () => {
  joined = []
  mine = await openTestAccount(testDatabase.database)
  admin = await insertMember(testDatabase.database, mine.accountId, 'admin')
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(testDatabase.database.kysely)
const emailOf = async (userId: UserId) =>
  (await run(sql<{ email: string }>`select email from identity_user where id = ${userId}`)).rows[0]?.email ??
  ''
const invite = (email: string, { by = admin, role = 'member' }: { by?: UserId; role?: string } = {}) =>
  callAs(app, by, {
    method: 'POST',
    url: `/api/user/teams/members/${mine.accountId}`,
    payload: { email, role },
  })
const inviteMany = (lines: string[], more: object = {}, by = admin) =>
  callAs(app, by, {
    method: 'POST',
    url: `/api/user/teams/invites/bulk/${mine.accountId}`,
    payload: { lines, ...more },
  })
const pending = async (userId: UserId): Promise<PendingInvite[]> =>
  (await callAs(app, userId, { url: '/api/user/teams/invites' })).json.data
const accept = (userId: UserId, payload: object) =>
  callAs(app, userId, { method: 'POST', url: '/api/user/teams/invites', payload })
const decline = (userId: UserId, inviteId: string) =>
  callAs(app, userId, { method: 'DELETE', url: `/api/user/teams/invites?inviteId=${inviteId}` })
const resend = (inviteId: string, by = admin) =>
  callAs(app, by, {
    method: 'POST',
    url: `/api/user/teams/invites/resend/${mine.accountId}`,
    payload: { inviteId },
  })
const withdraw = (inviteId: string, by = admin) =>
  callAs(app, by, { method: 'DELETE', url: `/api/user/teams/invites/${mine.accountId}?inviteId=${inviteId}` })
const show = (token: string) => callAs(app, null, { url: `/api/public-invite/join/${token}` })
const joinBy = (userId: UserId, token: string) =>
  callAs(app, userId, { method: 'POST', url: `/api/public-invite/join/${token}` })
const createLink = (payload: object = {}, by = admin, accountId: AccountId = mine.accountId) =>
  callAs(app, by, {
    method: 'POST',
    url: '/api/public-invite',
    payload,
    headers: { 'workspace-id': accountId },
  })
const links = (by = admin) =>
  callAs(app, by, { url: '/api/public-invite', headers: { 'workspace-id': mine.accountId } })
const membership = async (userId: UserId) =>
  (
    await run(sql<{ role: string; status: string }>`
    select role, status from membership where account_id = ${mine.accountId} and user_id = ${userId}`)
  ).rows
type SentMail = { subject: string; text_body: string; html_body: string }
const mailsTo = async (email: string) =>
  (
    await run(
      sql<SentMail>`select subject, text_body, html_body from mail_outbox where recipient = ${email} order by id`,
    )
  ).rows
const tokenIn = (mail: SentMail | undefined) =>
  /\/public-invite\/join\/([\w-]{43})/.exec(mail?.text_body ?? '')?.[1] ?? ''
const newAddress = () => `${mintId('user').slice(-12)}@example.com`
const idsOfAudit = async (action: string) =>
  (
    await callAs(app, admin, { url: `/api/user/teams/audit/${mine.accountId}?action=${action}` })
  ).json.data.map((entry: { objectId: string }) => entry.objectId)

test('ACC-05 an invited person with a user account finds the invitation, accepts it and is ACCEPTED with the offered role', async () => {
  const guest = await insertPerson(testDatabase.database, 'Gus Guest')
  const email = await emailOf(guest)
  const sent = await invite(email.toUpperCase(), { role: 'admin' })
  expect(sent).toMatchObject({ status: 201, json: { data: { email, role: { name: 'admin' } } } })
  const { inviteId } = sent.json.data
  expect(await pending(guest)).toEqual([
    {
      kind: 'email',
      inviteId,
      accountId: mine.accountId,
      accountName: 'Test account',
      logoUrl: null,
      inviterName: 'Mira M.',
      roomName: null,
      memberCount: 2,
      role: { name: 'admin' },
      expiresAt: sent.json.data.expiresAt,
    },
  ])
  const accepted = await accept(guest, { inviteId })
  expect(accepted.json.data.account).toMatchObject({
    id: mine.accountId,
    role: { name: 'admin' },
    memberCount: 3,
  })
  expect(await membership(guest)).toEqual([{ role: 'admin', status: 'ACCEPTED' }])
  expect(joined).toEqual([{ accountId: mine.accountId, planName: 'Basic', userId: guest }])
  expect(await pending(guest)).toEqual([])
  expect([await idsOfAudit('invite.sent'), await idsOfAudit('member.joined')]).toEqual([[inviteId], [guest]])
})

test('ACC-05 a declined invitation is over; a withdrawn one is over', async () => {
  const guest = await insertPerson(testDatabase.database)
  const email = await emailOf(guest)
  const first = (await invite(email)).json.data.inviteId
  expect((await decline(guest, first)).json.data).toEqual({ inviteId: first })
  expect((await accept(guest, { inviteId: first })).json.code).toBe('INVITE_NOT_VALID')
  const second = (await invite(email)).json.data.inviteId
  expect((await withdraw(second)).status).toBe(200)
  expect(await pending(guest)).toEqual([])
  for (const reply of [
    await accept(guest, { inviteId: second }),
    await decline(guest, second),
    await joinBy(guest, tokenIn((await mailsTo(email)).at(-1))),
    await show(tokenIn((await mailsTo(email)).at(-1))),
  ])
    expect(reply.json).toMatchObject({ statusCode: 404, code: 'INVITE_NOT_VALID' })
  expect((await withdraw(second)).json.code).toBe('NOT_FOUND')
  expect(await membership(guest)).toEqual([])
  expect([await idsOfAudit('invite.declined'), await idsOfAudit('invite.withdrawn')]).toEqual([
    [first],
    [second],
  ])
})

test('R13 an invitation for one address cannot be redeemed by another person, nor with an unconfirmed address', async () => {
  const [guest, other] = [
    await insertPerson(testDatabase.database),
    await insertPerson(testDatabase.database),
  ]
  const email = await emailOf(guest)
  const { inviteId } = (await invite(email)).json.data
  const token = tokenIn((await mailsTo(email))[0])
  await run(sql`update identity_user set email_verified = false where id = ${guest}`)
  for (const reply of [
    await accept(other, { inviteId }),
    await decline(other, inviteId),
    await joinBy(other, token),
    await accept(guest, { inviteId }),
  ])
    expect(reply.json).toMatchObject({ statusCode: 403, code: 'INVITE_FOR_ANOTHER_ADDRESS' })
  expect(await pending(guest)).toEqual([])
  expect([await membership(guest), await membership(other)]).toEqual([[], []])
})

test('R13 an invitation works once, even with twenty concurrent requests; role and account cannot be injected', async () => {
  const guest = await insertPerson(testDatabase.database)
  const { inviteId } = (await invite(await emailOf(guest))).json.data
  for (const payload of [
    { inviteId, role: 'owner' },
    { inviteId, accountId: mine.accountId },
    { inviteId: 'invite_x' },
    {},
  ])
    expect((await accept(guest, payload)).status).toBe(400)
  const replies = await Promise.all(Array.from({ length: 20 }, () => accept(guest, { inviteId })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ json }) => json.code === 'INVITE_NOT_VALID')).toHaveLength(19)
  expect(await membership(guest)).toEqual([{ role: 'member', status: 'ACCEPTED' }])
  expect(joined).toHaveLength(1)
})

test('R13 an expired invitation is refused until it is resent; the former link stays dead', async () => {
  const guest = await insertPerson(testDatabase.database)
  const email = await emailOf(guest)
  const { inviteId } = (await invite(email)).json.data
  await run(sql`update invite set expires_at = now() where id = ${inviteId}`)
  expect((await accept(guest, { inviteId })).json.code).toBe('INVITE_NOT_VALID')
  expect((await resend(inviteId)).json.data).toMatchObject({ inviteId, email })
  const [old, fresh] = (await mailsTo(email)).map(tokenIn)
  expect(old).not.toBe(fresh)
  expect((await joinBy(guest, old ?? '')).json.code).toBe('INVITE_NOT_VALID')
  expect((await joinBy(guest, fresh ?? '')).json.data.account.id).toBe(mine.accountId)
  expect(await idsOfAudit('invite.resent')).toEqual([inviteId])
})

test('R15 a removed member cannot return by an old invitation: joining used it up', async () => {
  const guest = await insertPerson(testDatabase.database)
  const { inviteId } = (await invite(await emailOf(guest))).json.data
  await accept(guest, { inviteId })
  const link = (await createLink()).json.data.token
  await callAs(app, admin, {
    method: 'DELETE',
    url: `/api/user/teams/members/${mine.accountId}?userId=${guest}`,
  })
  expect((await accept(guest, { inviteId })).json.code).toBe('INVITE_NOT_VALID')
  expect((await joinBy(guest, link)).json).toMatchObject({ statusCode: 403, code: 'NOT_A_MEMBER' })
  expect(await membership(guest)).toEqual([])
  const again = (await invite(await emailOf(guest))).json.data.inviteId
  expect((await accept(guest, { inviteId: again })).status).toBe(200)
})

test('R15 nobody can join a deleted account', async () => {
  const guest = await insertPerson(testDatabase.database)
  const { inviteId } = (await invite(await emailOf(guest))).json.data
  const { token } = (await createLink()).json.data
  await run(sql`update account set deleted_at = now() where id = ${mine.accountId}`)
  for (const reply of [await accept(guest, { inviteId }), await joinBy(guest, token), await show(token)])
    expect(reply.json.code).toBe('INVITE_NOT_VALID')
  expect([await pending(guest), await membership(guest)]).toEqual([[], []])
})

test('ACC-05 the mail is in the language of the invited, else of the inviter; names in it are plain text', async () => {
  await run(
    sql`update account set name = '<b>Acme</b> & http://evil.example {{inviter}}' where id = ${mine.accountId}`,
  )
  await run(
    sql`update user_profile set first_name = '<i>Ann</i>', last_name = 'Öz', language = 'fr' where user_id = ${admin}`,
  )
  const [guest, unknown] = [await insertPerson(testDatabase.database), newAddress()]
  await run(sql`update user_profile set language = 'ar' where user_id = ${guest}`)
  await invite(unknown)
  await invite(await emailOf(guest))
  const [french] = await mailsTo(unknown)
  expect(french?.subject).toContain('<i>Ann</\u2060i> Ö. vous invite')
  expect(french?.html_body).toContain('<html lang="fr" dir="ltr">')
  expect(french?.html_body).toContain('&lt;b&gt;Acme')
  expect(french?.html_body).not.toMatch(/<b>|<i>|href="http:\/\/evil/)
  expect(french?.text_body).toContain('{{inviter}}')
  expect(french?.text_body).not.toContain('http://evil')
  expect(french?.html_body).toContain(`href="https://atrium.example/public-invite/join/${tokenIn(french)}"`)
  const [arabic] = await mailsTo(await emailOf(guest))
  expect(arabic?.html_body).toContain('<html lang="ar" dir="rtl">')
})

test('ACC-05 one address gets at most 5 invitations an hour, whichever account sends them', async () => {
  const email = newAddress()
  for (let round = 0; round < 5; round += 1) {
    const account = await openTestAccount(testDatabase.database)
    const sent = await callAs(app, account.ownerId, {
      method: 'POST',
      url: `/api/user/teams/members/${account.accountId}`,
      payload: { email },
    })
    expect(sent.status).toBe(201)
  }
  expect((await invite(email)).json).toMatchObject({
    statusCode: 429,
    code: 'RATE_LIMITED',
    retryAfterSeconds: 3600,
  })
  expect((await inviteMany([email])).json.data.lines[0].outcome).toBe('too-many-mails')
  await run(sql`update mail_outbox set created_at = now() - interval '61 minutes' where recipient = ${email}`)
  expect((await invite(email)).status).toBe(201)
  expect(await mailsTo(email)).toHaveLength(6)
})

test('ACC-05 five resends at once keep the limit', async () => {
  const email = newAddress()
  const { inviteId } = (await invite(email)).json.data
  const replies = await Promise.all(Array.from({ length: 8 }, () => resend(inviteId)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(await mailsTo(email)).toHaveLength(5)
})

test('ACC-05 many are invited at once: valid lines are sent, each other returns its reason', async () => {
  const invited = newAddress()
  await invite(invited)
  const [one, two, three] = [newAddress(), newAddress(), newAddress()]
  const lines = [
    'Name;Email',
    one,
    '',
    `"Two, Person",${two.toUpperCase()},Admin`,
    `Three Person <${three}>`,
    `${three}`,
    'not an address',
    'a@b',
    `${newAddress()}, ${newAddress()}`,
    `${newAddress()},owner`,
    await emailOf(admin),
    invited,
  ]
  const outcomes = [
    'heading',
    'invited',
    'invited',
    'invited',
    'twice-in-list',
    'not-an-address',
    'not-an-address',
    'several-addresses',
    'unknown-role',
    'already-a-member',
    'already-invited',
  ]
  const preview = await inviteMany(lines, { preview: true })
  expect(preview.json.data.lines.map((line: { outcome: string }) => line.outcome)).toEqual(
    outcomes.map((outcome) => (outcome === 'invited' ? 'valid' : outcome)),
  )
  expect(await mailsTo(one)).toEqual([])
  const { data } = (await inviteMany(lines)).json
  expect([data.invitedCount, data.refusedCount]).toEqual([3, 7])
  expect(data.lines.map((line: { outcome: string }) => line.outcome)).toEqual(outcomes)
  expect(data.lines[2]).toEqual({ line: 4, text: lines[3], email: two, role: 'admin', outcome: 'invited' })
  expect((await mailsTo(three)).length).toBe(1)
  const roles = await run(sql<{ email: string; role: string }>`
    select email, role from invite where account_id = ${mine.accountId} and email in (${one}, ${two}) order by role`)
  expect(roles.rows).toEqual([
    { email: two, role: 'admin' },
    { email: one, role: 'member' },
  ])
  expect((await inviteMany([])).status).toBe(400)
  expect((await inviteMany(Array.from({ length: 1001 }, () => 'x'))).status).toBe(400)
})

test('ACC-05 a member or a person with an open invitation cannot be invited; an expired invitation is replaced', async () => {
  const email = newAddress()
  expect((await invite(await emailOf(mine.ownerId))).json.code).toBe('ALREADY_A_MEMBER')
  const { inviteId } = (await invite(email)).json.data
  expect((await invite(email)).json.code).toBe('ALREADY_INVITED')
  await run(sql`update invite set expires_at = now() where id = ${inviteId}`)
  expect((await invite(email, { role: 'admin' })).json.data).toMatchObject({
    inviteId,
    role: { name: 'admin' },
  })
})

test('R01 R03 members neither invite, nor create or see links; admins create no owners', async () => {
  const member = await insertMember(testDatabase.database, mine.accountId)
  const email = newAddress()
  const { inviteId } = (await invite(email)).json.data
  const { linkId } = (await createLink()).json.data.link
  for (const reply of [
    await invite(newAddress(), { by: member }),
    await inviteMany([newAddress()], {}, member),
    await resend(inviteId, member),
    await withdraw(inviteId, member),
    await createLink({}, member),
    await links(member),
    await callAs(app, member, {
      method: 'DELETE',
      url: `/api/public-invite/${linkId}`,
      headers: { 'workspace-id': mine.accountId },
    }),
  ])
    expect(reply.json).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' })
  expect((await invite(newAddress(), { role: 'owner' })).status).toBe(400)
  expect((await mailsTo(email)).length).toBe(1)
})

test('T11 invites and links of another account are not found', async () => {
  const theirs = await openTestAccount(testDatabase.database)
  const { inviteId } = (await invite(newAddress())).json.data
  const { link } = (await createLink()).json.data
  const foreign = {
    method: 'POST' as const,
    url: `/api/user/teams/invites/resend/${theirs.accountId}`,
    payload: { inviteId },
  }
  const random = { ...foreign, payload: { inviteId: mintId('invite') } }
  expect(await callAs(app, theirs.ownerId, foreign)).toEqual(await callAs(app, theirs.ownerId, random))
  const revoke = (linkId: string) =>
    callAs(app, theirs.ownerId, {
      method: 'DELETE',
      url: `/api/public-invite/${linkId}`,
      headers: { 'workspace-id': theirs.accountId },
    })
  const [found, never] = [await revoke(link.linkId), await revoke(mintId('link'))]
  expect([found.status, found]).toEqual([404, never])
  expect((await links()).json.data[0].state).toBe('open')
})

test('ACC-06 a public link shows its account and joins by one click; members join as JOINED', async () => {
  const made = await createLink({ expiresInDays: 3, useLimit: 2 })
  expect(made).toMatchObject({
    status: 201,
    json: { data: { link: { useLimit: 2, useCount: 0, state: 'open', createdBy: 'Mira M.' } } },
  })
  const { token, url } = made.json.data
  expect(url).toBe(`https://atrium.example/public-invite/join/${token}`)
  expect((await show(token)).json.data).toEqual({
    kind: 'link',
    accountName: 'Test account',
    logoUrl: null,
    inviterName: 'Mira M.',
    roomName: null,
    memberCount: 2,
    expiresAt: made.json.data.link.expiresAt,
    recipient: null,
  })
  const guest = await insertPerson(testDatabase.database)
  expect(await membership(guest)).toEqual([])
  expect((await joinBy(guest, token)).json.data.account).toMatchObject({
    id: mine.accountId,
    role: { name: 'member' },
  })
  expect(await membership(guest)).toEqual([{ role: 'member', status: 'JOINED' }])
  expect((await joinBy(guest, token)).status).toBe(200)
  expect((await joinBy(mine.ownerId, token)).json.data.account.role).toEqual({ name: 'owner' })
  expect((await links()).json.data[0]).toMatchObject({ useCount: 1 })
  expect(JSON.stringify((await links()).json)).not.toContain(token)
  const kept = await run(
    sql<{ all: string }>`select string_agg(invite_link::text, '') as all from invite_link`,
  )
  expect(kept.rows[0]?.all).not.toContain(token)
})

test('ACC-06 R13 a public link ends with its expiry, its last use or its revocation; unknown ones look the same', async () => {
  const [expired, used, revoked] = [
    await createLink(),
    await createLink({ useLimit: 1 }),
    await createLink(),
  ].map((made) => made.json.data)
  await run(sql`update invite_link set expires_at = now() where id = ${expired.link.linkId}`)
  await joinBy(await insertPerson(testDatabase.database), used.token)
  const revoke = () =>
    callAs(app, admin, {
      method: 'DELETE',
      url: `/api/public-invite/${revoked.link.linkId}`,
      headers: { 'workspace-id': mine.accountId },
    })
  expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200])
  const states = (await links()).json.data.map((link: { state: string }) => link.state)
  expect(states).toEqual(['revoked', 'used-up', 'expired'])
  const guest = await insertPerson(testDatabase.database)
  const unknown = 'x'.repeat(43)
  for (const token of [expired.token, used.token, revoked.token]) {
    expect(await show(token)).toEqual(await show(unknown))
    expect(await joinBy(guest, token)).toEqual(await joinBy(guest, unknown))
  }
  expect((await show('short')).status).toBe(400)
  expect(await membership(guest)).toEqual([])
  expect(await idsOfAudit('link.revoked')).toEqual([revoked.link.linkId])
})

test('ACC-06 R13 of twenty people who concurrently join by a link for five, five get in', async () => {
  const { token } = (await createLink({ useLimit: 5 })).json.data
  const people = await Promise.all(Array.from({ length: 20 }, () => insertPerson(testDatabase.database)))
  const replies = await Promise.all(people.map((person) => joinBy(person, token)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await links()).json.data[0]).toMatchObject({ useCount: 5, state: 'used-up' })
})

test('ACC-06 twenty requests of one person create one membership and take one use', async () => {
  const { token } = (await createLink({ useLimit: 5 })).json.data
  const guest = await insertPerson(testDatabase.database)
  await Promise.all(Array.from({ length: 20 }, () => joinBy(guest, token)))
  expect(await membership(guest)).toHaveLength(1)
  expect((await links()).json.data[0]).toMatchObject({ useCount: 1 })
})

test.each([
  { expiresInDays: 0 },
  { expiresInDays: 91 },
  { useLimit: 0 },
  { useLimit: 1.5 },
  { role: 'admin' },
])('ACC-06 no link can be created from %j', async (payload) => {
  expect((await createLink(payload)).status).toBe(400)
})

test('AUTH-10 an address counts as invited while it has an open invitation', async () => {
  const email = newAddress()
  expect(await isInvited(testDatabase.database, email)).toBe(false)
  const inviteId: InviteId = (await invite(email)).json.data.inviteId
  expect(await isInvited(testDatabase.database, email.toUpperCase())).toBe(true)
  await withdraw(inviteId)
  expect(await isInvited(testDatabase.database, email)).toBe(false)
})

test('AUTH-10 ACC-06 a person who follows a public link counts as invited while the link is open', async () => {
  const isLetIn = (token: string) => isInvited(testDatabase.database, newAddress(), token)
  const { token } = (await createLink({ useLimit: 1 })).json.data
  expect(await isLetIn(token)).toBe(true)
  expect(await isLetIn('of-nobody')).toBe(false)
  await joinBy(await insertPerson(testDatabase.database), token)
  expect(await isLetIn(token)).toBe(false)
})
