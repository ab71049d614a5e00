import {
  SignJWT,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose'
import { contract } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { binding } from '../../platform/http/bind.ts'
import { cookieOf, IdentityWorld, origin, sessionOf } from '../identity-for-tests.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'), {
    // Two endpoints of the product: one for anybody signed in, one for people who accepted the terms.
    more: () => [
      binding(contract.acceptTerms, async ({ caller }) => {
        await world.identity.acceptTerms(caller.userId)
        return { message: {} as never }
      }),
      binding(contract.listAccounts, async () => ({ data: [] }) as never),
    ],
  })
})
afterAll(() => world.close())

const refresh = (cookie?: string, headers?: Record<string, string>) =>
  world.auth('token', undefined, { cookie, ...(headers && { headers }) })
const callProduct = (token?: string) => world.send('/api/user/teams', undefined, { token, method: 'GET' })

test('AUTH-07 the cookie is only for refreshing: httpOnly, same-site, on one path', async () => {
  await world.person('cookie@example.org')
  const [line = '', mark = '', ...others] = (await world.signIn('cookie@example.org')).setCookies
  expect(others).toEqual([])
  // For the site's scripts: only that there is a session.
  expect(mark).toMatch(/^atrium\.signed-in=1; Path=\/; Max-Age=\d+; SameSite=Strict$/)
  expect(line).toMatch(/; HttpOnly/)
  expect(line).toMatch(/; SameSite=Strict/)
  expect(line).toMatch(/; Path=\/api\/auth(;|$)/)
  expect(line).not.toMatch(/; Secure/)
})

test('AUTH-07 on https the cookie is Secure', async () => {
  const publicUrl = 'https://atrium.example.com'
  const secure = await IdentityWorld.open(inject('databaseHost'), {
    ports: { configuration: { publicUrl } as never },
  })
  try {
    await secure.person('cookie@example.org')
    const [line] = (await secure.signIn('cookie@example.org')).setCookies
    expect(line).toMatch(/^__Secure-/)
    expect(line).toMatch(/; Secure/)
  } finally {
    await secure.close()
  }
})

test('AUTH-07 the access token is an EdDSA JWT of 15 minutes that anybody can verify with the published keys', async () => {
  const { token } = await world.person('token@example.org')
  const published = await world.send('/.well-known/jwks.json', undefined, { method: 'GET' })
  const keys = published.body as unknown as JSONWebKeySet
  expect(Object.keys(keys.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  const { payload, protectedHeader } = await jwtVerify(token.accessToken, createLocalJWKSet(keys), {
    issuer: origin,
    audience: 'atrium',
  })
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: keys.keys[0]?.kid })
  expect(payload).toMatchObject({ sub: token.userId, sid: token.sessionId, terms: false })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900)
  expect(new Date((payload.exp ?? 0) * 1000).toISOString()).toBe(token.expiresAt)
})

test('AUTH-07 the cookie gets new access tokens for the same session, also in concurrent requests', async () => {
  const { token, cookie } = await world.person('refresh@example.org')
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(cookie)))
  for (const answer of answers) {
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(await world.identity.authenticate(answer.body.data?.accessToken ?? '')).toEqual({
      userId: token.userId,
      sessionId: token.sessionId,
      termsAccepted: false,
    })
  }
})

test('AUTH-07 there is no token without a genuine cookie', async () => {
  const { cookie } = await world.person('forger@example.org')
  expect(await refresh()).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  const forged = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`)
  expect(await refresh(forged)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
})

test('S19 the cookie counts only with an Origin of this site', async () => {
  const { cookie } = await world.person('origin@example.org')
  for (const evil of [
    'https://evil.example',
    'null',
    `${origin}.evil.example`,
    'http://evilatrium.test',
    'https://atrium.test',
  ])
    expect(await refresh(cookie, { origin: evil })).toMatchObject({
      status: 403,
      body: { code: 'ORIGIN_REFUSED' },
    })
})

test('B57 AUTH-07 an expired token is refused, with less than a minute of leeway', async () => {
  const { token } = await world.person('expired@example.org')
  const { token: fresh } = sessionOf(await world.signIn('expired@example.org'))
  world.clock.advance(900_000 + 20_000)
  expect(await world.identity.authenticate(fresh.accessToken)).not.toBeNull()
  expect(await world.identity.authenticate(token.accessToken)).toBeNull()
  world.clock.advance(41_000)
  expect(await world.identity.authenticate(fresh.accessToken)).toBeNull()
  expect((await callProduct(fresh.accessToken)).body.code).toBe('UNAUTHENTICATED')
})

test('AUTH-07 tokens by another key, algorithm, issuer or audience are refused', async () => {
  const { token } = await world.person('tamper@example.org')
  const claims = decodeJwt(token.accessToken)
  const { kid = '' } = decodeProtectedHeader(token.accessToken)
  const [header = '', payload = '', signature = ''] = token.accessToken.split('.')
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const { x = '' } = await exportJWK(publicKey)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged = [
    await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid, typ: 'at+jwt' }).sign(privateKey),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .sign(Buffer.from(x, 'base64url')),
    `${encode({ alg: 'none', kid, typ: 'at+jwt' })}.${payload}.`,
    `${header}.${encode({ ...claims, terms: true })}.${signature}`,
    `${encode({ alg: 'EdDSA', kid: 'unknown', typ: 'at+jwt' })}.${payload}.${signature}`,
    'not a token',
    '',
  ]
  for (const one of forged) expect(await world.identity.authenticate(one)).toBeNull()
  expect(await world.identity.authenticate(token.accessToken)).not.toBeNull()
})

test('AUTH-09 signing out revokes the session and clears the cookie', async () => {
  const { token, cookie } = await world.person('leaving@example.org')
  const elsewhere = sessionOf(await world.signIn('leaving@example.org'))
  expect(await world.identity.authenticate(token.accessToken)).not.toBeNull()
  const ended: unknown[] = []
  const stop = world.identity.onSessionsEnded((sessions) => ended.push(sessions))
  const answer = await world.auth('sign-out', {}, { cookie })
  stop()
  expect(answer).toMatchObject({ status: 200, body: { data: { endedSessions: 1 } } })
  expect(answer.setCookies[0]).toMatch(/=; Max-Age=0/)
  expect(answer.headers['clear-site-data']).toBe('"storage"')
  expect(ended).toEqual([{ userId: token.userId, sessionIds: [token.sessionId] }])
  // S11: replayed, neither works; the session on the other device continues.
  expect((await callProduct(token.accessToken)).status).toBe(401)
  const replayed = await refresh(cookie)
  expect(replayed).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } })
  expect(replayed.setCookies[0]).toMatch(/=; Max-Age=0/)
  expect(await world.identity.authenticate(elsewhere.token.accessToken)).not.toBeNull()
})

test('AUTH-13 signing out everywhere ends the sessions of all devices; a second time there is nothing to end', async () => {
  const { token, cookie } = await world.person('everywhere@example.org')
  const devices = [
    sessionOf(await world.signIn('everywhere@example.org')),
    sessionOf(await world.signIn('everywhere@example.org')),
  ]
  const stranger = await world.person('stranger@example.org')
  const { token: strangersToken } = sessionOf(await refresh(stranger.cookie))
  expect(await world.auth('sign-out', { everywhere: true }, { cookie })).toMatchObject({
    body: { data: { endedSessions: 3 } },
  })
  for (const session of [token, ...devices.map((device) => device.token)])
    expect(await world.identity.authenticate(session.accessToken)).toBeNull()
  for (const device of devices) expect((await refresh(device.cookie)).body.code).toBe('SESSION_ENDED')
  expect(await world.identity.authenticate(strangersToken.accessToken)).not.toBeNull()
  expect(await world.auth('sign-out', { everywhere: true }, { cookie })).toMatchObject({
    status: 200,
    body: { data: { endedSessions: 0 } },
  })
})

test('AUTH-07 an expired session gives no token, and is deleted when its user signs in again', async () => {
  const { token, cookie } = await world.person('elapsed@example.org')
  await world.database.database.pool.query(
    `update identity_session set expires_at = now() - interval '1 hour' where id = $1`,
    [token.sessionId],
  )
  expect(await world.identity.authenticate(token.accessToken)).toBeNull()
  await world.signIn('elapsed@example.org')
  const { rows } = await world.database.database.pool.query(
    'select id from identity_session where user_id = $1',
    [token.userId],
  )
  expect(rows).toEqual([{ id: expect.not.stringMatching(token.sessionId) }])
  expect((await refresh(cookie)).body.code).toBe('SESSION_ENDED')
})

const sessionRows = async (sessionId: string) =>
  (
    await world.database.database.pool.query(
      `select expires_at > now() + interval '29 days' as longer from identity_session where id = $1`,
      [sessionId],
    )
  ).rows
const overlapMs = 20_000

test('AUTH-07 S11 each use of the refresh cookie extends the session and replaces its token', async () => {
  const { token, cookie } = await world.person('prolonged@example.org')
  await world.database.database.pool.query(
    `update identity_session set expires_at = now() + interval '28 days' where id = $1`,
    [token.sessionId],
  )
  const first = sessionOf(await refresh(cookie))
  expect(first.cookie).not.toBe('')
  expect(cookie).not.toContain(first.cookie.split('; ')[0])
  expect(await sessionRows(token.sessionId)).toEqual([{ longer: true }])
  world.clock.advance(overlapMs)
  const second = await refresh(first.cookie)
  expect(second.setCookies[0]).toMatch(/Max-Age=2592000/)
  expect(sessionOf(second).token.sessionId).toBe(token.sessionId)
})

test('S11 reusing a replaced refresh token ends the session for all of its holders', async () => {
  const { token, cookie: copied } = await world.person('copied@example.org')
  const elsewhere = sessionOf(await world.signIn('copied@example.org'))
  const { cookie: current } = sessionOf(await refresh(copied))
  const ended: unknown[] = []
  const stop = world.identity.onSessionsEnded((sessions) => ended.push(sessions))
  world.clock.advance(overlapMs)
  const reused = await refresh(copied)
  stop()
  expect(reused).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } })
  expect(reused.setCookies[0]).toMatch(/=; Max-Age=0/)
  expect(ended).toEqual([{ userId: token.userId, sessionIds: [token.sessionId] }])
  expect((await refresh(current)).body.code).toBe('SESSION_ENDED')
  expect(await world.identity.authenticate(token.accessToken)).toBeNull()
  expect(world.logLines.join('')).toContain('session.token_reused')
  expect((await refresh(elsewhere.cookie)).status).toBe(200)
})

test('S11 a token that was replaced several times ago ends the session too, also within the overlap', async () => {
  const { cookie: oldest } = await world.person('oldest@example.org')
  const { cookie: next } = sessionOf(await refresh(oldest))
  world.clock.advance(overlapMs)
  const { cookie: current } = sessionOf(await refresh(next))
  expect((await refresh(oldest)).body.code).toBe('SESSION_ENDED')
  expect((await refresh(current)).body.code).toBe('SESSION_ENDED')
})

test('AUTH-07 tabs that refresh at once, and one whose reply was lost, stay signed in with one rotation', async () => {
  const { token, cookie } = await world.person('tabs@example.org')
  const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(cookie)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const rotated = answers.filter(({ setCookies }) => setCookies.length > 0)
  expect(rotated).toHaveLength(1)
  expect((await refresh(cookie)).status).toBe(200)
  const current = cookieOf(rotated[0]?.setCookies ?? [])
  expect((await refresh(current)).status).toBe(200)
  world.clock.advance(overlapMs)
  expect(sessionOf(await refresh(current)).token.sessionId).toBe(token.sessionId)
})

test("AUTH-07 signing in replaces the browser's session, whosever it was", async () => {
  const { token: first, cookie } = await world.person('replaced@example.org')
  await world.person('successor@example.org')
  const own = sessionOf(await world.signIn('replaced@example.org', undefined, { cookie }))
  expect(await world.identity.authenticate(first.accessToken)).toBeNull()
  const other = sessionOf(await world.signIn('successor@example.org', undefined, { cookie: own.cookie }))
  expect((await refresh(own.cookie)).body.code).toBe('SESSION_ENDED')
  expect(await world.identity.authenticate(other.token.accessToken)).not.toBeNull()
})

test('AUTH-07 an unavailable database signs nobody out: the refresh can be retried', async () => {
  const stopped = await IdentityWorld.open(inject('databaseHost'))
  const { cookie } = await stopped.person('patient@example.org')
  await stopped.database.drop()
  const answer = await stopped.auth('token', undefined, { cookie })
  await stopped.app.close()
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, setCookies: [] })
})

test('S13 a session ended by another node is refused here within a second', async () => {
  const { cookie } = await world.person('nodes@example.org')
  const { token } = sessionOf(await refresh(cookie))
  expect(await world.identity.authenticate(token.accessToken)).not.toBeNull()
  await world.database.database.pool.query('delete from identity_session where id = $1', [token.sessionId])
  world.clock.advance(1000)
  expect(await world.identity.authenticate(token.accessToken)).toBeNull()
})

test('B57 setting a clock back keeps no ended session alive and locks nobody out', async () => {
  const dayMs = 86_400_000
  await world.person('stepped@example.org')
  const { token } = sessionOf(await world.signIn('stepped@example.org'))
  expect(await world.identity.authenticate(token.accessToken)).not.toBeNull()
  world.clock.advance(-dayMs)
  try {
    expect(await world.identity.authenticate(token.accessToken)).not.toBeNull()
    await world.database.database.pool.query('delete from identity_session where id = $1', [token.sessionId])
    world.clock.advance(1000)
    expect(await world.identity.authenticate(token.accessToken)).toBeNull()
    const { token: next, cookie } = sessionOf(await world.signIn('stepped@example.org'))
    expect(await world.identity.authenticate(next.accessToken)).not.toBeNull()
    expect((await refresh(cookie)).status).toBe(200)
  } finally {
    world.clock.advance(dayMs)
  }
})

test('S25 LIFE-05 the product is closed until the terms are accepted; a refreshed token then opens it', async () => {
  const { token, cookie } = await world.person('terms@example.org')
  expect(await callProduct(token.accessToken)).toMatchObject({
    status: 403,
    body: { code: 'TERMS_NOT_ACCEPTED' },
  })
  await world.identity.acceptTerms(token.userId)
  const { token: renewed } = sessionOf(await refresh(cookie))
  expect(renewed.termsAccepted).toBe(true)
  expect(await callProduct(renewed.accessToken)).toMatchObject({ status: 200, body: { data: [] } })
})

test('AUTH-10 a sign-up is refused with the marker when sign-up is closed, or the address was not invited', async () => {
  const refused = {
    status: 403,
    body: { code: 'SIGN_UP_REFUSED', message: expect.stringMatching(/^PreSignUp/) },
  }
  for (const signUp of ['closed', 'invited-only'] as const) {
    const closed = await IdentityWorld.open(inject('databaseHost'), {
      ports: {
        signUpMode: () => signUp,
        isInvited: async (email) => email === 'guest@example.org',
      },
    })
    try {
      expect(await closed.signUp('anybody@example.org')).toMatchObject(refused)
      expect((await closed.signUp('guest@example.org')).status).toBe(signUp === 'closed' ? 403 : 200)
      expect(await closed.auth('methods', undefined, { method: 'GET' })).toMatchObject({
        body: { data: { signUp, inboxUrl: null } },
      })
    } finally {
      await closed.close()
    }
  }
})
