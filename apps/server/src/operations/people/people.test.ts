import { contract, ErrorReply, type SystemPerson, type UserId } from '@atrium/contract'
import {
  call,
  colleagueOf,
  readEvents,
  send,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

let world: World
let admin: TestPerson
let kim: TestPerson
let pat: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'A secret answer.' }, { finish: 'stop' }])
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  kim = await world.signUp({ name: 'Kim Keeper' })
  pat = await world.signUp({ name: 'Pat =Plus' })
})
afterAll(() => world.close())

const list = async (query: Record<string, string> = {}) =>
  (await call('listPeople', admin.api, { query })).data
const found = async (person: TestPerson): Promise<SystemPerson> =>
  (await list({ search: person.email }))[0] ?? expect.fail(`${person.email} is not listed`)
const csv = async (query = {}) => (await send(contract.exportPeople, admin.api, { query })).text()
const setAdmin = (userId: UserId, isSystemAdmin: boolean, api = admin.api, password = admin.password) =>
  send(contract.changeSystemAdmin, api, { params: { userId }, body: { isSystemAdmin, proof: { password } } })
const codeOf = async (reply: Response) => ErrorReply.parse(await reply.json()).code
const isAdmin = async (person: TestPerson) => (await call('getUserInfo', person.api)).message.isSystemAdmin
const mailsTo = async ({ email }: TestPerson) =>
  (
    await sql<{
      kind: string
    }>`select kind from mail_outbox where recipient = ${email} and kind <> 'identity:verify-email' order by id`.execute(
      world.database.kysely,
    )
  ).rows.map(({ kind }) => kind)

test('a system administrator finds every person with accounts, roles, state and last activity', async () => {
  expect((await list()).map(({ name }) => name)).toEqual(['Kim Keeper', 'Pat =Plus', 'Sam System'])
  expect(await found(kim)).toEqual({
    id: kim.userId,
    name: 'Kim Keeper',
    email: kim.email,
    state: 'active',
    deletionAt: null,
    isDeletedBySystem: false,
    lockedUntil: null,
    suspendedReason: null,
    signedUpAt: expect.any(String),
    lastSeenAt: expect.any(String),
    hasSecondFactor: false,
    sessions: 1,
    systemAdmin: null,
    accounts: [{ id: kim.accountId, name: "Kim's team", role: 'owner' }],
  })
  expect((await found(admin)).systemAdmin).toBe('environment')
  expect((await list({ search: 'keep kIM' })).map(({ id }) => id)).toEqual([kim.userId])
  expect(await list({ search: kim.userId })).toHaveLength(1)
  expect((await list({ role: 'system-admin' })).map(({ id }) => id)).toEqual([admin.userId])
  expect((await list({ role: 'owner' })).map(({ id }) => id)).toEqual([kim.userId, pat.userId])
  expect(await list({ second_factor: 'on' })).toEqual([])
  expect(await list({ page: '2', page_size: '2' })).toHaveLength(1)
})

test('the list shows pending sign-ups, scheduled deletions and second factors, and no erased people', async () => {
  await send(
    contract.signUp,
    { url: world.url },
    {
      body: { email: 'una@example.com', password: 'Correct-Horse-7', firstName: 'Una', lastName: 'Waiting' },
    },
  )
  expect(await list({ state: 'unconfirmed' })).toMatchObject([
    { id: null, name: 'Una Waiting', email: 'una@example.com', accounts: [], lastSeenAt: null },
  ])
  const gone = await world.signUp({ name: 'Gus Going', withAccount: false })
  await world.database.pool.query(
    `insert into user_deletion (user_id, requested_at, erase_at, account_ids) values ($1, now(), now() + interval '30 days', '{}')`,
    [gone.userId],
  )
  expect(await list({ state: 'deletion-scheduled' })).toMatchObject([
    { id: gone.userId, deletionAt: expect.any(String) },
  ])
  expect(await codeOf(await setAdmin(gone.userId, true))).toBe('USER_BEING_DELETED')
  await world.database.pool.query('update user_deletion set erased_at = now() where user_id = $1', [
    gone.userId,
  ])
  expect(await list({ search: 'Gus' })).toEqual([])
})

test('no reply contains questions, texts, files or room names', async () => {
  const { response } = await kim.ask('A question about merger Bluebird?')
  await readEvents(response)
  await world.database.pool.query(`update room set name = 'Project Bluebird' where account_id = $1`, [
    kim.accountId,
  ])
  const texts = [
    JSON.stringify(await list()),
    await csv(),
    JSON.stringify(await call('listPersonChanges', admin.api)),
  ]
  for (const text of texts) expect(text).not.toMatch(/Bluebird|secret answer|room_|chat_/)
})

test('granting and revoking system administration requires a proof, is audited and mailed, and takes effect at once', async () => {
  expect(await codeOf(await setAdmin(kim.userId, true, admin.api, 'Wrong-Horse-7'))).toBe(
    'PROOF_NOT_ACCEPTED',
  )
  expect(await isAdmin(kim)).toBe(false)
  expect((await setAdmin(kim.userId, true)).status).toBe(200)
  expect((await setAdmin(kim.userId, true)).status).toBe(200)
  expect(await isAdmin(kim)).toBe(true)
  expect((await found(kim)).systemAdmin).toBe('granted')
  expect((await setAdmin(kim.userId, false)).status).toBe(200)
  expect(await isAdmin(kim)).toBe(false)
  const { data: changes } = await call('listPersonChanges', admin.api)
  expect(changes.slice(0, 2)).toMatchObject([
    { actorName: 'Sam System', action: 'admin-removed', personName: 'Kim Keeper' },
    { actorName: 'Sam System', action: 'admin-made', personName: 'Kim Keeper' },
  ])
  expect(await mailsTo(kim)).toEqual(['identity:adminMade', 'identity:adminRemoved'])
  expect(await codeOf(await setAdmin(admin.userId, false))).toBe('SET_BY_ENVIRONMENT')
})

test('of two system administrators who remove each other, one stays', async () => {
  await setAdmin(kim.userId, true)
  await setAdmin(pat.userId, true)
  // Without the one of the environment, who could not be removed.
  await world.database.pool.query(`update identity_user set email_verified = false where id = $1`, [
    admin.userId,
  ])
  const replies = await Promise.all([
    setAdmin(pat.userId, false, kim.api, kim.password),
    setAdmin(kim.userId, false, pat.api, pat.password),
  ])
  const left = [kim, pat].filter((_, place) => replies[1 - place]?.status !== 200)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const [last] = left
  if (last === undefined) return expect.fail('nobody is left')
  expect(await isAdmin(last)).toBe(true)
  expect(await codeOf(await setAdmin(last.userId, false, last.api, last.password))).toBe('LAST_SYSTEM_ADMIN')
  await world.database.pool.query(`update identity_user set email_verified = true where id = $1`, [
    admin.userId,
  ])
  await world.database.pool.query('delete from system_admin')
})

test('a locked person is shown with the end of the lock, and can be unlocked', async () => {
  const signIn = (password: string) =>
    send(contract.signIn, { url: world.url }, { body: { email: pat.email, password } })
  await signIn('Wrong-Horse-7')
  await world.database.pool.query(
    `update identity_attempt set tries = 1000000 where kind = 'signInByEmailAndNetwork'`,
  )
  expect((await signIn(pat.password)).status).toBe(429)
  expect(await found(pat)).toMatchObject({ state: 'locked', lockedUntil: expect.any(String) })
  expect((await list({ state: 'locked' })).map(({ id }) => id)).toEqual([pat.userId])
  const { data } = await call('unlockPerson', admin.api, { params: { userId: pat.userId } })
  expect(data.state).toBe('active')
  expect((await signIn(pat.password)).status).toBe(200)
  expect(await mailsTo(pat)).toContain('identity:unlockedByAdmin')
})

test('ending the sessions of a person signs them out at once', async () => {
  const { data } = await call('endPersonSessions', admin.api, { params: { userId: pat.userId } })
  expect(data.endedSessions).toBeGreaterThan(0)
  expect(await codeOf(await send(contract.getUserInfo, pat.api, {}))).toBe('UNAUTHENTICATED')
  expect(await found(pat)).toMatchObject({ sessions: 0, lastSeenAt: expect.any(String) })
  expect(await mailsTo(pat)).toContain('identity:signedOutByAdmin')
})

test('the list is exported as CSV with the same filters, safe for spreadsheets, and the export is audited', async () => {
  const lines = (await csv({ role: 'owner' })).split('\r\n')
  expect(lines[0]).toContain('Name,Email,State')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(`Kim Keeper,${kim.email},active`)
  expect(lines[1]).toContain("Kim's team (owner)")
  expect((await call('listPersonChanges', admin.api)).data[0]).toMatchObject({
    actorName: 'Sam System',
    action: 'list-exported',
    personName: null,
  })
  await world.database.pool.query(`update identity_user set name = '=HYPERLINK("x")' where id = $1`, [
    pat.userId,
  ])
  expect(await csv()).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a suspended person is signed out at once and cannot sign in until they are reinstated; texts stay', async () => {
  const mia = await world.signUp({ name: 'Mia Member' })
  const userId = mia.userId
  const signIn = () =>
    send(contract.signIn, { url: world.url }, { body: { email: mia.email, password: mia.password } })
  const { data } = await call('suspendPerson', admin.api, {
    params: { userId },
    body: { reason: 'Left the firm' },
  })
  expect(data).toMatchObject({ state: 'suspended', suspendedReason: 'Left the firm', sessions: 0 })
  expect(await codeOf(await send(contract.getUserInfo, mia.api, {}))).toBe('UNAUTHENTICATED')
  expect(await codeOf(await signIn())).toBe('USER_SUSPENDED')
  const wrong = await send(
    contract.signIn,
    { url: world.url },
    { body: { email: mia.email, password: 'Wrong-Horse-7' } },
  )
  expect(await codeOf(wrong), 'a stranger learns nothing').not.toBe('USER_SUSPENDED')
  expect((await list({ state: 'suspended' })).map(({ id }) => id)).toEqual([userId])
  expect(await codeOf(await setAdmin(userId, true))).toBe('NOT_FOUND')
  expect((await call('listPersonChanges', admin.api)).data[0]).toMatchObject({
    actorName: 'Sam System',
    action: 'suspended',
    personName: 'Mia Member',
  })
  await call('reinstatePerson', admin.api, { params: { userId } })
  expect((await signIn()).status).toBe(200)
  expect((await found(mia)).suspendedReason).toBeNull()
  expect(await mailsTo(mia)).toEqual(['identity:suspendedByAdmin', 'identity:reinstatedByAdmin'])
})

test('nobody suspends themselves or a system administrator', async () => {
  const suspend = (userId: UserId) =>
    send(contract.suspendPerson, admin.api, { params: { userId }, body: { reason: 'No' } })
  expect(await codeOf(await suspend(admin.userId))).toBe('FORBIDDEN')
  await setAdmin(kim.userId, true)
  expect(await codeOf(await suspend(kim.userId))).toBe('FORBIDDEN')
  await setAdmin(kim.userId, false)
})

test('no session opens while a suspension ends them', async () => {
  const max = await world.signUp({ name: 'Max Member' })
  const signIn = () =>
    send(contract.signIn, { url: world.url }, { body: { email: max.email, password: max.password } })
  await Promise.all([
    signIn(),
    call('suspendPerson', admin.api, { params: { userId: max.userId }, body: { reason: 'Test' } }),
    signIn(),
    signIn(),
  ])
  expect((await found(max)).sessions).toBe(0)
})

const remove = (userId: UserId) => send(contract.deletePerson, admin.api, { params: { userId } })
const restore = (userId: UserId) => send(contract.restorePerson, admin.api, { params: { userId } })
const signedIn = ({ email, password }: TestPerson) =>
  send(contract.signIn, { url: world.url }, { body: { email, password } })
const isDeleted = async ({ accountId }: TestPerson) => {
  const stored = await world.database.pool.query('select deleted_at from account where id = $1', [accountId])
  return stored.rows[0]?.deleted_at !== null
}

test('a deleted person is signed out at once with their own account; only system administrators restore both, within seven days', async () => {
  const mo = await world.signUp({ name: 'Mo Member' })
  const reply = await remove(mo.userId)
  expect(reply.status).toBe(200)
  expect((await remove(mo.userId)).status).toBe(200)
  expect(await found(mo)).toMatchObject({
    state: 'deletion-scheduled',
    isDeletedBySystem: true,
    sessions: 0,
    accounts: [],
  })
  const days = (Date.parse((await found(mo)).deletionAt ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  expect(await codeOf(await send(contract.getUserInfo, mo.api, {}))).toBe('UNAUTHENTICATED')
  const refused = ErrorReply.parse(await (await signedIn(mo)).json())
  expect(refused).toMatchObject({ code: 'USER_DELETED' })
  expect(refused.details, 'no ticket to undo it').toBeUndefined()
  expect(await isDeleted(mo)).toBe(true)
  expect((await call('listPersonChanges', admin.api)).data[0]).toMatchObject({
    actorName: 'Sam System',
    action: 'deleted',
    personName: 'Mo Member',
  })

  expect((await restore(mo.userId)).status).toBe(200)
  expect(await codeOf(await restore(mo.userId))).toBe('NOT_FOUND')
  expect((await signedIn(mo)).status).toBe(200)
  expect(await isDeleted(mo)).toBe(false)
  expect(await found(mo)).toMatchObject({ state: 'active', deletionAt: null, isDeletedBySystem: false })
  expect((await call('listPersonChanges', admin.api)).data[0]).toMatchObject({ action: 'restored' })
  expect(await mailsTo(mo)).toEqual(['identity:deletedByAdmin', 'identity:restoredByAdmin'])
})

test('nobody deletes an owner of an account with other members, themselves, or a system administrator', async () => {
  const olga = await world.signUp({ name: 'Olga Owner' })
  const member = await colleagueOf(world, olga, { name: 'Max Colleague' })
  expect(await codeOf(await remove(olga.userId))).toBe('PERSON_OWNS_SHARED_ACCOUNT')
  expect(await found(olga)).toMatchObject({ state: 'active', sessions: 1 })
  expect((await remove(member.userId)).status).toBe(200)
  expect(await isDeleted(olga)).toBe(false)
  expect(await codeOf(await remove(admin.userId))).toBe('FORBIDDEN')
  await setAdmin(kim.userId, true)
  expect(await codeOf(await remove(kim.userId))).toBe('FORBIDDEN')
  await setAdmin(kim.userId, false)
})

test('a system administrator does not take over or undo the deletion that a person requested', async () => {
  const sue = await world.signUp({ name: 'Sue Self', withAccount: false })
  await call('requestDeletion', sue.api, { body: { proof: { password: sue.password } } })
  expect(await codeOf(await remove(sue.userId))).toBe('USER_BEING_DELETED')
  expect(await codeOf(await restore(sue.userId))).toBe('NOT_FOUND')
  // A second offer to undo it, from before, doesn't undo a later deletion by an administrator.
  const offers = await Promise.all([signedIn(sue), signedIn(sue)])
  const tickets = await Promise.all(
    offers.map(async (offer) => String(ErrorReply.parse(await offer.json()).details?.['ticket'])),
  )
  const undo = (ticket = '') => send(contract.undoDeletion, { url: world.url }, { body: { ticket } })
  expect((await undo(tickets[0])).status).toBe(200)
  expect((await remove(sue.userId)).status).toBe(200)
  expect(await codeOf(await undo(tickets[1]))).toBe('SIGN_IN_EXPIRED')
  expect(await found(sue)).toMatchObject({ isDeletedBySystem: true, sessions: 0 })
})

test('no session opens while a deletion ends them', async () => {
  const ray = await world.signUp({ name: 'Ray Racer' })
  await Promise.all([signedIn(ray), remove(ray.userId), signedIn(ray)])
  expect((await found(ray)).sessions).toBe(0)

  // The sign-in has passed the check before it, and meets a deletion that is about to commit.
  await restore(ray.userId)
  const deletion = await world.database.pool.connect()
  await deletion.query('begin')
  await deletion.query('select from identity_user where id = $1 for update', [ray.userId])
  const signingIn = signedIn(ray)
  await vi.waitFor(async () => {
    const waiting = await world.database.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%identity_user%for share%'`,
    )
    expect(waiting.rows).toHaveLength(1)
  })
  await deletion.query(
    `insert into user_deletion (user_id, requested_at, erase_at, by_system) values ($1, now(), now() + interval '7 days', true)`,
    [ray.userId],
  )
  await deletion.query('commit')
  deletion.release()
  expect(await codeOf(await signingIn)).toBe('USER_DELETED')
  expect((await found(ray)).sessions).toBe(0)
})
