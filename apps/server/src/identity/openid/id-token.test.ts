import { exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { Secret } from '../../platform/config/secret.ts'
import { type Answer, configurationForTests, IdentityWorld } from '../identity-for-tests.ts'
import { type LyingIssuer, startLyingIssuer } from './lying-issuer-for-tests.ts'
import { type PendingVisit, begin, complete } from './openid-for-tests.ts'

const clientId = 'atrium-client'
const clientSecret = 'the client’s own secret, known to the provider'
let issuer: LyingIssuer
let world: IdentityWorld
beforeAll(async () => {
  issuer = await startLyingIssuer({ clientId, now: () => world.clock.now() })
  world = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
})
beforeEach(() => {
  issuer.keys = [issuer.publicJwk]
  issuer.hidesKeys = false
  issuer.metadata = {}
  issuer.tokenRequests.length = 0
})
afterAll(async () => {
  await world.close()
  await issuer.close()
})

const settings = () => ({
  ...configurationForTests(),
  openIdIssuer: issuer.issuer,
  openIdClientId: clientId,
  openIdClientSecret: new Secret(clientSecret),
})
const person = { sub: 'eve', email: 'eve@liars.example', email_verified: true }

/** Completes a sign-in with the token that `make` returns as the provider's. */
async function signInWith(make: (pending: PendingVisit) => Promise<string>, at = world): Promise<Answer> {
  const pending = await begin(at)
  issuer.answerTokens = async () => ({ body: { id_token: await make(pending), access_token: 'opaque' } })
  return await complete(at, pending, { code: 'any' })
}
const withClaims = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
  signInWith(({ nonce }) => issuer.sign({ ...person, nonce, ...claims }, header))
const unsigned = (header: object, claims: object) =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
const seconds = () => Math.floor(world.clock.now().getTime() / 1000)
const refused = { status: 400, body: { code: 'OPENID_SIGN_IN_FAILED' } }

test('AUTH-06 the token of this world is valid when nothing is wrong with it', async () => {
  expect((await withClaims({})).body.data).toMatchObject({ outcome: 'signed-in' })
})

test.each<[string, () => JWTPayload]>([
  ['another issuer', () => ({ iss: 'https://accounts.google.com' })],
  ['an issuer that only begins alike', () => ({ iss: `${issuer.issuer}/` })],
  ['another audience', () => ({ aud: 'another-client' })],
  ['several audiences, made for another of them', () => ({ aud: [clientId, 'another'], azp: 'another' })],
  ['several audiences, made for nobody in particular', () => ({ aud: [clientId, 'another'] })],
  ['one audience, made for another client', () => ({ azp: 'another' })],
  ['an expiry beyond the skew', () => ({ exp: seconds() - 61 })],
  ['an expiry that is no time', () => ({ exp: 'never' as never })],
  ['a birth in the future', () => ({ iat: seconds() + 3600, exp: seconds() + 7200 })],
  ['a birth long ago', () => ({ iat: seconds() - 3600 })],
  ['a beginning in the future', () => ({ nbf: seconds() + 3600 })],
  ['the nonce of another sign-in', () => ({ nonce: 'x'.repeat(43) })],
  ['an empty nonce', () => ({ nonce: '' })],
  ['a nonce of another kind', () => ({ nonce: ['x'] as never })],
  ['no nonce', () => ({ nonce: undefined })],
  ['no expiry', () => ({ exp: undefined })],
  ['no birth', () => ({ iat: undefined })],
  ['no audience', () => ({ aud: undefined })],
  ['no subject', () => ({ sub: undefined })],
  ['an empty subject', () => ({ sub: '' })],
])('AUTH-06 a token is refused with %s', async (_, claims) => {
  expect(await withClaims(claims())).toMatchObject(refused)
})

test('AUTH-06 a clock that is off by less than a minute is accepted', async () => {
  expect((await withClaims({ exp: seconds() - 50 })).status).toBe(200)
  expect((await withClaims({ iat: seconds() + 50 })).status).toBe(200)
})

test('AUTH-06 a token that is unsigned or signed by a shared secret is refused', async () => {
  const claims = (nonce: string) => ({
    ...person,
    nonce,
    iss: issuer.issuer,
    aud: clientId,
    iat: seconds(),
    exp: seconds() + 300,
  })
  for (const alg of ['none', 'None', 'RS256'])
    expect(
      await signInWith(async ({ nonce }) => unsigned({ alg, kid: 'first' }, claims(nonce))),
      alg,
    ).toMatchObject(refused)
  // With the client's secret, and with the public key used as a secret.
  const publicKey = new TextEncoder().encode(JSON.stringify(issuer.publicJwk))
  for (const key of [new TextEncoder().encode(clientSecret), publicKey])
    expect(
      await signInWith(({ nonce }) => issuer.sign({ ...person, nonce }, { alg: 'HS256' }, key)),
    ).toMatchObject(refused)
  issuer.keys = [
    { kty: 'oct', k: Buffer.from(clientSecret).toString('base64url'), kid: 'first', alg: 'HS256' },
  ]
  world.clock.advance(31_000)
  expect(
    await signInWith(({ nonce }) =>
      issuer.sign({ ...person, nonce }, { alg: 'HS256' }, new TextEncoder().encode(clientSecret)),
    ),
  ).toMatchObject(refused)
})

test('AUTH-06 a token signed by another key than the provider’s is refused, whatever it includes', async () => {
  const own = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(own.publicKey)
  for (const header of [{}, { jwk }, { jku: `${issuer.issuer}/keys` }, { kid: '../../dev/null' }])
    expect(
      await signInWith(({ nonce }) => issuer.sign({ ...person, nonce }, header, own.privateKey)),
    ).toMatchObject(refused)
})

test('AUTH-06 another kind of token by the provider’s own key is refused', async () => {
  expect(await withClaims({}, { typ: 'at+jwt' })).toMatchObject(refused)
  expect(await withClaims({}, { typ: 'logout+jwt' })).toMatchObject(refused)
})

test('AUTH-06 a text that is not a token is refused', async () => {
  for (const text of ['a', 'a.b.c', 'a.b.c.d.e', '...', 'x'.repeat(100_000)])
    expect(await signInWith(async () => text)).toMatchObject(refused)
})

test('B69 AUTH-06 an unknown key id reloads the keys once, and made-up ones do not cause a request each', async () => {
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    const sound = ({ nonce }: PendingVisit) => issuer.sign({ ...person, nonce })
    await signInWith(sound, fresh)
    const fetched = issuer.keyFetches()
    for (let number = 0; number < 5; number++)
      expect(
        await signInWith(
          ({ nonce }) => issuer.sign({ ...person, nonce }, { kid: `made-up-${number}` }),
          fresh,
        ),
      ).toMatchObject(refused)
    expect(issuer.keyFetches()).toBe(fetched)

    const next = await generateKeyPair('ES256', { extractable: true })
    issuer.keys = [{ ...(await exportJWK(next.publicKey)), kid: 'next', alg: 'ES256', use: 'sig' }]
    const byNext = ({ nonce }: PendingVisit) =>
      issuer.sign({ ...person, nonce }, { kid: 'next', alg: 'ES256' }, next.privateKey)
    expect(await signInWith(byNext, fresh)).toMatchObject(refused)
    fresh.clock.advance(31_000)
    expect((await signInWith(byNext, fresh)).status).toBe(200)
    expect(issuer.keyFetches()).toBe(fetched + 1)
    // A key that is no longer published is no longer trusted.
    expect(await signInWith(sound, fresh)).toMatchObject(refused)
  } finally {
    await fresh.close()
  }
})

test('B69 while the keys are unavailable, the error says so, made-up keys cause no request each, and other ways of signing in work', async () => {
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    const unavailable = { body: { code: 'OPENID_PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 } }
    const sound = ({ nonce }: PendingVisit) => issuer.sign({ ...person, nonce })
    const byMadeUp = ({ nonce }: PendingVisit) => issuer.sign({ ...person, nonce }, { kid: 'made-up' })
    const { cookie } = await fresh.person('ada@passwords.example')
    issuer.hidesKeys = true
    expect(await signInWith(sound, fresh)).toMatchObject(unavailable)
    // Passwords and open sessions are independent of it.
    expect((await fresh.signIn('ada@passwords.example')).status).toBe(200)
    expect((await fresh.auth('token', undefined, { cookie })).status).toBe(200)
    issuer.hidesKeys = false
    expect((await signInWith(sound, fresh)).status).toBe(200)

    // Unavailable again: known keys stay valid for their time.
    issuer.hidesKeys = true
    fresh.clock.advance(31_000)
    const fetched = issuer.keyFetches()
    expect(await signInWith(byMadeUp, fresh)).toMatchObject(unavailable)
    expect(await signInWith(byMadeUp, fresh)).toMatchObject(refused)
    expect(await signInWith(byMadeUp, fresh)).toMatchObject(refused)
    expect(issuer.keyFetches()).toBe(fetched + 1)
    expect((await signInWith(sound, fresh)).status).toBe(200)
  } finally {
    await fresh.close()
  }
})

test('B69 AUTH-06 concurrent sign-ins with a new key load it once and all succeed', async () => {
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    await signInWith(({ nonce }) => issuer.sign({ ...person, nonce }), fresh)
    const next = await generateKeyPair('ES256', { extractable: true })
    issuer.keys = [{ ...(await exportJWK(next.publicKey)), kid: 'next', alg: 'ES256', use: 'sig' }]
    fresh.clock.advance(31_000)
    const fetched = issuer.keyFetches()
    const pending = await Promise.all(Array.from({ length: 10 }, () => begin(fresh)))
    // The code stands for the nonce of its sign-in.
    issuer.answerTokens = async (form) => {
      const claims = { ...person, nonce: form.get('code') }
      const signed = await issuer.sign(claims, { kid: 'next', alg: 'ES256' }, next.privateKey)
      return { body: { id_token: signed, access_token: 'opaque' } }
    }
    const answers = await Promise.all(pending.map((one) => complete(fresh, one, { code: one.nonce })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(issuer.keyFetches()).toBe(fetched + 1)
  } finally {
    await fresh.close()
  }
})

test('AUTH-06 the code is sent to the provider with verifier and secret, once', async () => {
  const pending = await begin(world)
  issuer.answerTokens = async () => ({ status: 400, body: { error: 'invalid_grant' } })
  expect(await complete(world, pending, { code: 'the code' })).toMatchObject(refused)
  expect(issuer.tokenRequests).toHaveLength(1)
  const [{ form, authorization } = { form: new URLSearchParams(), authorization: '' }] = issuer.tokenRequests
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: 'authorization_code',
    code: 'the code',
    redirect_uri: 'http://atrium.test/auth/validate',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(authorization).toMatch(/^Basic /)
  expect(form.has('client_secret')).toBe(false)
})

test('AUTH-06 settings that the provider rejects are reported to the operator, not as the person’s fault', async () => {
  const pending = await begin(world)
  issuer.answerTokens = async () => ({ status: 401, body: { error: 'invalid_client' } })
  expect(await complete(world, pending, { code: 'any' })).toMatchObject({
    status: 502,
    body: { code: 'OPENID_PROVIDER_UNAVAILABLE' },
  })
  expect(world.logLines.join('')).toContain('invalid_client')
})

test("AUTH-06 user info about another subject than the token's is refused", async () => {
  const withoutAddress = ({ nonce }: PendingVisit) => issuer.sign({ sub: 'eve', nonce })
  issuer.answerUserInfo = () => ({ body: { ...person, sub: 'victim' } })
  expect(await signInWith(withoutAddress)).toMatchObject(refused)
  issuer.answerUserInfo = () => ({ body: person })
  expect((await signInWith(withoutAddress)).status).toBe(200)
})

test.each<[string, Record<string, unknown>]>([
  ['is about another issuer', { issuer: 'https://accounts.google.com' }],
  ['names no token endpoint', { token_endpoint: null }],
  ['opens a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['opens a file', { jwks_uri: 'file:///etc/passwd' }],
  ['offers PKCE without S256', { code_challenge_methods_supported: ['plain'] }],
])('AUTH-06 a provider is not used whose metadata %s', async (_, metadata) => {
  issuer.metadata = metadata
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    expect(await fresh.auth('openid/begin', { provider: 'pool' })).toMatchObject({
      status: 502,
      body: { code: 'OPENID_PROVIDER_UNAVAILABLE' },
    })
    // Once it is right, it is used.
    issuer.metadata = {}
    expect((await fresh.auth('openid/begin', { provider: 'pool' })).status).toBe(200)
  } finally {
    await fresh.close()
  }
})

test('AUTH-06 names from a provider are cleaned like typed names', async () => {
  const received = {
    sub: 'disguised',
    email: 'disguised@liars.example',
    given_name: ` Ada\u202E\u0000\n  B. ${'a'.repeat(200)}`,
    family_name: '😀'.repeat(60),
  }
  const { token } = (await withClaims(received)).body.data as unknown as {
    token: { userId: `user_${string}` }
  }
  const known = await world.identity.personOf(token.userId)
  expect(known?.firstName).toMatch(/^Ada B\. a+$/)
  expect(known?.firstName.length).toBeLessThanOrEqual(60)
  expect(known?.lastName).toMatch(/^😀+$/u)
})
