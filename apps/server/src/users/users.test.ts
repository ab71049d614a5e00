import { contract, type Endpoint, mintId, type UserInfo } from '@atrium/contract'
import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type IdentityWorld, sessionOf } from '../identity/identity-for-tests.ts'
import { UsersWorld } from './users-world.fixture.ts'

let users: UsersWorld
let world: IdentityWorld
beforeAll(async () => {
  users = await UsersWorld.open(inject('databaseHost'))
  world = users.identity
})
afterAll(() => users.close())

const infoOf = (body: object) => (body as { message: UserInfo }).message
const read = (token: string, headers?: Record<string, string>) =>
  world.send('/api/user/info', undefined, { token, method: 'GET', ...(headers && { headers }) })
const change = (token: string, changes: object, headers?: Record<string, string>) =>
  world.send('/api/user/info', changes, { token, method: 'PATCH', ...(headers && { headers }) })

test('AUTH-12 user info of a new user has every field of the specification, and the terms count as not accepted', async () => {
  const { token } = await world.person('grace+new@gmail.com')
  expect(await read(token.accessToken)).toMatchObject({
    status: 200,
    body: { isError: false, statusCode: 200 },
  })
  expect(infoOf((await read(token.accessToken)).body)).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    userName: 'grace+new@gmail.com',
    user_id: token.userId,
    termsOfUse: false,
    profilePicture: null,
    balanceTeamCredits: 0,
    balanceUserCredits: 0,
    usage_percentage: 0,
    credit_limit_percentage: null,
    country: null,
    recent_workspace: null,
    is_new_user: true,
    is_public_email: true,
    is_temporary_email: false,
    is_subaddress: true,
    ui_promo_active: false,
    ui_promo_image: { desktop: null, mobile: null },
    ui_promo_text: null,
    ui_promo_active_till: null,
    ui_new_chat_bg_image: null,
    ui_new_chat_title: null,
    ui_new_chat_text: null,
    language: null,
    colorScheme: null,
    timeZone: null,
    emailFrequency: 'DAILY',
    suggestsTemplates: true,
    isWelcomed: false,
    isSystemAdmin: false,
  })
})

test('LIFE-05 the terms are accepted once, with the legal age confirmed, and the new token includes it', async () => {
  const { token, cookie } = await world.person('terms@example.org')
  for (const body of [{}, { confirmedLegalAge: false }, { confirmedLegalAge: 'true' }])
    expect(await world.send('/api/user/terms', body, { token: token.accessToken })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  expect(infoOf((await read(token.accessToken)).body).termsOfUse).toBe(false)

  const accepted = await world.send(
    '/api/user/terms',
    { confirmedLegalAge: true },
    { token: token.accessToken },
  )
  expect(infoOf(accepted.body)).toMatchObject({ termsOfUse: true, is_new_user: false })
  const first = (await world.identity.personOf(token.userId))?.termsAcceptedAt
  world.clock.advance(5000)
  await world.send('/api/user/terms', { confirmedLegalAge: true }, { token: token.accessToken })
  expect((await world.identity.personOf(token.userId))?.termsAcceptedAt).toEqual(first)
  expect(sessionOf(await world.auth('token', undefined, { cookie })).token.termsAccepted).toBe(true)
})

test('AUTH-12 balances are of the account in the headers; a non-member gets none', async () => {
  const { token } = await world.person('member@example.org')
  const accountId = mintId('account')
  users.memberships.set(token.userId, new Set([accountId]))
  users.balances.set(accountId, {
    teamMilli: 7_500_250,
    userMilli: 1_250,
    monthlyTeamMilli: 10_000_000,
    limitUsed: null,
  })
  expect(infoOf((await read(token.accessToken, { 'workspace-id': accountId })).body)).toMatchObject({
    balanceTeamCredits: 7500.25,
    balanceUserCredits: 1.25,
    usage_percentage: 25,
  })
  users.balances.set(accountId, {
    teamMilli: 12_000_000,
    userMilli: 0,
    monthlyTeamMilli: 10_000_000,
    limitUsed: null,
  })
  expect(infoOf((await read(token.accessToken, { 'account-id': accountId })).body).usage_percentage).toBe(0)
  const { token: stranger } = await world.person('stranger@example.org')
  expect(await read(stranger.accessToken, { 'workspace-id': accountId })).toMatchObject({
    status: 403,
    body: { code: 'NOT_A_MEMBER' },
  })
})

test("AUTH-12 the recent workspace is one of the user's, and is omitted once they have left", async () => {
  const { token } = await world.person('moving@example.org')
  const accountId = mintId('account')
  expect(await change(token.accessToken, { recent_workspace: accountId })).toMatchObject({
    status: 403,
    body: { code: 'NOT_A_MEMBER' },
  })
  users.memberships.set(token.userId, new Set([accountId]))
  expect(
    infoOf((await change(token.accessToken, { recent_workspace: accountId })).body).recent_workspace,
  ).toBe(accountId)
  users.memberships.delete(token.userId)
  expect(infoOf((await read(token.accessToken)).body).recent_workspace).toBeNull()
})

test('AUTH-14 name, language, colors, time zone and mail frequency change independently', async () => {
  const { token } = await world.person('changing@example.org')
  for (const changes of [
    { firstName: 'Grâce' },
    { lastName: 'Nguyễn' },
    { language: 'vi' },
    { colorScheme: 'dark' },
    { timeZone: 'Asia/Ho_Chi_Minh' },
    { country: 'VN' },
    { emailFrequency: 'NEVER' },
    { suggestsTemplates: false },
    { isWelcomed: true },
  ])
    expect(infoOf((await change(token.accessToken, changes)).body)).toMatchObject(changes)
  expect(infoOf((await change(token.accessToken, {})).body)).toMatchObject({
    firstName: 'Grâce',
    lastName: 'Nguyễn',
    language: 'vi',
    colorScheme: 'dark',
    suggestsTemplates: false,
    isWelcomed: true,
    timeZone: 'Asia/Ho_Chi_Minh',
    country: 'VN',
  })
  const { rows } = await world.database.database.pool.query('select name from identity_user where id = $1', [
    token.userId,
  ])
  expect(rows).toEqual([{ name: 'Nguyễn Grâce' }])
})

test('API-04 invalid changes are refused by field, and nothing is written', async () => {
  const { token } = await world.person('careful@example.org')
  const wrong = [
    ['firstName', ''],
    ['firstName', 'a'.repeat(61)],
    ['firstName', 'evil\u202egnp'],
    ['lastName', 'two\nlines'],
    ['language', 'de'],
    ['colorScheme', 'pink'],
    ['timeZone', 'Mars/Olympus'],
    ['country', 'Vietnam'],
    ['country', 'vn'],
    ['country', 'ZZ'],
    ['country', 'QQ'],
    ['timeZone', '+01:00'],
    ['emailFrequency', 'HOURLY'],
    ['profilePicture', `${'0'.repeat(32)}.png`],
    ['profilePicture', 'https://evil.example/p.png'],
    ['recent_workspace', 'account_1'],
    ['userName', 'x@y.zz'],
    ['termsOfUse', true],
    ['user_id', mintId('user')],
  ] as const
  for (const [field, value] of wrong)
    expect({
      field,
      answer: await change(token.accessToken, { lastName: 'Written', [field]: value }),
    }).toMatchObject({
      field,
      answer: { status: 400, body: { code: 'INVALID_INPUT', issues: [{ path: `body.${field}` }] } },
    })
  expect(infoOf((await read(token.accessToken)).body).lastName).toBe('Lovelace')
})

test('API-04 a change repeated with its key is made once', async () => {
  const { token } = await world.person('repeated@example.org')
  const headers = { 'idempotency-key': 'key-of-this-change' }
  await change(token.accessToken, { firstName: 'Once' }, headers)
  await change(token.accessToken, { firstName: 'Later' })
  expect(infoOf((await change(token.accessToken, { firstName: 'Once' }, headers)).body).firstName).toBe(
    'Once',
  )
  expect(infoOf((await read(token.accessToken)).body).firstName).toBe('Later')
})

test('AUTH-12 user info requires a session', async () => {
  expect(await world.send('/api/user/info', undefined, { method: 'GET' })).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHENTICATED' },
  })
})

test("S23 nobody's email changes by a request: a free and a taken address get the same reply, also with another field", async () => {
  const { token } = await world.person('keeps@example.org')
  await world.person('taken@example.org')
  const people = async () =>
    (await world.database.database.pool.query('select id, email from identity_user order by id')).rows
  const before = await people()
  const keys = ['email', 'userName', 'user_name', 'e_mail', 'emailAddress', 'newEmail', 'is_public_email']
  for (const key of keys) {
    const replies = []
    for (const address of ['taken@example.org', 'free@example.org'])
      replies.push(await change(token.accessToken, { [key]: address, country: 'FR' }))
    const [taken, free] = replies.map(({ status, body }) => ({
      status,
      body: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ''),
    }))
    expect(taken, key).toEqual(free)
    expect(taken?.body, key).not.toContain('taken@')
  }
  expect(infoOf((await read(token.accessToken)).body).userName).toBe('keeps@example.org')
  expect(await people()).toEqual(before)
  expect(world.mails.filter(({ recipient }) => recipient === 'free@example.org')).toEqual([])
})

/** Endpoints of people who are signed in that take an address, and whose it is. */
const addressesTaken: Record<string, string> = {
  changeBillingDetails: "the account's, for receipts",
  changeSystemSettings: "the operator's",
  inviteMember: 'a future member',
  inviteWaitingPerson: 'a person on the waiting list',
  removeWaitingPerson: 'a person on the waiting list',
  resumeMailTo: 'a recipient of mail',
  stopMailTo: 'a recipient of mail',
  testMail: 'a recipient of mail',
}

test('S23 no endpoint takes a new address for the person who is signed in', () => {
  const endpoints: Endpoint[] = Object.values(contract)
  const taking = endpoints.filter(
    ({ caller, body }) =>
      caller !== 'anyone' &&
      body !== undefined &&
      /"[^"]*(?:email|userName|address)":\{/i.test(
        JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
      ),
  )
  expect(taking.map(({ name }) => name).toSorted()).toEqual(Object.keys(addressesTaken).toSorted())
})
