import { contract, ErrorReply } from '@atrium/contract'
import { call, send, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

const secret = 'a-secret-for-events-of-mail-0123456789'
let world: World
let admin: TestPerson
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_MAIL_EVENTS_SECRET: secret },
  })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  kim = await world.signUp({ name: 'Kim Example' })
})
beforeEach(() => world.database.pool.query('delete from mail_stopped_address'))
afterAll(() => world.close())

const report = (events: object[], authorization = `Bearer ${secret}`) =>
  fetch(`${world.url}/api/mail/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ events }),
  })
const bounceOf = (address: string) => ({ type: 'bounce', address })
const ownMail = async () => (await call('getOwnMail', kim.api)).data.stopped
const outboxOf = async (recipient: string) =>
  (
    await world.database.pool.query(
      'select sent_at, last_error, text_body from mail_outbox where recipient = $1 order by id desc limit 1',
      [recipient],
    )
  ).rows[0]

test('after a bounce nothing is sent to an address, and the person is shown why', async () => {
  const reply = await report([bounceOf(kim.email.toUpperCase()), bounceOf('unknown@example.com')])
  expect([reply.status, (await reply.json()).data]).toEqual([200, { stopped: 2 }])
  expect(await ownMail()).toEqual({ reason: 'bounce', at: expect.any(String) })
  await world.database.pool.query(
    `insert into mail_outbox (recipient, kind, subject, text_body, html_body) values ($1, 'news', 'News', 'Text', '')`,
    [kim.email],
  )
  await vi.waitFor(async () =>
    expect(await outboxOf(kim.email)).toEqual({
      sent_at: null,
      last_error: 'address stopped',
      text_body: '',
    }),
  )

  const { data } = await call('resumeOwnMail', kim.api)
  expect(data.stopped).toBeNull()
  await world.database.pool.query(
    `insert into mail_outbox (recipient, kind, subject, text_body, html_body) values ($1, 'news', 'More news', 'Text', '')`,
    [kim.email],
  )
  await world.inbox.waitFor(({ to, subject }) => to.includes(kim.email) && subject === 'More news')
})

test('events need the secret, and a type that stops mail', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer wrong', `Basic ${secret}`])
    expect((await report([bounceOf(kim.email)], authorization)).status, authorization).toBe(401)
  for (const events of [[], [{ type: 'delivered', address: kim.email }], [{ type: 'bounce', address: 'x' }]])
    expect((await report(events)).status, JSON.stringify(events)).toBe(400)
  expect(await ownMail()).toBeNull()
})

test('a system administrator lists, stops and resumes addresses; the person cannot undo that', async () => {
  await report([{ type: 'complaint', address: 'gus@example.com' }])
  const stopped = await call('stopMailTo', admin.api, { body: { address: kim.email } })
  expect(stopped.data).toMatchObject({ address: kim.email, reason: 'operator', byName: 'Sam System' })
  const list = await call('listStoppedAddresses', admin.api)
  expect(list).toMatchObject({
    count: 2,
    data: [
      { address: kim.email, reason: 'operator' },
      { address: 'gus@example.com', reason: 'complaint', byName: null },
    ],
  })
  const found = await call('listStoppedAddresses', admin.api, { query: { search: 'GUS' } })
  expect(found.data.map(({ address }) => address)).toEqual(['gus@example.com'])
  const refused = await send(contract.resumeOwnMail, kim.api, {})
  expect(ErrorReply.parse(await refused.json()).code).toBe('FORBIDDEN')
  await call('resumeMailTo', admin.api, { body: { address: kim.email } })
  expect(await ownMail()).toBeNull()
})
