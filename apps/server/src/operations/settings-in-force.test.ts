import { call, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { settings } from '../platform/config/settings.ts'

const secret = 'a-token-that-nobody-may-read-0123456789'
let world: World
let admin: TestPerson
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_METRICS_TOKEN: secret, OPENAI_API_KEY: `sk-${secret}` },
  })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
})
afterAll(() => world.close())

test('LIFE-07 every setting is listed with its source; secrets are only set or not', async () => {
  const { data } = await call('listSettingsInForce', admin.api)
  expect(data.map(({ name }) => name)).toEqual(Object.values(settings).map(({ name }) => name))
  const named = (name: string) => data.find((one) => one.name === name)
  expect(named('ATRIUM_METRICS_TOKEN')).toMatchObject({
    source: 'environment',
    value: null,
    isSecret: true,
    isSet: true,
  })
  expect(named('ANTHROPIC_API_KEY')).toMatchObject({ source: 'default', isSet: false })
  expect(named('ATRIUM_ADMINS')?.value).toContain(systemAdminEmail)
  expect(JSON.stringify(data)).not.toContain(secret)
})

test('LIFE-07 a setting of a page of System is shown as such', async () => {
  await call('changeSystemSettings', admin.api, { body: { signUp: 'closed' } })
  const { data } = await call('listSettingsInForce', admin.api)
  expect(data.find(({ name }) => name === 'ATRIUM_SIGN_UP')).toMatchObject({
    source: 'page',
    value: 'closed',
  })
})
