import { contract, type ErrorReply } from '@atrium/contract'
import { call, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), environment: { ATRIUM_ADMINS: '' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate system_admin`.execute(world.database.kysely)
})

const tokenNow = async () => (await world.app.setupLink())?.split('#')[1] ?? null
const claim = (person: TestPerson, token: string) =>
  send(contract.claimSetup, person.api, { body: { token } })
const isAdmin = async (person: TestPerson) => (await call('getUserInfo', person.api)).message.isSystemAdmin

test('R17 of 30 people who open the setup link at once exactly one becomes system administrator', async () => {
  const token = (await tokenNow()) ?? ''
  const people = await Promise.all(Array.from({ length: 30 }, () => world.signUp({ withAccount: false })))
  const replies = await Promise.all(people.map((person) => claim(person, token)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(29)
  const admins = await Promise.all(people.map(isAdmin))
  expect(admins.filter(Boolean)).toHaveLength(1)
  expect(admins.indexOf(true)).toBe(replies.findIndex(({ status }) => status === 200))
})

test('R17 a used link stays invalid, even after the administrator is deleted; a new one replaces it', async () => {
  const [first, second] = [
    await world.signUp({ withAccount: false }),
    await world.signUp({ withAccount: false }),
  ]
  const token = (await tokenNow()) ?? ''
  expect((await claim(first, token)).status).toBe(200)
  expect(await tokenNow()).toBeNull()
  await sql`delete from system_admin where user_id = ${first.userId}`.execute(world.database.kysely)
  expect(await isAdmin(first)).toBe(false)
  expect((await claim(second, token)).status).toBe(404)
  const next = (await tokenNow()) ?? ''
  expect(next).not.toBe(token)
  expect((await claim(second, next)).status).toBe(200)
})

test('R17 a guessed token, an old one, and one of another installation do not work', async () => {
  const person = await world.signUp({ withAccount: false })
  const token = (await tokenNow()) ?? ''
  const turned = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const wrong of ['', 'x', 'n'.repeat(32), turned, `${token}A`]) {
    const reply = await claim(person, wrong)
    expect(reply.status).toBe(404)
    expect(((await reply.json()) as ErrorReply).code).toBe('SETUP_LINK_NOT_VALID')
  }
  expect(await isAdmin(person)).toBe(false)
})

test('the setup link survives a restart and is the same for every process of an installation', async () => {
  const before = await world.app.setupLink()
  await world.restart()
  expect(await world.app.setupLink()).toBe(before)
  expect(before).toMatch(/\/setup#[\w-]{32}$/)
})

test('R17 there is no setup link where ATRIUM_ADMINS names a person', async () => {
  const configured = await startWorld({ databaseHost: inject('databaseHost') })
  try {
    expect(await configured.app.setupLink()).toBeNull()
    const person = await configured.signUp({ withAccount: false })
    // Both worlds have the same secret, so this is the token that would work without the setting.
    await sql`truncate setup_link_use`.execute(world.database.kysely)
    expect((await claim(person, (await tokenNow()) ?? '')).status).toBe(404)
    expect(await isAdmin(person)).toBe(false)
  } finally {
    await configured.close()
  }
})
