import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { goodPassword, IdentityWorld, sessionOf } from './identity-for-tests.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

test('C03 no code, password, token or cookie reaches the log or lies readable in the database; sign-ins and refusals are logged', async () => {
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
  for (const { token, cookie } of [first, second, third])
    secrets.push(
      token.accessToken,
      cookie.split('=')[1] ?? '',
      decodeURIComponent(cookie.split('=')[1] ?? ''),
    )

  const log = world.logLines.join('')
  for (const secret of secrets) expect(log).not.toContain(secret)
  expect(log).not.toContain('FORGED')
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  for (const event of ['signed in', 'sign-in refused', 'code refused', 'new password set', 'signed out'])
    expect(log).toContain(`"msg":"${event}"`)

  for (const table of [
    'identity_credential',
    'identity_code',
    'identity_code_sent',
    'identity_attempt',
    'identity_signing_key',
  ]) {
    const { rows } = await world.database.database.pool.query(`select * from ${table}`)
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
    if (table === 'identity_attempt') expect(JSON.stringify(rows)).not.toContain(email)
  }
})
