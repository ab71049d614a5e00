import type { AccountId, DeletionPlan, UserId } from '@atrium/contract'
import { insertMember, testPlans } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount } from '../../accounts/index.ts'
import { type Answer, goodPassword, sessionOf } from '../../identity/identity-for-tests.ts'
import { UsersWorld } from '../users-world.fixture.ts'

let users: UsersWorld
beforeAll(async () => {
  users = await UsersWorld.open(inject('databaseHost'))
})
afterAll(() => users.close())

const proof = { password: goodPassword }
const dataOf = <Data>(answer: Answer) => answer.body.data as unknown as Data
const deletion = (token: string, body: object) => users.identity.send('/api/user/deletion', body, { token })
const planOf = async (token: string) =>
  dataOf<DeletionPlan>(await users.identity.send('/api/user/deletion', undefined, { token, method: 'GET' }))
const database = () => users.identity.database.database
const openAccount = async (userId: UserId, name: string): Promise<AccountId> =>
  (
    await createAccount(
      { database: database(), plans: testPlans, mainApiUrl: '/api', onOpened: [] },
      userId,
      { name },
    )
  ).id
const isDeleted = async (accountId: AccountId) =>
  (await database().pool.query('select deleted_at from account where id = $1', [accountId])).rows[0]
    .deleted_at !== null
const detailsOf = (answer: Answer) => answer.body['details'] as { ticket: string; eraseAt: string }

test('AUTH-14 deletion ends every session at once, mails its date, and signing in offers to undo it', async () => {
  const { token, cookie } = await users.identity.person('leaving@example.org')
  const own = await openAccount(token.userId, 'Only mine')
  for (const body of [{}, { proof: { password: 'wrong' } }])
    expect(await deletion(token.accessToken, body)).toMatchObject({
      status: 403,
      body: { code: 'PROOF_NOT_ACCEPTED' },
    })
  expect((await planOf(token.accessToken)).accounts).toEqual([
    { id: own, name: 'Only mine', memberCount: 1, fate: 'goes' },
  ])

  const asked = await deletion(token.accessToken, { proof })
  expect(asked.status).toBe(200)
  expect(await users.identity.identity.authenticate(token.accessToken)).toBeNull()
  expect(await users.identity.auth('token', undefined, { cookie })).toMatchObject({ status: 401 })
  expect(await isDeleted(own)).toBe(true)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(dataOf<{ eraseAt: string }>(asked).eraseAt),
  )
  expect(users.identity.mails.at(-1)?.textBody).toContain(day)

  users.identity.clock.advance(6 * 24 * 60 * 60_000)
  const offered = await users.identity.signIn('leaving@example.org')
  expect(offered).toMatchObject({ status: 403, body: { code: 'USER_BEING_DELETED' }, setCookies: [] })
  expect(detailsOf(offered).eraseAt).toBe(dataOf<{ eraseAt: string }>(asked).eraseAt)
  const undone = await users.identity.auth('undo-deletion', { ticket: detailsOf(offered).ticket })
  expect(sessionOf(undone).token.userId).toBe(token.userId)
  expect(await isDeleted(own)).toBe(false)
  expect(users.identity.mails.at(-1)?.subject).toBe('Your Atrium account is kept')
  expect((await users.identity.signIn('leaving@example.org')).status).toBe(200)
  expect(await users.identity.auth('undo-deletion', { ticket: detailsOf(offered).ticket })).toMatchObject({
    status: 403,
    body: { code: 'SIGN_IN_EXPIRED' },
  })
})

test('ACC-07 an owner of an account with other members must transfer or delete it first', async () => {
  const { token } = await users.identity.person('owner@example.org')
  const [shared, own] = [await openAccount(token.userId, 'Shared'), await openAccount(token.userId, 'Alone')]
  await insertMember(database(), shared)
  expect((await planOf(token.accessToken)).accounts).toMatchObject([
    { name: 'Alone', fate: 'goes' },
    { name: 'Shared', memberCount: 2, fate: 'in-the-way' },
  ])
  expect(await deletion(token.accessToken, { proof })).toMatchObject({
    status: 409,
    body: { code: 'OWNS_SHARED_ACCOUNT' },
  })
  expect([await isDeleted(shared), await isDeleted(own)]).toEqual([false, false])
  expect(await users.identity.identity.authenticate(token.accessToken)).not.toBeNull()
})

test('AUTH-14 undoing restores everything deleted with the user, but nothing deleted before', async () => {
  const { token } = await users.identity.person('tidy@example.org')
  const [before, together] = [
    await openAccount(token.userId, 'Before'),
    await openAccount(token.userId, 'Together'),
  ]
  await database().pool.query('update account set deleted_at = now() where id = $1', [before])
  await deletion(token.accessToken, { proof })
  const offered = await users.identity.signIn('tidy@example.org')
  await users.identity.auth('undo-deletion', { ticket: detailsOf(offered).ticket })
  expect([await isDeleted(before), await isDeleted(together)]).toEqual([true, false])
})

test('AUTH-14 an undo ticket works for nothing else, and once for concurrent requests', async () => {
  const { token } = await users.identity.person('twice@example.org')
  await deletion(token.accessToken, { proof })
  const { ticket } = detailsOf(await users.identity.signIn('twice@example.org'))
  expect(await users.identity.auth('second-factor', { ticket, code: '123456' })).toMatchObject({
    body: { code: 'SIGN_IN_EXPIRED' },
  })
  const answers = await Promise.all([1, 2, 3].map(() => users.identity.auth('undo-deletion', { ticket })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403, 403])
})
