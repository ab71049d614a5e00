import { expect, inject, test } from 'vitest'
import { attemptLimits, type AttemptLimits } from '../attempts/attempts.ts'
import { IdentityWorld, newBrowser } from '../identity-for-tests.ts'
import { passwords } from './passwords.ts'

const turn = { lane: 'sign-in', client: 'test' } as const

test('S21 a password matches only its own salted scrypt hash, in any Unicode normalization', async () => {
  const hash = await passwords.hash('Café-Kettle_47', turn)
  expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(await passwords.hash('Café-Kettle_47', turn)).not.toBe(hash)
  expect(await passwords.matches(hash, 'Cafe\u0301-Kettle_47', turn)).toBe(true)
  expect(await passwords.matches(hash, 'Cafe-Kettle_47', turn)).toBe(false)
  expect(await passwords.matches(null, 'Café-Kettle_47', turn)).toBe(false)
})

const unlimited = Object.fromEntries(
  Object.keys(attemptLimits).map((kind) => [kind, { most: 1_000_000, perSeconds: 60 }]),
) as AttemptLimits

test('D11 during three hundred sign-ups from one network, others there and elsewhere sign in before a few of them are done', async () => {
  const world = await IdentityWorld.open(inject('databaseHost'), {
    ports: { attemptLimits: unlimited, passwords },
  })
  try {
    await world.person('waiting@example.org')
    let ended = 0
    const flood = Array.from({ length: 300 }, async (_, number) => {
      const { status } = await world.signUp(`flood${number}@example.org`, {}, { browser: newBrowser() })
      if (status === 200) ended += 1
      return status
    })
    await Promise.race(flood)
    const endedBefore = ended
    const signIns = await Promise.all([
      world.signIn('waiting@example.org'),
      world.signIn('waiting@example.org', undefined, { browser: newBrowser() }),
      world.signIn('waiting@example.org', undefined, { browser: null, ip: '198.51.100.8' }),
    ])
    expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(ended - endedBefore).toBeLessThan(20)
    // The queue is bounded: every sign-up is accepted or told to come back.
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200, 429]))
  } finally {
    await world.close()
  }
}, 600_000)
