import { limits } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { goodPassword, IdentityWorld, newBrowser } from '../identity-for-tests.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

/** A new browser, in a network of its own. */
const stranger = (network: number) => ({
  browser: newBrowser(),
  ip: `198.18.${Math.floor(network / 250)}.${network % 250}`,
})
const codesFor = (email: string): string[] =>
  world.mails.flatMap(({ recipient, textBody }) =>
    recipient === email ? (/^\d{6,12}$/m.exec(textBody) ?? []).slice(0, 1) : [],
  )
const newPassword = 'Brand-New_Kettle9'
const reset = (email: string, code: string, sent: object) =>
  world.auth('new-password', { email, code, password: newPassword }, sent)
const hour = 3_600_000

test('S03 many networks that request codes get few guesses at 6 digits, and the owner can still reset the password in a new browser', async () => {
  const email = 'besieged@example.org'
  await world.person(email)
  const strangers = Array.from({ length: 60 }, (_, network) => stranger(network))
  let [shortCodes, accepted] = [0, 0]
  for (let hours = 0; hours < 3; hours += 1) {
    const before = world.mails.length
    for (const one of strangers) {
      const asked = await world.auth('forgot-password', { email }, one)
      expect(asked.status).toBe(200)
      if ((asked.body.data as unknown as { codeDigits: number }).codeDigits === limits.codeDigits) {
        shortCodes += 1
        for (let guess = 0; guess < limits.codeTries + 2; guess += 1)
          if ((await reset(email, `00000${guess}`, one)).status === 200) accepted += 1
      }
      // Wrong long codes use up nobody's attempts.
      expect((await reset(email, '0'.repeat(12), one)).body.code).toBe('CODE_NOT_ACCEPTED')
    }
    // The mailbox isn't flooded either: there is one long code for all.
    expect(world.mails.length - before).toBeLessThanOrEqual(limits.shortCodesPerDay + 2)

    const owner = stranger(500 + hours)
    expect((await world.auth('forgot-password', { email }, owner)).status).toBe(200)
    const code = codesFor(email).at(-1) ?? ''
    expect(code).toHaveLength(12)
    // A code works only in a browser that requested it, so nobody can be tricked into entering it elsewhere.
    expect((await reset(email, code, stranger(700 + hours))).body.code).toBe('CODE_NOT_ACCEPTED')
    expect((await reset(email, code, owner)).status).toBe(200)
    expect((await world.signIn(email, newPassword, owner)).status).toBe(200)
    world.clock.advance(hour)
  }
  expect(accepted).toBe(0)
  // The address had one code when it was confirmed.
  expect(shortCodes).toBeLessThan(limits.shortCodesPerDay)
  // The probability that one of a day's guesses is right.
  expect((limits.shortCodesPerDay * limits.codeTries) / 10 ** limits.codeDigits).toBeLessThanOrEqual(
    1 / 10_000,
  )

  // In a browser that the owner has used before, nothing changes.
  expect((await world.auth('forgot-password', { email })).body.data).toMatchObject({ codeDigits: 6 })
  expect((await reset(email, codesFor(email).at(-1) ?? '', {})).status).toBe(200)
  // A day later other browsers get short codes again.
  world.clock.advance(25 * hour)
  expect((await world.auth('forgot-password', { email }, stranger(900))).body.data).toMatchObject({
    codeDigits: 6,
  })
})

test('S03 the owner of an address confirms it while many networks sign up with it and request its codes', async () => {
  const email = 'wanted@example.org'
  for (let network = 0; network < 30; network += 1) {
    const one = stranger(1000 + network)
    await world.signUp(email, { password: 'Intruders-Kettle_66' }, one)
    // Codes that are not mailed don't block new ones.
    await world.auth('resend-code', { email }, stranger(1100 + network))
  }
  world.clock.advance(700_000)
  await world.auth('resend-code', { email }, stranger(1200))
  const owner = stranger(1300)
  expect((await world.signUp(email, {}, owner)).body.data).toMatchObject({ codeDigits: 12 })
  const code = codesFor(email).at(-1) ?? ''
  expect(code).toHaveLength(12)
  expect((await world.auth('verify', { email, code }, owner)).status).toBe(200)
  expect((await world.signIn(email, goodPassword, owner)).status).toBe(200)
})

test('S03 a long code confirms the sign-up of the browser that enters it, with the password entered last', async () => {
  const email = 'shared-browser@example.org'
  for (let network = 0; network < 12; network += 1)
    await world.auth('resend-code', { email }, stranger(1400 + network))
  const owner = stranger(1500)
  await world.signUp(email, {}, owner)
  const code = codesFor(email).at(-1) ?? ''
  await world.signUp(email, { password: 'Somebody-Elses_66' }, owner)
  expect((await world.auth('verify', { email, code }, owner)).body.code).toBe('CODE_NOT_ACCEPTED')
})

test('S03 an unknown address looks the same while codes are requested for it', async () => {
  const known = 'known-besieged@example.org'
  const unknown = 'unknown-besieged@example.org'
  await world.person(known)
  // The code that confirmed the known address counts too.
  await world.auth('resend-code', { email: unknown }, stranger(1600))
  const answers = async (email: string) => {
    const found: unknown[] = []
    for (let network = 0; network < 24; network += 1) {
      const { status, body } = await world.auth('forgot-password', { email }, stranger(1610 + network))
      found.push([status, body.data])
    }
    return found
  }
  expect(await answers(unknown)).toEqual(await answers(known))
})

test('S03 one network that requests codes for many people gets long ones', async () => {
  const ip = '192.0.2.200'
  const digits: unknown[] = []
  for (let person = 0; person < limits.shortResetCodesPerNetworkAndDay + 3; person += 1) {
    if (person === 90) world.clock.advance(hour)
    const { body } = await world.auth(
      'forgot-password',
      { email: `sprayed-${person}@example.org` },
      { ip, browser: newBrowser() },
    )
    digits.push((body.data as unknown as { codeDigits: number } | undefined)?.codeDigits)
  }
  expect(digits.slice(0, limits.shortResetCodesPerNetworkAndDay).every((count) => count === 6)).toBe(true)
  expect(digits.slice(-3)).toEqual([12, 12, 12])
})
