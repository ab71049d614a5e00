import {
  type IdentityProvider,
  type PersonAtProvider,
  startIdentityProvider,
} from '@atrium/sandbox/identity-provider.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Secret } from '../../platform/config/secret.ts'
import { configurationForTests, cookieOf, IdentityWorld, origin, sessionOf } from '../identity-for-tests.ts'
import { begin, complete, signInAs, visit } from './openid-for-tests.ts'

const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const hd = { hd: 'acme.example' }
const people: PersonAtProvider[] = [
  { subject: 'ada', email: 'ada@pool.example', givenName: 'Ada', familyName: 'Lovelace' },
  { subject: 'known', email: 'known@pool.example' },
  { subject: 'moved', email: 'first@pool.example' },
  { subject: 'doubtful', email: 'doubtful@pool.example', emailVerified: false },
  { subject: 'victim', email: 'victim@pool.example', emailVerified: false },
  { subject: 'claimant', email: 'claimed@pool.example', emailVerified: false },
  {
    subject: 'disguised',
    email: 'disguised@pool.example',
    givenName: 'Adm\u0456n',
    familyName: 'Love\u200Blace',
  },
  { subject: 'squatted', email: 'squatted@pool.example', givenName: 'Real' },
  { subject: 'throwaway', email: 'someone@throwaway.example' },
  { subject: 'nameless' },
  { subject: 'guarded', email: 'guarded@pool.example' },
  { subject: 'parallel', email: 'parallel@pool.example' },
]
const peopleOfGoogle: PersonAtProvider[] = [
  { subject: 'own', email: 'own@gmail.com' },
  { subject: 'hosted', email: 'hosted@acme.example', claims: hd },
  { subject: 'foreign', email: 'foreign@elsewhere.example' },
  // The subject of another person at the pool.
  { subject: 'ada', email: 'other@gmail.com' },
]
const peopleOfAzure: PersonAtProvider[] = [
  { subject: 'proved', email: 'proved@corp.example', claims: { tid: tenant, xms_edov: true } },
  { subject: 'written-in', email: 'admin@corp.example', claims: { tid: tenant } },
  { subject: 'elsewhere', email: 'elsewhere@corp.example', claims: { tid: 'another', xms_edov: true } },
]

const client = { id: 'atrium-at-the-pool', secret: 'a secret: with % and + in it' }
const poolOptions = {
  client: { ...client, redirectUri: `${origin}/auth/validate` },
  people,
}
let pool: IdentityProvider
let google: IdentityProvider
let azure: IdentityProvider
let world: IdentityWorld

beforeAll(async () => {
  pool = await startIdentityProvider(poolOptions)
  google = await startIdentityProvider({
    client: { id: 'at-google', secret: 'google-secret', redirectUri: `${origin}/auth/validate/google` },
    people: peopleOfGoogle,
    hasEmailInIdToken: true,
  })
  azure = await startIdentityProvider({
    path: `/${tenant}/v2.0`,
    client: { id: 'at-azure', secret: 'azure-secret', redirectUri: `${origin}/auth/validate/azure` },
    people: peopleOfAzure,
    hasEmailInIdToken: true,
  })
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  await Promise.all([pool.close(), google.close(), azure.close()])
})

const openWorld = () => IdentityWorld.open(inject('databaseHost'), { ports: { configuration: settings() } })
const settings = () => ({
  ...configurationForTests(),
  openIdIssuer: pool.issuer,
  openIdClientId: client.id,
  openIdClientSecret: new Secret(client.secret),
  signInGoogleIssuer: google.issuer,
  signInGoogleClientId: 'at-google',
  signInGoogleClientSecret: new Secret('google-secret'),
  signInAzureAuthority: `http://127.0.0.1:${azure.port}`,
  signInAzureTenantId: tenant,
  signInAzureClientId: 'at-azure',
  signInAzureClientSecret: new Secret('azure-secret'),
})
const tokenOf = (answer: { body: { data?: unknown } }) =>
  (answer.body.data as { token: { userId: string } }).token
const usersWith = async (email: string) =>
  (await world.database.database.pool.query('select id from identity_user where email = $1', [email])).rows

test('AUTH-06 a person signs up through a pool and signs in again as the same person', async () => {
  const first = await signInAs(world, 'ada')
  expect(first.body.data).toMatchObject({ outcome: 'signed-in' })
  const { userId } = tokenOf(first)
  expect(await world.identity.personOf(userId as never)).toMatchObject({
    email: 'ada@pool.example',
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
  const again = await signInAs(world, 'ada')
  expect(tokenOf(again).userId).toBe(userId)
  expect(await world.auth('token', undefined, { cookie: cookieOf(again.setCookies) })).toMatchObject({
    status: 200,
  })
})

test("AUTH-06 the redirect uses the code flow, PKCE S256, state, nonce, the pool's scopes and a cookie of its own", async () => {
  const answer = await world.auth('openid/begin', { provider: 'pool' })
  const { url } = await begin(world)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: `${origin}/auth/validate`,
    scope: 'phone email profile openid admin',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(answer.setCookies[0]).toMatch(/; Path=\/api\/auth\/openid; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  // Neither the browser's secret nor what is derived from it is stored readably.
  const held = cookieOf(answer.setCookies).split('=')[1]
  const { rows } = await world.database.database.pool.query('select * from identity_openid_sign_in')
  expect(JSON.stringify(rows)).not.toContain(held)
})

test('ACC-05 a mailed invitation replaces the code only for a new person with the same address', async () => {
  const invited = 'doubtful@pool.example'
  const inviteWorld = await IdentityWorld.open(inject('databaseHost'), {
    ports: {
      configuration: settings(),
      invitedAddress: async (_transaction, token) => (token === 'mailed' ? invited : null),
    },
  })
  try {
    const outcomeOf = async (subject: string, inviteToken: string) =>
      (await signInAs(inviteWorld, subject, 'pool', { inviteToken })).body.data
    const needsCode = { outcome: 'confirm-address' }
    expect(await outcomeOf('victim', 'mailed')).toMatchObject(needsCode)
    expect(await outcomeOf('doubtful', 'public-link')).toMatchObject(needsCode)
    expect(await outcomeOf('doubtful', 'mailed')).toMatchObject({ outcome: 'signed-in' })
    expect(inviteWorld.mails.filter(({ recipient }) => recipient === invited)).toHaveLength(1)
  } finally {
    await inviteWorld.close()
  }
})

test('S07 a mailed invitation does not link an existing user with a provider that vouches for nothing', async () => {
  const inviteWorld = await IdentityWorld.open(inject('databaseHost'), {
    ports: { configuration: settings(), invitedAddress: async () => 'victim@pool.example' },
  })
  try {
    await inviteWorld.person('victim@pool.example')
    const answer = await signInAs(inviteWorld, 'victim', 'pool', { inviteToken: 'mailed' })
    expect(answer.body.data).toMatchObject({ outcome: 'confirm-address' })
  } finally {
    await inviteWorld.close()
  }
})

test('S09 a redirect works only once', async () => {
  const pending = await begin(world)
  const sent = await visit(pending, 'ada')
  expect((await complete(world, pending, sent)).status).toBe(200)
  expect(await complete(world, pending, sent)).toMatchObject({
    status: 400,
    body: { code: 'OPENID_SIGN_IN_FAILED' },
  })
  // Nor does its code in another sign-in of the same browser.
  expect(await complete(world, await begin(world), sent)).toMatchObject({
    body: { code: 'OPENID_SIGN_IN_FAILED' },
  })
})

test('S09 a redirect works only in the browser that started the sign-in, and stays valid there', async () => {
  const pending = await begin(world)
  const sent = await visit(pending, 'ada')
  const elsewhere = await begin(world)
  for (const cookie of ['', elsewhere.cookie, pending.cookie.replace(/=.*/, `=${'x'.repeat(43)}`)])
    expect(await complete(world, { ...pending, cookie }, sent)).toMatchObject({
      status: 400,
      body: { code: 'OPENID_SIGN_IN_FAILED' },
    })
  // A code that a person got for themselves does not sign another browser in as them.
  expect(await complete(world, elsewhere, sent)).toMatchObject({ body: { code: 'OPENID_SIGN_IN_FAILED' } })
  expect((await complete(world, pending, sent)).status).toBe(200)
})

test('S09 of many concurrent requests with one redirect, one succeeds', async () => {
  const pending = await begin(world)
  const sent = await visit(pending, 'ada')
  const answers = await Promise.all(Array.from({ length: 6 }, () => complete(world, pending, sent)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('AUTH-06 a sign-in expires after ten minutes', async () => {
  const later = await openWorld()
  try {
    const pending = await begin(later)
    const sent = await visit(pending, 'ada')
    later.clock.advance(601_000)
    expect(await complete(later, pending, sent)).toMatchObject({ body: { code: 'OPENID_SIGN_IN_FAILED' } })
  } finally {
    await later.close()
  }
})

test("AUTH-06 one provider's redirect is never accepted as another's", async () => {
  const atPool = await begin(world, 'pool')
  const atGoogle = await begin(world, 'google')
  expect(atGoogle.url.searchParams.get('redirect_uri')).toBe(`${origin}/auth/validate/google`)
  const sent = await visit(atPool, 'ada')
  // Redirected to the other's page: refused, and still valid on its own.
  expect(await complete(world, { ...atPool, provider: 'google' }, sent)).toMatchObject({ status: 400 })
  expect((await complete(world, atPool, sent)).status).toBe(200)
  // With the other's issuer.
  const named = await begin(world, 'pool')
  const answer = { ...(await visit(named, 'ada')), iss: google.issuer }
  expect(await complete(world, named, answer)).toMatchObject({ status: 400 })
  // oidc-provider includes its issuer: a redirect without one is not its own.
  const second = await begin(world, 'pool')
  const { code = '' } = await visit(second, 'ada')
  expect(await complete(world, second, { code })).toMatchObject({ status: 400 })
})

test('AUTH-06 the same subject at two providers is two people', async () => {
  const one = tokenOf(await signInAs(world, 'ada', 'pool')).userId
  expect(tokenOf(await signInAs(world, 'ada', 'google')).userId).not.toBe(one)
})

test('AUTH-06 an address verified on both sides is linked once, and the owner gets a mail', async () => {
  const { token, cookie } = await world.person('known@pool.example')
  await world.auth('sign-out', { everywhere: false }, { cookie })
  const linked = await signInAs(world, 'known')
  expect(tokenOf(linked).userId).toBe(token.userId)
  expect(world.mails.at(-1)).toMatchObject({
    recipient: 'known@pool.example',
    kind: 'identity:provider-added',
  })
  const mails = world.mails.length
  expect(tokenOf(await signInAs(world, 'known')).userId).toBe(token.userId)
  expect(world.mails).toHaveLength(mails)
})

test('AUTH-06 AUTH-13 the second factor is required after a provider as after a password', async () => {
  const { token } = await world.person('guarded@pool.example')
  await world.database.database.pool.query(
    `insert into identity_second_factor (user_id, secret_sealed, confirmed_at) values ($1, 'sealed', now())`,
    [token.userId],
  )
  for (const _ of ['when it is linked', 'and from then on']) {
    const answer = await signInAs(world, 'guarded')
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_NEEDED', details: { ticket: expect.any(String) } },
    })
    expect(answer.setCookies.join('')).not.toContain('session_token')
  }
})

test('AUTH-06 S07 after the first sign-in issuer and subject identify the person: a reassigned address takes over no user', async () => {
  const person = people.find(({ subject }) => subject === 'moved')
  if (!person) throw new Error('One person moves.')
  const { userId } = tokenOf(await signInAs(world, 'moved'))
  // The provider gives the person another address, and the old address to another person.
  person.email = 'second@pool.example'
  expect(tokenOf(await signInAs(world, 'moved')).userId).toBe(userId)
  expect(await usersWith('second@pool.example')).toEqual([])
  expect(await world.identity.personOf(userId as never)).toMatchObject({ email: 'first@pool.example' })
})

test('AUTH-06 S07 an address that the provider does not vouch for must first be confirmed by a code', async () => {
  const pending = await begin(world)
  const answer = await complete(world, pending, await visit(pending, 'doubtful'))
  expect(answer.body.data).toEqual({
    outcome: 'confirm-address',
    email: 'doubtful@pool.example',
    resendAfterSeconds: 60,
    codeDigits: 6,
  })
  expect(answer.setCookies).toEqual([])
  expect(await usersWith('doubtful@pool.example')).toEqual([])

  const confirm = (code: string, cookie = pending.cookie) =>
    world.auth('openid/confirm', { state: pending.state, code }, { cookie })
  const code = world.codeFor('doubtful@pool.example')
  expect(await confirm(code, '')).toMatchObject({ body: { code: 'OPENID_SIGN_IN_FAILED' } })
  expect(await confirm(code === '000000' ? '000001' : '000000')).toMatchObject({
    body: { code: 'CODE_NOT_ACCEPTED' },
  })
  expect(
    await world.auth('openid/resend', { state: pending.state }, { cookie: pending.cookie }),
  ).toMatchObject({
    status: 429,
    body: { code: 'CODE_RECENTLY_SENT' },
  })
  const { token } = sessionOf(await confirm(code))
  expect(await confirm(code)).toMatchObject({ status: 400 })
  // From now on the provider's word is enough.
  expect(tokenOf(await signInAs(world, 'doubtful')).userId).toBe(token.userId)
})

test('S07 a token with a victim’s unverified address neither opens nor changes the victim’s user account', async () => {
  const victim = await world.person('victim@pool.example')
  const answer = await signInAs(world, 'victim')
  // The same as for an unknown address.
  expect(answer).toMatchObject({ status: 200, body: { data: { outcome: 'confirm-address' } } })
  const { rows } = await world.database.database.pool.query(
    'select provider_id from identity_credential where user_id = $1',
    [victim.token.userId],
  )
  expect(rows).toEqual([{ provider_id: 'credential' }])
})

test('AUTH-06 a provider sign-in drops the password of an unconfirmed sign-up for the same address', async () => {
  await world.signUp('squatted@pool.example', { firstName: 'Squatter' })
  const code = world.codeFor('squatted@pool.example')
  const { userId } = tokenOf(await signInAs(world, 'squatted'))
  expect(await world.identity.personOf(userId as never)).toMatchObject({ firstName: 'Real' })
  expect((await world.signIn('squatted@pool.example')).status).toBe(401)
  expect((await world.auth('verify', { email: 'squatted@pool.example', code })).status).toBe(400)
})

test('AUTH-06 C03 sign-ins through a provider are in the audit log, including refused ones of a known person', async () => {
  const { userId } = tokenOf(await signInAs(world, 'ada'))
  const before = world.outcomesFor(userId).length
  await signInAs(world, 'ada')
  // The provider's token has expired by the time it is redeemed.
  const pending = await begin(world)
  const sent = await visit(pending, 'ada')
  world.clock.advance(-3_600_000)
  expect(await complete(world, pending, sent)).toMatchObject({ body: { code: 'OPENID_SIGN_IN_FAILED' } })
  world.clock.advance(3_600_000)
  expect(world.outcomesFor(userId).slice(before)).toEqual(['succeeded', 'refused'])

  // Somebody claims an address that another person has here, and guesses the code.
  const holder = await world.person('claimed@pool.example')
  const claim = await begin(world)
  await complete(world, claim, await visit(claim, 'claimant'))
  const code = world.codeFor('claimed@pool.example') === '000000' ? '000001' : '000000'
  const tried = await world.auth('openid/confirm', { state: claim.state, code }, { cookie: claim.cookie })
  expect(tried.body.code).toBe('CODE_NOT_ACCEPTED')
  await expect.poll(() => world.outcomesFor(holder.token.userId)).toEqual(['succeeded', 'refused'])
})

test('AUTH-06 a disguised name from a provider is not used', async () => {
  const { userId } = tokenOf(await signInAs(world, 'disguised'))
  expect(await world.identity.personOf(userId as never)).toMatchObject({
    firstName: 'disguised',
    lastName: 'Lovelace',
  })
})

test('AUTH-06 several concurrent first sign-ins of one person create one user', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => signInAs(world, 'parallel')))
  expect(new Set(answers.map((answer) => tokenOf(answer).userId)).size).toBe(1)
  expect(await usersWith('parallel@pool.example')).toHaveLength(1)
})

test('AUTH-06 Google is trusted about its own addresses and those of its organizations, not about others', async () => {
  expect((await signInAs(world, 'own', 'google')).body.data).toMatchObject({ outcome: 'signed-in' })
  expect((await signInAs(world, 'hosted', 'google')).body.data).toMatchObject({ outcome: 'signed-in' })
  expect((await signInAs(world, 'foreign', 'google')).body.data).toMatchObject({ outcome: 'confirm-address' })
})

test('S07 Azure vouches for an address only with a verified domain and only in its tenant', async () => {
  expect((await signInAs(world, 'proved', 'azure')).body.data).toMatchObject({ outcome: 'signed-in' })
  expect((await signInAs(world, 'written-in', 'azure')).body.data).toMatchObject({
    outcome: 'confirm-address',
  })
  expect(await signInAs(world, 'elsewhere', 'azure')).toMatchObject({
    body: { code: 'OPENID_SIGN_IN_FAILED' },
  })
})

test('AUTH-06 a person without an address at the provider gets that reason', async () => {
  expect(await signInAs(world, 'nameless')).toMatchObject({
    status: 403,
    body: { code: 'OPENID_WITHOUT_ADDRESS' },
  })
})

test("AUTH-06 canceling at the provider is reported, and the provider's own text is never shown", async () => {
  const pending = await begin(world)
  const sent = await visit(pending, null)
  expect(sent).toMatchObject({ error: 'access_denied' })
  const answer = await complete(world, pending, sent)
  expect(answer).toMatchObject({ status: 403, body: { code: 'OPENID_SIGN_IN_DENIED' } })
  expect(JSON.stringify(answer.body)).not.toContain('rather not')
  // A made-up link cannot make the page show any text.
  expect(await complete(world, { ...pending, cookie: '' }, { error: 'access_denied' })).toMatchObject({
    body: { code: 'OPENID_SIGN_IN_FAILED' },
  })
})

test('AUTH-10 an error whose description has the pre-sign-up marker is a refused sign-up', async () => {
  const pending = await begin(world)
  const sent = {
    error: 'invalid_request',
    error_description: 'PreSignUp failed with error: not today',
    iss: pool.issuer,
  }
  expect(await complete(world, pending, sent)).toMatchObject({
    status: 403,
    body: { code: 'SIGN_UP_REFUSED' },
  })
})

test('AUTH-10 the page shows that a person is signed in, at the start and on return', async () => {
  const pending = await begin(world)
  const sent = await visit(pending, 'ada')
  const cookie = cookieOf((await complete(world, pending, sent)).setCookies)
  expect(await world.auth('openid/begin', { provider: 'pool' }, { cookie })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_SIGNED_IN' },
  })
  expect(await complete(world, { ...pending, cookie: `${pending.cookie}; ${cookie}` }, sent)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_SIGNED_IN' },
  })
})

test('AUTH-06 a sign-in cannot be started or completed from another site', async () => {
  const headers = { origin: 'https://evil.example' }
  expect(await world.auth('openid/begin', { provider: 'pool' }, { headers })).toMatchObject({
    status: 403,
    body: { code: 'ORIGIN_REFUSED' },
  })
})

test("AUTH-06 a provider's new keys are trusted after a change", async () => {
  await signInAs(world, 'ada')
  await pool.close()
  pool = await startIdentityProvider({ ...poolOptions, port: pool.port })
  world.clock.advance(31_000)
  expect((await signInAs(world, 'ada')).status).toBe(200)
})

test('AUTH-06 a provider that is down when Atrium starts is reported, and works once it is up', async () => {
  const { port } = pool
  await pool.close()
  const early = await openWorld()
  try {
    expect(await early.auth('openid/begin', { provider: 'pool' })).toMatchObject({
      status: 502,
      body: { code: 'OPENID_PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 },
    })
    pool = await startIdentityProvider({ ...poolOptions, port })
    expect((await signInAs(early, 'ada')).body.data).toMatchObject({ outcome: 'signed-in' })
    // Down between the two halves.
    const pending = await begin(early)
    const sent = await visit(pending, 'ada')
    await pool.close()
    expect(await complete(early, pending, sent)).toMatchObject({
      body: { code: 'OPENID_PROVIDER_UNAVAILABLE' },
    })
  } finally {
    await early.close()
    pool = await startIdentityProvider({ ...poolOptions, port })
  }
})

test('AUTH-06 a provider that is not set up is not offered', async () => {
  const bare = await IdentityWorld.open(inject('databaseHost'))
  try {
    for (const provider of ['google', 'azure', 'pool'])
      expect(await bare.auth('openid/begin', { provider })).toMatchObject({
        body: { code: 'SIGN_IN_METHOD_OFF' },
      })
  } finally {
    await bare.close()
  }
})

test('C03 no code, secret or token of a sign-in reaches the log', async () => {
  const pending = await begin(world)
  const sent = await visit(pending, 'ada')
  await complete(world, pending, sent)
  await complete(world, pending, sent)
  const log = world.logLines.join('')
  for (const secret of [
    sent['code'],
    pending.state,
    pending.nonce,
    pending.cookie.split('=')[1],
    client.secret,
  ])
    expect(log).not.toContain(secret)
})
