import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { goodPassword, IdentityWorld, sessionOf } from '../identity-for-tests.ts'
import { createPasswords, type Passwords } from '../password/passwords.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

/** The number of stored attempt counters. */
const attempts = async (): Promise<number> =>
  (await world.database.database.pool.query('select from identity_attempt')).rowCount ?? 0

test('AUTH-03 a mailed code confirms a sign-up and opens a session', async () => {
  const email = 'ada@example.org'
  expect(await world.signUp(email, { language: 'fr-CA' })).toMatchObject({
    status: 200,
    body: { data: { accepted: true, resendAfterSeconds: 60 } },
  })
  expect(world.mails.at(-1)).toMatchObject({ recipient: email, subject: 'Votre code Atrium' })
  const { token, cookie } = sessionOf(await world.auth('verify', { email, code: world.codeFor(email) }))
  expect(token).toMatchObject({
    termsAccepted: false,
    userId: expect.stringMatching(/^user_/),
    sessionId: expect.stringMatching(/^session_/),
  })
  expect(cookie).not.toBe('')
  expect(await world.identity.personOf(token.userId)).toMatchObject({
    email,
    firstName: 'Ada',
    lastName: 'Lovelace',
    language: 'fr',
  })
  expect((await world.signIn(email)).status).toBe(200)
})

test('AUTH-03 a code works once', async () => {
  const email = 'once@example.org'
  await world.signUp(email)
  const code = world.codeFor(email)
  const answers = await Promise.all([1, 2, 3].map(() => world.auth('verify', { email, code })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'CODE_NOT_ACCEPTED')).toHaveLength(2)
})

test('AUTH-03 a code lasts 10 minutes', async () => {
  const email = 'slow@example.org'
  await world.signUp(email)
  world.clock.advance(601_000)
  expect(await world.auth('verify', { email, code: world.codeFor(email) })).toMatchObject({
    status: 400,
    body: { code: 'CODE_NOT_ACCEPTED' },
  })
})

test('AUTH-03 a code is resent at most once in 60 s and 5 times per hour; the new one replaces the old', async () => {
  const email = 'again@example.org'
  await world.signUp(email)
  const first = world.codeFor(email)
  expect(await world.auth('resend-code', { email })).toMatchObject({
    status: 429,
    body: { code: 'CODE_RECENTLY_SENT', retryAfterSeconds: 60 },
  })
  for (let sent = 2; sent <= 5; sent += 1) {
    world.clock.advance(60_000)
    expect((await world.auth('resend-code', { email })).status).toBe(200)
  }
  world.clock.advance(60_000)
  expect(await world.auth('resend-code', { email })).toMatchObject({
    body: { code: 'CODE_RECENTLY_SENT', retryAfterSeconds: 3600 - 5 * 60 },
  })
  expect(world.mails.filter(({ recipient }) => recipient === email)).toHaveLength(5)
  const last = world.codeFor(email)
  if (first !== last) expect((await world.auth('verify', { email, code: first })).status).toBe(400)
  expect((await world.auth('verify', { email, code: last })).status).toBe(200)
})

test('AUTH-03 signing up again before confirming: the last name and password count', async () => {
  const email = 'twice@example.org'
  const password = 'Another-Kettle_48'
  await world.signUp(email)
  world.clock.advance(61_000)
  await world.signUp(email, { password, firstName: 'Grace' })
  const { token } = sessionOf(await world.auth('verify', { email, code: world.codeFor(email) }))
  expect(await world.identity.personOf(token.userId)).toMatchObject({ firstName: 'Grace' })
  expect((await world.signIn(email)).status).toBe(401)
  expect((await world.signIn(email, password)).status).toBe(200)
})

test('AUTH-03 a code sent for one password does not confirm another one injected after it', async () => {
  const email = 'slipped@example.org'
  await world.signUp(email)
  const code = world.codeFor(email)
  await world.signUp(email, { password: 'Intruders-Kettle_66' })
  expect(await world.auth('verify', { email, code })).toMatchObject({ body: { code: 'CODE_NOT_ACCEPTED' } })
  world.clock.advance(61_000)
  await world.signUp(email)
  await world.signUp(email)
  expect((await world.auth('verify', { email, code: world.codeFor(email) })).status).toBe(200)
  expect((await world.signIn(email)).status).toBe(200)
})

test('AUTH-03 two concurrent sign-ups create one user', async () => {
  const email = 'parallel@example.org'
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.signUp(email)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const code = world.codeFor(email)
  await Promise.all([1, 2, 3, 4].map(() => world.auth('verify', { email, code })))
  expect(
    (await world.database.database.pool.query('select 1 from identity_user where email = $1', [email]))
      .rowCount,
  ).toBe(1)
})

test('S05 signing up with an address in use gets the same reply, changes nothing, and mails the owner', async () => {
  const email = 'owner@example.org'
  await world.person(email)
  const unknown = await world.signUp('nobody-yet@example.org')
  const known = await world.signUp(email, { password: 'Intruders-Kettle_66', firstName: 'Mallory' })
  expect({ status: known.status, body: known.body, setCookies: known.setCookies }).toEqual({
    status: unknown.status,
    body: unknown.body,
    setCookies: unknown.setCookies,
  })
  expect(world.mails.at(-1)).toMatchObject({ recipient: email, kind: 'identity:already-signed-up' })
  expect(world.mails.at(-1)?.textBody).not.toContain('Mallory')
  expect((await world.signIn(email)).status).toBe(200)
  expect((await world.signIn(email, 'Intruders-Kettle_66')).status).toBe(401)
})

test('AUTH-04 the server checks the password rules, field by field', async () => {
  for (const password of [
    'Sh0rt-a',
    'no-uppercase-1',
    'NO-LOWERCASE-1',
    'No-number-here',
    'NoSpecial123',
    `${goodPassword}\0`,
    `${goodPassword}${'x'.repeat(250)}`,
  ])
    expect(await world.signUp('rules@example.org', { password })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', issues: [{ path: 'body.password' }] },
    })
})

test('AUTH-04 S21 passwords are taken verbatim: spaces, any script, long ones to the last character', async () => {
  const start = 'Long-1 '.repeat(11)
  const password = ` ${start}über 密码 a `
  const email = 'verbatim@example.org'
  await world.signUp(email, { password })
  await world.auth('verify', { email, code: world.codeFor(email) })
  expect((await world.signIn(email, password)).status).toBe(200)
  for (const other of [password.trim(), `${password.slice(0, -2)}b `, password.slice(0, 72)])
    expect((await world.signIn(email, other)).status).toBe(401)
})

test('S21 a very common password is refused', async () => {
  expect(await world.signUp('common@example.org', { password: 'Password1!' })).toMatchObject({
    status: 400,
    body: { code: 'PASSWORD_TOO_COMMON', issues: [{ path: 'body.password' }] },
  })
})

test('S01 a code or an address that is not a string is invalid input', async () => {
  for (const code of [null, '', [], {}, 'undefined', 0, '12345', '1234567', '１２３４５６'])
    for (const verb of ['verify', 'new-password'])
      expect(
        (
          await world.auth(verb, {
            email: 'ada@example.org',
            code,
            ...(verb === 'new-password' && { password: goodPassword }),
          })
        ).status,
      ).toBe(400)
  expect(
    (await world.auth('new-password', { email: 'ada@example.org', password: goodPassword })).status,
  ).toBe(400)
  expect((await world.auth('verify', { email: ['ada@example.org'], code: '123456' })).status).toBe(400)
})

test('API-04 unknown fields are refused', async () => {
  expect(await world.signUp('more@example.org', { role: 'admin' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'body.role' }] },
  })
})

test('D11 one network can sign up a hundred times per hour, and another network is unaffected', async () => {
  const ip = '203.0.113.90'
  // Refused as very common, before anything is hashed; still counted.
  for (let count = 1; count <= 100; count += 1)
    expect(await world.signUp(`try${count}@example.org`, { password: 'Password123!' }, { ip })).toMatchObject(
      { status: 400 },
    )
  const refused = await world.signUp('late@example.org', {}, { ip })
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retryAfterSeconds: 3600 } })
  expect((await world.signUp('late@example.org', {}, { ip: '203.0.113.91' })).status).toBe(200)
  world.clock.advance(3_600_000)
  expect((await world.signUp('later@example.org', {}, { ip })).status).toBe(200)
})

test('D11 a flood from one /64 with another address in every request counts as one network and gets a retry time', async () => {
  // Passwords that are refused count before anything is hashed.
  const flood = (count: number, from: string) =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        world.signUp(
          `${from.replaceAll(/\W/g, '-')}${number}@flood.example`,
          { password: 'Password123!' },
          {
            ip: `${from}:${number.toString(16)}`,
            headers: {
              'x-forwarded-for': `198.51.100.${number}, 192.0.2.${number}`,
              'x-real-ip': `198.51.100.${number}`,
              forwarded: `for=198.51.100.${number}`,
            },
          },
        ),
      ),
    )
  const before = await attempts()
  const statuses = (await flood(150, '2001:db8:d11:1:a:b:c')).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  const [late] = await flood(1, '2001:db8:d11:1:ffff:ffff:0')
  expect(late).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  const retryAfter = Number(late?.headers['retry-after'])
  expect(retryAfter).toBe(late?.body['retryAfterSeconds'])
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(3600)
  // One row, however many addresses: a flood does not fill the table.
  expect((await attempts()) - before).toBe(1)
  const beside = await world.signUp('beside@flood.example', {}, { ip: '2001:db8:d11:2::1' })
  expect(beside.status).toBe(200)
  world.clock.advance(retryAfter * 1000)
  expect((await flood(1, '2001:db8:d11:1:a:b:c'))[0]?.status).toBe(400)
})

test("D11 behind a proxy the proxy's header counts, not what the caller sent", async () => {
  const proxied = await IdentityWorld.open(inject('databaseHost'), { trustProxy: 1 })
  try {
    const signUp = (number: number, caller: string) =>
      proxied.signUp(
        `try${number}@flood.example`,
        { password: 'Password123!' },
        { ip: '10.0.0.1', headers: { 'x-forwarded-for': `198.51.100.${number}, 192.0.2.1, ${caller}` } },
      )
    const flood = await Promise.all(Array.from({ length: 101 }, (_, number) => signUp(number, '203.0.113.5')))
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await signUp(102, '203.0.113.6')).status).toBe(400)
  } finally {
    await proxied.close()
  }
})

test('S05 signing up does the same work for an address in use as for an unknown one', async () => {
  // Hashing the password takes nearly all of the time.
  let hashed = 0
  const passwords = createPasswords(256)
  const counted: Passwords = {
    ...passwords,
    hash: (...given) => {
      hashed += 1
      return passwords.hash(...given)
    },
  }
  const counting = await IdentityWorld.open(inject('databaseHost'), { ports: { passwords: counted } })
  const hashedFor = async (email: string) => {
    hashed = 0
    await counting.signUp(email)
    return hashed
  }
  try {
    await counting.person('in-use@example.org')
    expect(await hashedFor('in-use@example.org')).toBe(1)
    expect(await hashedFor('unused@example.org')).toBe(1)
  } finally {
    await counting.close()
  }
})
