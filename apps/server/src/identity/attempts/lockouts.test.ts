import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { goodPassword, IdentityWorld, newBrowser } from '../identity-for-tests.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

const wrong = 'Wrong-Kettle_47'
/** Another person, in a new browser; `number` makes the network. */
const elsewhere = (number: number) => ({ browser: newBrowser(), ip: `198.51.100.${number}` })
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a hundred wrong passwords from other browsers do not lock out a person in a browser that they have used before', async () => {
  const email = 'besieged@example.org'
  await world.person(email)
  for (let guess = 0; guess < 101; guess += 1) await world.signIn(email, wrong, elsewhere(guess % 20))
  expect((await world.signIn(email, goodPassword, elsewhere(200))).body.code).toBe('RATE_LIMITED')
  expect((await world.signIn(email)).status).toBe(200)
  // A new device uses the mailed code.
  const newDevice = elsewhere(201)
  await world.auth('forgot-password', { email }, newDevice)
  const body = { email, code: world.codeFor(email), password: 'Brand-New_Kettle9' }
  expect((await world.auth('new-password', body, newDevice)).status).toBe(200)
})

test('wrong passwords of the same network do not lock out a known browser; its own count', async () => {
  const email = 'colleague@example.org'
  await world.person(email)
  const ip = '203.0.113.7'
  for (let guess = 0; guess < 12; guess += 1) await world.signIn(email, wrong, { ip, browser: newBrowser() })
  expect((await world.signIn(email)).status).toBe(200)
  for (let guess = 0; guess < 10; guess += 1) expect((await world.signIn(email, wrong)).status).toBe(401)
  expect((await world.signIn(email)).body.code).toBe('RATE_LIMITED')
  world.clock.advance(900_000)
})

test("S03 other people's wrong codes, even in the same network, use up no attempt of the code that confirms an address", async () => {
  const email = 'verifying@example.org'
  await world.signUp(email)
  const code = world.codeFor(email)
  const ip = '203.0.113.7'
  for (let guess = 0; guess < 12; guess += 1)
    await world.auth('verify', { email, code: otherThan(code) }, { ip, browser: newBrowser() })
  for (let guess = 0; guess < 12; guess += 1)
    await world.auth('verify', { email, code: otherThan(code) }, { ip, browser: null })
  expect((await world.auth('verify', { email, code })).status).toBe(200)
})

test("S03 other people's wrong codes use up no attempt of a reset code, nor do their requests block the owner's", async () => {
  const email = 'resetting@example.org'
  await world.person(email)
  const ip = '203.0.113.7'
  for (let asked = 0; asked < 6; asked += 1)
    await world.auth('forgot-password', { email }, { ip, browser: newBrowser() })
  expect((await world.auth('forgot-password', { email })).status).toBe(200)
  const code = world.codeFor(email)
  const body = { email, code, password: 'Brand-New_Kettle9' }
  for (let guess = 0; guess < 12; guess += 1)
    await world.auth(
      'new-password',
      { ...body, code: otherThan(code) },
      { ip, browser: guess % 2 ? newBrowser() : null },
    )
  expect((await world.auth('new-password', body)).status).toBe(200)
})

test('S03 a right code is accepted though the network has tried too many wrong ones', async () => {
  const email = 'crowded@example.org'
  const ip = '192.0.2.77'
  await world.signUp(email, {}, { ip })
  const code = world.codeFor(email)
  for (let guess = 0; guess < 301; guess += 1)
    await world.auth('verify', { email: `guess${guess}@example.org`, code }, { ip, browser: null })
  expect(
    (await world.auth('verify', { email: 'another@example.org', code }, { ip, browser: null })).body.code,
  ).toBe('RATE_LIMITED')
  expect((await world.auth('verify', { email, code }, { ip })).status).toBe(200)
})

test('S03 one network gets at most five codes per hour sent to an address, however many browsers it imitates', async () => {
  const email = 'flooded@example.org'
  await world.person(email)
  const before = world.mails.length
  const ip = '192.0.2.99'
  for (let asked = 0; asked < 8; asked += 1)
    await world.auth('forgot-password', { email }, { ip, browser: newBrowser() })
  expect(world.mails.length - before).toBe(5)
})
