import { contract, ErrorReply } from '@atrium/contract'
import { call, send, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let admin: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  await call('changeSystemSettings', admin.api, { body: { signUp: 'invited-only' } })
})
afterAll(() => world.close())

const anyone = () => ({ url: world.url })
const join = (email: string) => send(contract.joinWaitingList, anyone(), { body: { email, language: 'fr' } })
const signUp = async (email: string) => {
  const body = { email, password: 'Correct-Horse-7', firstName: 'Una', lastName: 'Waiting' }
  const reply = await send(contract.signUp, anyone(), { body })
  return reply.ok ? 'ok' : ErrorReply.parse(await reply.json()).code
}
const list = () => call('listWaitingPeople', admin.api)

test('AUTH-10 a person refused by invited-only mode joins the waiting list, and signs up after an invitation from it', async () => {
  expect(await signUp('una@example.com')).not.toBe('ok')
  expect((await join('Una@Example.com')).status).toBe(204)
  expect((await join('una@example.com')).status).toBe(204)
  expect(await signUp('una@example.com'), 'waiting is no invitation').not.toBe('ok')
  expect(await list()).toMatchObject({
    count: 1,
    data: [{ email: 'una@example.com', invitedAt: null, invitedByName: null }],
  })

  const invited = await call('inviteWaitingPerson', admin.api, { body: { email: 'una@example.com' } })
  expect(invited.data).toMatchObject({ invitedAt: expect.any(String), invitedByName: 'Sam System' })
  await call('inviteWaitingPerson', admin.api, { body: { email: 'una@example.com' } })
  const mail = await world.inbox.waitFor(({ to }) => to.includes('una@example.com'))
  expect(mail.subject).toBe('Vous pouvez maintenant rejoindre Atrium')
  expect(mail.text).toContain('/auth/register')
  const sent = await world.database.pool.query(
    `select from mail_outbox where kind = 'operations:waiting-list'`,
  )
  expect(sent.rowCount).toBe(1)
  expect(await signUp('una@example.com')).toBe('ok')
})

test('the reply is the same for addresses with and without a user account, and people who signed up are not listed', async () => {
  expect((await join(systemAdminEmail)).status).toBe(204)
  expect((await list()).data.map(({ email }) => email)).not.toContain(systemAdminEmail)
})

test('a removed address is no longer invited', async () => {
  await join('gus@example.com')
  await call('inviteWaitingPerson', admin.api, { body: { email: 'gus@example.com' } })
  await call('removeWaitingPerson', admin.api, { body: { email: 'gus@example.com' } })
  expect(await signUp('gus@example.com')).not.toBe('ok')
  const again = await send(contract.inviteWaitingPerson, admin.api, { body: { email: 'gus@example.com' } })
  expect(again.status).toBe(404)
})

test('there is a waiting list only while sign-up is by invitation', async () => {
  for (const mode of ['open', 'closed'] as const) {
    await call('changeSystemSettings', admin.api, { body: { signUp: mode } })
    expect((await join('mia@example.com')).status, mode).toBe(404)
  }
  expect((await list()).data.map(({ email }) => email)).not.toContain('mia@example.com')
})
