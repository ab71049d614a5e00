import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { goodPassword, IdentityWorld, sessionOf } from './identity-for-tests.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

test('C03 no code, password, token or cookie is logged or readable in the database; sign-ins and refusals are logged', async () => {
  const email = 'logged@example.org'
  const secrets: string[] = [goodPassword, 'Wrong-Kettle_47', 'Brand-New_Kettle9']
  const noteCode = () => secrets.push(world.codeFor(email))
  await world.signUp(email)
  noteCode()
  const first = sessionOf(await world.auth('verify', { email, code: world.codeFor(email) }))
  await world.signIn(email, 'Wrong-Kettle_47', { headers: { 'user-agent': 'line one\tFORGED {"level":60}' } })
  const second = sessionOf(await world.signIn(email))
  await world.auth('token', undefined, { cookie: second.cookie })
  world.clock.advance(61_000)
  await world.auth('forgot-password', { email })
  noteCode()
  await world.auth('new-password', { email, code: '000000', password: 'Brand-New_Kettle9' })
  const third = sessionOf(
    await world.auth('new-password', { email, code: world.codeFor(email), password: 'Brand-New_Kettle9' }),
  )
  await world.auth('sign-out', { everywhere: true }, { cookie: third.cookie })
  const lives = sessionOf(await world.signIn(email, 'Brand-New_Kettle9'))
  const rotated = await world.auth('token', undefined, { cookie: lives.cookie })
  await world.signUp('waits@example.org', { password: 'Waiting-Kettle_48' })
  secrets.push('Waiting-Kettle_48', world.codeFor('waits@example.org'), ...secretsIn(rotated.setCookies))
  secrets.push(...secretsIn([first.cookie, second.cookie, third.cookie, lives.cookie, world.browser]))
  for (const { token, cookie } of [first, second, third, lives])
    secrets.push(
      token.accessToken,
      cookie.split('=')[1] ?? '',
      decodeURIComponent(cookie.split('=')[1] ?? ''),
    )

  const log = world.logLines.join('')
  for (const secret of secrets) expect(log).not.toContain(secret)
  expect(log).not.toContain('FORGED')
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  for (const event of [
    'Signed in',
    'Refused a sign-in',
    'Refused a code',
    'Set a new password',
    'Signed out',
  ])
    expect(log).toContain(`"msg":"${event}"`)

  const { pool } = world.database.database
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.rows.map(({ name }) => name)).toContain('identity_session')
  for (const { name: table } of tables.rows) {
    const { rows } = await pool.query(`select * from ${table}`)
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
    if (table === 'identity_attempt') expect(JSON.stringify(rows)).not.toContain(email)
  }
})

/** The values of cookies, whole and in parts: a signed value is secret without its signature too. */
const secretsIn = (cookies: string[]): string[] =>
  cookies
    .flatMap((line) => line.split('; '))
    .map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1)))
    .filter((value) => value.length >= 32)
    .flatMap((value) => [value, value.slice(0, Math.max(32, value.lastIndexOf('.')))])
