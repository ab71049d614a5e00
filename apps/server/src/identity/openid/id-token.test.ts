import { exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { Secret } from '../../platform/secret.ts'
import { type Answer, configurationForTests, IdentityWorld } from '../identity-for-tests.ts'
import { type LyingIssuer, startLyingIssuer } from './lying-issuer-for-tests.ts'
import { type Begun, begin, complete } from './openid-for-tests.ts'

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

/** Completes a sign-in for which the provider gives out the token that `make` makes. */
async function signInWith(make: (begun: Begun) => Promise<string>, at = world): Promise<Answer> {
  const begun = await begin(at)
  issuer.answerTokens = async () => ({ body: { id_token: await make(begun), access_token: 'opaque' } })
  return await complete(at, begun, { code: 'any' })
}
const withClaims = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
  signInWith(({ nonce }) => issuer.sign({ ...person, nonce, ...claims }, header))
const unsigned = (header: object, claims: object) =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
const seconds = () => Math.floor(world.clock.now().getTime() / 1000)
const refused = { status: 400, body: { code: 'OPENID_SIGN_IN_FAILED' } }

test('AUTH-06 the token of this world is good when nothing is wrong with it', async () => {
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

test('AUTH-06 a clock that is off by less than a minute is forgiven', async () => {
  expect((await withClaims({ exp: seconds() - 50 })).status).toBe(200)
  expect((await withClaims({ iat: seconds() + 50 })).status).toBe(200)
})

test('AUTH-06 a token without a signature, or with one by a shared secret, is refused', async () => {
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
  // By the client's secret, and by the public key taken for a secret.
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

test('AUTH-06 a token by a key that is not the provider’s is refused, whatever it brings along', async () => {
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

test('AUTH-06 what is no token at all is refused', async () => {
  for (const text of ['a', 'a.b.c', 'a.b.c.d.e', '...', 'x'.repeat(100_000)])
    expect(await signInWith(async () => text)).toMatchObject(refused)
})

test('B69 AUTH-06 an unknown key is looked for once more, and made-up ones are not a request each', async () => {
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    const sound = ({ nonce }: Begun) => issuer.sign({ ...person, nonce })
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
    const byNext = ({ nonce }: Begun) =>
      issuer.sign({ ...person, nonce }, { kid: 'next', alg: 'ES256' }, next.privateKey)
    expect(await signInWith(byNext, fresh)).toMatchObject(refused)
    fresh.clock.advance(31_000)
    expect((await signInWith(byNext, fresh)).status).toBe(200)
    expect(issuer.keyFetches()).toBe(fetched + 1)
    // What is no longer published is no longer believed.
    expect(await signInWith(sound, fresh)).toMatchObject(refused)
  } finally {
    await fresh.close()
  }
})

test('B69 while the keys cannot be had, that is said, made-up keys are no request each, and who comes by another way comes in', async () => {
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    const unavailable = { body: { code: 'OPENID_PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 } }
    const sound = ({ nonce }: Begun) => issuer.sign({ ...person, nonce })
    const byMadeUp = ({ nonce }: Begun) => issuer.sign({ ...person, nonce }, { kid: 'made-up' })
    const { cookie } = await fresh.person('ada@passwords.example')
    issuer.hidesKeys = true
    expect(await signInWith(sound, fresh)).toMatchObject(unavailable)
    // Neither a password nor a session that is open has to do with it.
    expect((await fresh.signIn('ada@passwords.example')).status).toBe(200)
    expect((await fresh.auth('token', undefined, { cookie })).status).toBe(200)
    issuer.hidesKeys = false
    expect((await signInWith(sound, fresh)).status).toBe(200)

    // Gone again: those that are known are good as long as they were to be.
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

test('B69 AUTH-06 many who come by a new key at the same moment ask for it once and all come in', async () => {
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    await signInWith(({ nonce }) => issuer.sign({ ...person, nonce }), fresh)
    const next = await generateKeyPair('ES256', { extractable: true })
    issuer.keys = [{ ...(await exportJWK(next.publicKey)), kid: 'next', alg: 'ES256', use: 'sig' }]
    fresh.clock.advance(31_000)
    const fetched = issuer.keyFetches()
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin(fresh)))
    // The code stands for the nonce of the sign-in for which it was given.
    issuer.answerTokens = async (form) => {
      const claims = { ...person, nonce: form.get('code') }
      const signed = await issuer.sign(claims, { kid: 'next', alg: 'ES256' }, next.privateKey)
      return { body: { id_token: signed, access_token: 'opaque' } }
    }
    const answers = await Promise.all(begun.map((one) => complete(fresh, one, { code: one.nonce })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(issuer.keyFetches()).toBe(fetched + 1)
  } finally {
    await fresh.close()
  }
})

test('AUTH-06 the code goes to the provider with verifier and secret, once', async () => {
  const begun = await begin(world)
  issuer.answerTokens = async () => ({ status: 400, body: { error: 'invalid_grant' } })
  expect(await complete(world, begun, { code: 'the code' })).toMatchObject(refused)
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

test('AUTH-06 settings that the provider does not accept are the operator’s to hear of, not the person’s fault', async () => {
  const begun = await begin(world)
  issuer.answerTokens = async () => ({ status: 401, body: { error: 'invalid_client' } })
  expect(await complete(world, begun, { code: 'any' })).toMatchObject({
    status: 502,
    body: { code: 'OPENID_PROVIDER_UNAVAILABLE' },
  })
  expect(world.logLines.join('')).toContain('invalid_client')
})

test('AUTH-06 user info about somebody else than the token is refused', async () => {
  const withoutAddress = ({ nonce }: Begun) => issuer.sign({ sub: 'eve', nonce })
  issuer.answerUserInfo = () => ({ body: { ...person, sub: 'victim' } })
  expect(await signInWith(withoutAddress)).toMatchObject(refused)
  issuer.answerUserInfo = () => ({ body: person })
  expect((await signInWith(withoutAddress)).status).toBe(200)
})

test.each<[string, Record<string, unknown>]>([
  ['is about another issuer', { issuer: 'https://accounts.google.com' }],
  ['names no token endpoint', { token_endpoint: null }],
  ['leads to a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['leads to a file', { jwks_uri: 'file:///etc/passwd' }],
  ['offers PKCE without S256', { code_challenge_methods_supported: ['plain'] }],
])('AUTH-06 a provider is not used whose description %s', async (_, metadata) => {
  issuer.metadata = metadata
  const fresh = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
  try {
    expect(await fresh.auth('openid/begin', { provider: 'pool' })).toMatchObject({
      status: 502,
      body: { code: 'OPENID_PROVIDER_UNAVAILABLE' },
    })
    // As soon as it is right it is used.
    issuer.metadata = {}
    expect((await fresh.auth('openid/begin', { provider: 'pool' })).status).toBe(200)
  } finally {
    await fresh.close()
  }
})

test('AUTH-06 names that a provider tells are made such as people could have typed them', async () => {
  const told = {
    sub: 'disguised',
    email: 'disguised@liars.example',
    given_name: ` Ada\u202E\u0000\n  B. ${'a'.repeat(200)}`,
    family_name: '😀'.repeat(60),
  }
  const { token } = (await withClaims(told)).body.data as unknown as { token: { userId: `user_${string}` } }
  const known = await world.identity.personOf(token.userId)
  expect(known?.firstName).toMatch(/^Ada B\. a+$/)
  expect(known?.firstName.length).toBeLessThanOrEqual(60)
  expect(known?.lastName).toMatch(/^😀+$/u)
})
