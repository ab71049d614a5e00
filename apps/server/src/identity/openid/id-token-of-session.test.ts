import { type IdentityProvider, startIdentityProvider } from '@atrium/sandbox/identity-provider.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Secret } from '../../platform/config/secret.ts'
import {
  type Answer,
  configurationForTests,
  goodPassword,
  IdentityWorld,
  origin,
  sessionOf,
} from '../identity-for-tests.ts'
import { codeOf, stepAt } from '../second-factor/totp.ts'
import { begin, complete, signInAs, visit } from './openid-for-tests.ts'

const client = { id: 'atrium', secret: 'of-the-pool' }
const doubtful = ['doubtful', 'careful'].map((subject) => ({
  subject,
  email: `${subject}@pool.example`,
  emailVerified: false,
}))
let pool: IdentityProvider
let world: IdentityWorld
beforeAll(async () => {
  pool = await startIdentityProvider({
    client: { ...client, redirectUri: `${origin}/auth/validate` },
    people: [{ subject: 'guarded', email: 'guarded@pool.example' }, ...doubtful],
  })
  const configuration = {
    ...configurationForTests(),
    openIdIssuer: pool.issuer,
    openIdClientId: client.id,
    openIdClientSecret: new Secret(client.secret),
  }
  world = await IdentityWorld.open(inject('databaseHost'), { ports: { configuration } })
})
afterAll(async () => {
  await world.close()
  await pool.close()
})

const ticketOf = (answer: Answer, code: string) => {
  expect(answer).toMatchObject({ status: 403, body: { code } })
  return (answer.body['details'] as { ticket: string }).ticket
}
/** Expects a session with the pool's ID token for this person, which no table stored meanwhile. */
async function expectIdToken(answer: Answer, sub: string, tables: string) {
  const { idToken = '' } = sessionOf(answer).token
  expect(decodeJwt(idToken)).toMatchObject({ iss: pool.issuer, aud: client.id, sub })
  for (const part of idToken.split('.')) expect(tables).not.toContain(part)
}
/** All pending data of sign-ins. */
const waiting = async () => {
  const { rows } = await world.database.database.pool.query(
    `select row_to_json(identity_sign_in_ticket)::text as row from identity_sign_in_ticket
    union all select row_to_json(identity_openid_sign_in)::text from identity_openid_sign_in`,
  )
  return rows.map(({ row }) => row).join('\n')
}
const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const text = bits.map((bit) => bit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
/** A person with a password and a second factor; returns the function that makes codes. */
async function guardedPerson(email: string): Promise<() => string> {
  const { token } = await world.person(email)
  const user = (path: string, body: object) =>
    world.send(`/api/user/second-factor${path}`, body, { token: token.accessToken })
  const pending = await user('', { proof: { password: goodPassword } })
  const secret = bytesOf((pending.body.data as unknown as { secret: string }).secret)
  const nextCode = () => {
    world.clock.advance(30_000)
    return codeOf(secret, stepAt(world.clock.now()))
  }
  expect((await user('/confirm', { code: nextCode() })).status).toBe(200)
  return nextCode
}
const askDeletion = async (email: string) =>
  void (await world.database.database.pool.query(
    `insert into user_deletion (user_id, requested_at, erase_at)
    select id, $2, $2::timestamptz + interval '7 days' from identity_user where email = $1`,
    [email, world.clock.now()],
  ))

test("AUTH-08 AUTH-13 the pool's ID token accompanies the session that a second factor opens", async () => {
  const nextCode = await guardedPerson('guarded@pool.example')
  const ticket = ticketOf(await signInAs(world, 'guarded'), 'SECOND_FACTOR_NEEDED')
  const tables = await waiting()
  await expectIdToken(await world.auth('second-factor', { ticket, code: nextCode() }), 'guarded', tables)
})

test("AUTH-08 the pool's ID token accompanies the session that a mailed code opens", async () => {
  const pending = await begin(world)
  await complete(world, pending, await visit(pending, 'doubtful'))
  const tables = await waiting()
  const code = world.codeFor('doubtful@pool.example')
  const confirmed = await world.auth(
    'openid/confirm',
    { state: pending.state, code },
    { cookie: pending.cookie },
  )
  await expectIdToken(confirmed, 'doubtful', tables)
})

test('AUTH-08 AUTH-13 the ID token survives a mailed code, a second factor and an undone deletion', async () => {
  const nextCode = await guardedPerson('careful@pool.example')
  await askDeletion('careful@pool.example')
  const pending = await begin(world)
  await complete(world, pending, await visit(pending, 'careful'))
  const mailed = { state: pending.state, code: world.codeFor('careful@pool.example') }
  const confirmed = await world.auth('openid/confirm', mailed, { cookie: pending.cookie })
  const ticket = ticketOf(confirmed, 'SECOND_FACTOR_NEEDED')
  const answered = await world.auth('second-factor', { ticket, code: nextCode() })
  const last = ticketOf(answered, 'USER_BEING_DELETED')
  const tables = await waiting()
  await expectIdToken(await world.auth('undo-deletion', { ticket: last }), 'careful', tables)
})

test('AUTH-08 a sign-in by password has no ID token', async () => {
  const { token } = await world.person('by-password@example.org')
  expect(token.idToken).toBeUndefined()
})
