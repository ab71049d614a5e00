import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { goodPassword, IdentityWorld, newBrowser, sessionOf } from '../identity-for-tests.ts'
import { isSystemAdmin } from './system-admins.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

const intruders = 'Intruders-Kettle_66'
const notAccepted = { status: 400, body: { code: 'CODE_NOT_ACCEPTED' } }
/** Two people with two browsers, in two networks. */
const twoPeople = () => ({
  ada: { browser: newBrowser(), ip: '203.0.113.20' },
  mallory: { browser: newBrowser(), ip: '198.51.100.20' },
})

test('AUTH-03 a second sign-up for the same address is separate from the first: its password never opens what the first one confirms', async () => {
  const email = 'target@example.org'
  const { ada, mallory } = twoPeople()
  await world.signUp(email, {}, ada)
  const adasCode = world.codeFor(email)
  await world.signUp(email, { password: intruders, firstName: 'Mallory' }, mallory)
  const { token } = sessionOf(await world.auth('verify', { email, code: adasCode }, ada))
  expect(await world.identity.personOf(token.userId)).toMatchObject({ firstName: 'Ada' })
  expect((await world.signIn(email, intruders, mallory)).status).toBe(401)
  expect((await world.signIn(email, goodPassword, ada)).status).toBe(200)
})

test("AUTH-03 the code of another person's sign-up does not confirm it in the owner's browser, nor in one without a sign-up", async () => {
  const email = 'mailed@example.org'
  const { ada, mallory } = twoPeople()
  await world.signUp(email, {}, ada)
  const adasCode = world.codeFor(email)
  world.clock.advance(61_000)
  await world.signUp(email, { password: intruders }, mallory)
  const mallorysCode = world.codeFor(email)
  expect(mallorysCode).not.toBe(adasCode)
  for (const sent of [ada, { browser: null }, { browser: newBrowser() }])
    expect(await world.auth('verify', { email, code: mallorysCode }, sent)).toMatchObject(notAccepted)
  expect((await world.auth('verify', { email, code: adasCode }, ada)).status).toBe(200)
  // The address has its owner: pending sign-ups for it are void.
  expect(await world.auth('verify', { email, code: mallorysCode }, mallory)).toMatchObject(notAccepted)
  expect((await world.signIn(email, intruders, mallory)).status).toBe(401)
})

test('AUTH-03 requesting the code again sends one for the sign-up of this browser', async () => {
  const email = 'resent@example.org'
  const { ada, mallory } = twoPeople()
  await world.signUp(email, {}, ada)
  await world.signUp(email, { password: intruders }, mallory)
  world.clock.advance(61_000)
  expect((await world.auth('resend-code', { email }, ada)).status).toBe(200)
  expect((await world.auth('verify', { email, code: world.codeFor(email) }, ada)).status).toBe(200)
  expect((await world.signIn(email, intruders, mallory)).status).toBe(401)
  expect((await world.signIn(email, goodPassword, ada)).status).toBe(200)
})

test('AUTH-05 a reset code works in the browser that requested it, also for a pending sign-up', async () => {
  const email = 'reset-beside@example.org'
  const { ada, mallory } = twoPeople()
  await world.signUp(email, {}, ada)
  await world.signUp(email, { password: intruders }, mallory)
  await world.auth('forgot-password', { email }, mallory)
  const body = { email, code: world.codeFor(email), password: 'Brand-New_Kettle9' }
  expect(await world.auth('new-password', body, ada)).toMatchObject(notAccepted)
  expect(await world.auth('new-password', body, { browser: null })).toMatchObject(notAccepted)
  await world.auth('forgot-password', { email }, ada)
  const own = { ...body, code: world.codeFor(email) }
  const { token } = sessionOf(await world.auth('new-password', own, ada))
  expect(await world.identity.personOf(token.userId)).toMatchObject({ firstName: 'Ada' })
  expect((await world.signIn(email, intruders, mallory)).status).toBe(401)
})

test('AUTH-03 a sign-up can be resumed in another browser only with its password', async () => {
  const email = 'moved@example.org'
  const { ada, mallory } = twoPeople()
  await world.signUp(email, {}, ada)
  const phone = { ip: ada.ip, browser: newBrowser() }
  expect((await world.signIn(email, intruders, mallory)).body.code).toBe('INVALID_CREDENTIALS')
  expect((await world.signIn(email, goodPassword, phone)).body.code).toBe('EMAIL_NOT_VERIFIED')
  expect((await world.auth('verify', { email, code: world.codeFor(email) }, phone)).status).toBe(200)
})

test('AUTH-03 an address of a future system administrator or with another invitation is unconfirmed until its own code is entered', async () => {
  const email = 'boss@example.org'
  const { ada, mallory } = twoPeople()
  await world.signUp(email, { password: intruders }, mallory)
  await world.signUp(email, {}, ada)
  const users = await world.database.database.pool.query('select id from identity_user where email = $1', [
    email,
  ])
  expect(users.rows).toEqual([])
  const { token } = sessionOf(await world.auth('verify', { email, code: world.codeFor(email) }, ada))
  expect(await isSystemAdmin(world.database.database, [email], token.userId)).toBe(true)
  expect((await world.signIn(email, intruders, mallory)).status).toBe(401)
})

test('AUTH-03 concurrent confirmations of sign-ups in several browsers create one user', async () => {
  const email = 'raced@example.org'
  const people = Array.from({ length: 4 }, (_, number) => ({
    browser: newBrowser(),
    ip: `203.0.113.${number}`,
  }))
  const codes: string[] = []
  for (const person of people) {
    await world.signUp(email, {}, person)
    codes.push(world.codeFor(email))
  }
  const answers = await Promise.all(
    people.map((person, index) => world.auth('verify', { email, code: codes[index] }, person)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'CODE_NOT_ACCEPTED')).toHaveLength(3)
})
