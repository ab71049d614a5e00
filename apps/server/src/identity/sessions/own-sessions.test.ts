import { mintId, type OwnSession } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { deviceOf } from './device.ts'
import { goodPassword, IdentityWorld, sessionOf } from '../identity-for-tests.ts'
import { networkToShow } from '../network.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const newPassword = 'Copper-Lantern_92'

const list = async (token: string) =>
  (await world.send('/api/user/sessions', undefined, { token, method: 'GET' })).body
    .data as unknown as OwnSession[]
const end = (token: string, id = '') =>
  world.send(`/api/user/sessions${id && `/${id}`}`, undefined, { token, method: 'DELETE' })
const isAlive = async (token: string) => (await world.identity.authenticate(token)) !== null
const signInOn = async (email: string, userAgent: string, ip: string) =>
  sessionOf(await world.signIn(email, goodPassword, { ip, headers: { 'user-agent': userAgent } }))

test('AUTH-13 sessions are listed with device and network, this one first, then the last used', async () => {
  const { token } = await world.person('ada@example.org')
  const phone = await signInOn('ada@example.org', iphone, '2001:db8:7:9::1')
  world.clock.advance(60_000)
  const desk = await signInOn('ada@example.org', firefox, '198.51.100.77')
  await world.person('grace@example.org')

  const sessions = await list(desk.token.accessToken)
  expect(sessions).toMatchObject([
    {
      id: desk.token.sessionId,
      browser: 'Firefox',
      system: 'Linux',
      network: '198.51.100.0/24',
      isCurrent: true,
    },
    {
      id: phone.token.sessionId,
      browser: 'Safari',
      system: 'iPhone',
      network: '2001:db8:7::/48',
      isCurrent: false,
    },
    { id: token.sessionId, browser: null, network: '203.0.113.0/24', isCurrent: false },
  ])
  expect(JSON.stringify(sessions)).not.toContain('198.51.100.77')

  world.clock.advance(60_000)
  await world.auth('token', undefined, { cookie: phone.cookie, ip: '192.0.2.9' })
  expect((await list(desk.token.accessToken))[1]).toMatchObject({
    id: phone.token.sessionId,
    network: '192.0.2.0/24',
    lastUsedAt: world.clock.now().toISOString(),
  })
})

test('S11 a session ended from another one is over at once, token and cookie', async () => {
  const { token } = await world.person('lost-phone@example.org')
  const phone = await signInOn('lost-phone@example.org', iphone, '192.0.2.1')
  const received: string[] = []
  const stop = world.identity.onSessionsEnded(({ sessionIds }) => received.push(...sessionIds))
  expect(await isAlive(phone.token.accessToken)).toBe(true)
  expect(await end(token.accessToken, phone.token.sessionId)).toMatchObject({
    status: 200,
    body: { data: { endedSessions: 1 } },
  })
  stop()
  expect(received).toEqual([phone.token.sessionId])
  expect(await isAlive(phone.token.accessToken)).toBe(false)
  expect(await world.auth('token', undefined, { cookie: phone.cookie })).toMatchObject({ status: 401 })
  expect(await end(token.accessToken, phone.token.sessionId)).toMatchObject({ status: 404 })
})

test("AUTH-13 nobody ends another person's session", async () => {
  const { token: victim } = await world.person('victim@example.org')
  const { token } = await world.person('attacker@example.org')
  const [foreign, random] = await Promise.all([
    end(token.accessToken, victim.sessionId),
    end(token.accessToken, mintId('session')),
  ])
  expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(random).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await isAlive(victim.accessToken)).toBe(true)
})

test('AUTH-13 all other sessions end together, this one stays', async () => {
  const { token } = await world.person('everywhere@example.org')
  const others = [
    await signInOn('everywhere@example.org', iphone, '192.0.2.1'),
    await signInOn('everywhere@example.org', firefox, '192.0.2.2'),
  ]
  expect((await end(token.accessToken)).body.data).toEqual({ endedSessions: 2 })
  for (const other of others) expect(await isAlive(other.token.accessToken)).toBe(false)
  expect(await isAlive(token.accessToken)).toBe(true)
})

test('S13 a new password requires the old one, ends every other session at once and sends a mail', async () => {
  const { token } = await world.person('changing@example.org')
  const other = await signInOn('changing@example.org', firefox, '192.0.2.1')
  const change = (body: object) => world.send('/api/user/password', body, { token: token.accessToken })
  for (const proof of [undefined, { password: 'wrong' }, { code: '123456' }])
    expect(await change({ proof, password: newPassword })).toMatchObject({
      status: 403,
      body: { code: 'PROOF_NOT_ACCEPTED' },
    })
  const right = { password: goodPassword }
  expect(await change({ proof: right, password: 'short' })).toMatchObject({ status: 400 })
  expect(await change({ proof: right, password: 'Password1!' })).toMatchObject({
    status: 400,
    body: { code: 'PASSWORD_TOO_COMMON' },
  })
  expect(await isAlive(other.token.accessToken)).toBe(true)
  expect((await change({ proof: right, password: newPassword })).body.data).toEqual({ endedSessions: 1 })
  expect(await isAlive(other.token.accessToken)).toBe(false)
  expect(await isAlive(token.accessToken)).toBe(true)
  expect(world.mails.at(-1)?.subject).toBe('Your Atrium password was changed')
  expect((await world.signIn('changing@example.org')).status).toBe(401)
  expect((await world.signIn('changing@example.org', newPassword)).status).toBe(200)
})

test('AUTH-13 a recent sign-in is the proof of a person without password and second factor', async () => {
  const { token } = await world.person('provider@example.org')
  await world.database.database.pool.query(`delete from identity_credential where user_id = $1`, [
    token.userId,
  ])
  await world.database.database.pool.query(`update identity_session set created_at = $2 where user_id = $1`, [
    token.userId,
    world.clock.now(),
  ])
  const begin = () => world.send('/api/user/second-factor', {}, { token: token.accessToken })
  expect((await begin()).status).toBe(200)
  world.clock.advance(10 * 60_000 + 1)
  expect(await begin()).toMatchObject({ status: 403, body: { code: 'SIGN_IN_AGAIN' } })
})

test('AUTH-13 browsers and systems are recognized by their user agents', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(deviceOf(chrome)).toEqual({ browser: 'Chrome', system: 'Windows' })
  expect(deviceOf(`${chrome} Edg/140.0`)).toEqual({ browser: 'Edge', system: 'Windows' })
  expect(deviceOf(`${chrome} OPR/120.0`)).toEqual({ browser: 'Opera', system: 'Windows' })
  expect(deviceOf('Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36')).toEqual({
    browser: 'Chrome',
    system: 'Android',
  })
  expect(deviceOf('curl/8.0')).toEqual({ browser: null, system: null })
  expect(deviceOf('x'.repeat(10_000))).toEqual({ browser: null, system: null })
})

test('AUTH-13 a location is shown only as a network', () => {
  expect(networkToShow('203.0.113.7')).toBe('203.0.113.0/24')
  expect(networkToShow('::ffff:203.0.113.7')).toBe('203.0.113.0/24')
  expect(networkToShow('2001:db8:aaaa:bbbb:cccc::1')).toBe('2001:db8:aaaa::/48')
  expect(networkToShow('')).toBeNull()
  expect(networkToShow('unknown')).toBeNull()
})
