import { type Passkey, mintId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Answer, goodPassword, IdentityWorld, origin, sessionOf } from '../identity-for-tests.ts'
import { canHavePasskeys } from './relying-party.ts'
import { SoftwareAuthenticator } from './software-authenticator.fixture.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

type Creation = Parameters<SoftwareAuthenticator['create']>[0]
const proof = { password: goodPassword }
const dataOf = <Data>(answer: Answer) => answer.body.data as unknown as Data
const refused = { status: 400, body: { code: 'PASSKEY_NOT_ACCEPTED' } }

const creationFor = async (token: string) =>
  dataOf<Creation>(await world.send('/api/user/passkeys/options', { proof }, { token }))
const add = (token: string, response: object, name = 'My laptop') =>
  world.send('/api/user/passkeys', { name, response }, { token })
const requestOptions = async () => dataOf<{ challenge: string }>(await world.auth('passkey/options'))
const signIn = (response: object) => world.auth('passkey', { response })
const securityOf = async (token: string) =>
  dataOf<{ passkeys: Passkey[] }>(await world.send('/api/user/security', undefined, { token, method: 'GET' }))

/** A person with a passkey on an authenticator of their own. */
async function personWithPasskey(email: string) {
  const { token } = await world.person(email)
  const authenticator = new SoftwareAuthenticator(origin)
  const added = await add(token.accessToken, authenticator.create(await creationFor(token.accessToken)))
  expect(added.status).toBe(200)
  return { token, authenticator, passkey: dataOf<Passkey>(added) }
}

test('AUTH-13 a passkey is added, named, used to sign in without address and password, renamed and removed', async () => {
  const { token } = await world.person('passkey@example.org')
  const options = await world.send('/api/user/passkeys/options', { proof }, { token: token.accessToken })
  expect(dataOf(options)).toMatchObject({
    rp: { id: 'atrium.test', name: 'Atrium' },
    user: { name: 'passkey@example.org', displayName: 'Ada Lovelace' },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const authenticator = new SoftwareAuthenticator(origin)
  const added = await add(token.accessToken, authenticator.create(dataOf<Creation>(options)), 'Blue key')
  expect(dataOf(added)).toMatchObject({ name: 'Blue key', isSynced: false, lastUsedAt: null })
  expect(world.mails.at(-1)?.subject).toBe('A passkey was added to your Atrium account')
  const again = await world.send('/api/user/passkeys/options', { proof }, { token: token.accessToken })
  expect(dataOf(again)).toMatchObject({
    excludeCredentials: [{ id: authenticator.id.toString('base64url'), transports: ['internal'] }],
  })

  const opened = await signIn(authenticator.get(await requestOptions()))
  expect(sessionOf(opened).token.userId).toBe(token.userId)
  const [passkey] = (await securityOf(token.accessToken)).passkeys
  expect(passkey?.lastUsedAt).toBe(world.clock.now().toISOString())

  const path = `/api/user/passkeys/${passkey?.id}`
  const renamed = await world.send(path, { name: 'Old key' }, { token: token.accessToken, method: 'PATCH' })
  expect(dataOf(renamed)).toMatchObject({ name: 'Old key' })
  expect((await world.send(path, undefined, { token: token.accessToken, method: 'DELETE' })).status).toBe(200)
  expect(await signIn(authenticator.get(await requestOptions()))).toMatchObject(refused)
  expect((await securityOf(token.accessToken)).passkeys).toEqual([])
})

test('AUTH-13 a challenge works once, for five minutes, for its own purpose and user', async () => {
  const { token, authenticator } = await personWithPasskey('once@example.org')
  const options = await requestOptions()
  const response = authenticator.get(options)
  const answers = await Promise.all([1, 2, 3].map(() => signIn(response)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
  expect(await signIn(authenticator.get(options))).toMatchObject(refused)

  const late = await requestOptions()
  world.clock.advance(5 * 60_000)
  expect(await signIn(authenticator.get(late))).toMatchObject(refused)
  expect(await signIn(authenticator.get(await creationFor(token.accessToken)))).toMatchObject(refused)

  const { token: other } = await world.person('other@example.org')
  const foreign = await creationFor(other.accessToken)
  expect(await add(token.accessToken, new SoftwareAuthenticator(origin).create(foreign))).toMatchObject(
    refused,
  )
  const signingIn = { ...(await requestOptions()), user: foreign.user }
  expect(await add(other.accessToken, new SoftwareAuthenticator(origin).create(signingIn))).toMatchObject(
    refused,
  )
})

test('AUTH-13 a signature from elsewhere, for another purpose or by another person is refused', async () => {
  const { authenticator } = await personWithPasskey('strict@example.org')
  const { token: other } = await personWithPasskey('stricter@example.org')
  const faults = [
    { origin: 'https://atrium.test.evil.example' },
    { origin: 'https://atrium.test' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { isVerified: false },
    { userHandle: Buffer.from(other.userId).toString('base64url') },
  ]
  for (const fault of faults)
    expect({ fault, ...(await signIn(authenticator.get(await requestOptions(), fault))) }).toMatchObject(
      refused,
    )
  const forged = authenticator.get(await requestOptions())
  forged.response.signature = new SoftwareAuthenticator(origin).get(await requestOptions()).response.signature
  expect(await signIn(forged)).toMatchObject(refused)
  const userHandle = Buffer.from(other.userId).toString('base64url')
  const stranger = new SoftwareAuthenticator(origin)
  expect(await signIn(stranger.get(await requestOptions(), { userHandle }))).toMatchObject(refused)
  for (const fault of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }]) {
    const response = new SoftwareAuthenticator(origin).create(await creationFor(other.accessToken), fault)
    expect({ fault, ...(await add(other.accessToken, response)) }).toMatchObject(refused)
  }
  expect((await signIn(authenticator.get(await requestOptions()))).status).toBe(200)
})

test('AUTH-13 a cloned authenticator is detected by its signature counter going back', async () => {
  const { authenticator } = await personWithPasskey('copied@example.org')
  expect((await signIn(authenticator.get(await requestOptions(), { count: 7 }))).status).toBe(200)
  for (const count of [7, 3])
    expect(await signIn(authenticator.get(await requestOptions(), { count }))).toMatchObject(refused)
  expect((await signIn(authenticator.get(await requestOptions(), { count: 8 }))).status).toBe(200)
})

test("AUTH-13 an authenticator is added once, adding requires proof, and other people's passkeys are inaccessible", async () => {
  const { token, authenticator, passkey } = await personWithPasskey('mine@example.org')
  const again = authenticator.create(await creationFor(token.accessToken))
  expect(await add(token.accessToken, again)).toMatchObject(refused)
  expect(await world.send('/api/user/passkeys/options', {}, { token: token.accessToken })).toMatchObject({
    status: 403,
    body: { code: 'PROOF_NOT_ACCEPTED' },
  })
  const { token: thief } = await world.person('thief@example.org')
  const path = `/api/user/passkeys/${passkey.id}`
  const unknown = `/api/user/passkeys/${mintId('passkey')}`
  for (const [method, body] of [
    ['PATCH', { name: 'Stolen' }],
    ['DELETE', undefined],
  ] as const) {
    const [foreign, random] = await Promise.all(
      [path, unknown].map((url) => world.send(url, body, { token: thief.accessToken, method })),
    )
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(foreign?.status).toBe(random?.status)
  }
  expect((await securityOf(token.accessToken)).passkeys).toMatchObject([{ name: 'My laptop' }])
})

test('AUTH-13 C03 sign-ins by passkey are in the audit log, including refused ones of a known passkey', async () => {
  const { token, authenticator } = await personWithPasskey('logged@example.org')
  const opened = world.outcomesFor(token.userId).length
  expect((await signIn(authenticator.get(await requestOptions(), { rpId: 'evil.example' }))).status).toBe(400)
  expect((await signIn(authenticator.get(await requestOptions()))).status).toBe(200)
  const repeated = authenticator.get(await requestOptions())
  for (const status of [200, 400]) expect((await signIn(repeated)).status).toBe(status)
  expect(world.outcomesFor(token.userId).slice(opened)).toEqual([
    'refused',
    'succeeded',
    'succeeded',
    'refused',
  ])
  const all = world.signIns.length
  const stranger = new SoftwareAuthenticator(origin)
  const userHandle = Buffer.from(token.userId).toString('base64url')
  expect(await signIn(stranger.get(await requestOptions(), { userHandle }))).toMatchObject(refused)
  expect(world.signIns).toHaveLength(all)
})

test('AUTH-13 a passkey counts as both factors', async () => {
  const { token, authenticator } = await personWithPasskey('both@example.org')
  await world.database.database.pool.query(
    `insert into identity_second_factor (user_id, secret_sealed, confirmed_at) values ($1, 'sealed', now())`,
    [token.userId],
  )
  expect((await world.signIn('both@example.org')).body.code).toBe('SECOND_FACTOR_NEEDED')
  expect((await signIn(authenticator.get(await requestOptions()))).status).toBe(200)
})

test('AUTH-13 passkeys are offered where browsers support them', () => {
  for (const url of ['https://atrium.example.org', 'http://localhost:3210', 'https://localhost'])
    expect(canHavePasskeys(url)).toBe(true)
  for (const url of ['http://127.0.0.1:3210', 'https://10.0.0.8', 'http://[::1]:3210', 'http://atrium.test'])
    expect(canHavePasskeys(url)).toBe(false)
})
