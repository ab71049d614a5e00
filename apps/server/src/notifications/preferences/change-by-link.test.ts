import { contract } from '@atrium/contract'
import { call, colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
let link: URL
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp({ name: 'Kim Example' })
  const bo = await colleagueOf(world, kim, { name: 'Bo Björk' })
  await call('requestCredits', bo.api, { params: { id: kim.accountId }, body: { reason: 'Audit' } })
  const mail = await world.inbox.waitFor(({ to, text }) => to.includes(kim.email) && text.includes('Audit'))
  expect(mail.listUnsubscribePost).toBe('List-Unsubscribe=One-Click')
  link = new URL(/^<(.+)>$/.exec(mail.listUnsubscribe ?? '')?.[1] ?? '')
  expect(mail.text).toContain(link.href)
  expect(mail.html).toContain(link.href)
})
beforeEach(() => world.database.pool.query(`update user_profile set email_frequency = 'DAILY'`))
afterAll(() => world.close())

const frequency = async () => (await call('getUserInfo', kim.api)).message.emailFrequency
const address = () => `${world.url}${link.pathname}${link.search}`
const token = () => link.searchParams.get('token') ?? ''

test.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
  [
    'a multipart form',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['nothing', {}, undefined],
])(
  'LIFE-08 a mail program unsubscribes with one POST of %s, without a session',
  async (_what, headers, body) => {
    const reply = await fetch(address(), { method: 'POST', headers, ...(body && { body }) })
    expect(reply.status).toBe(204)
    expect(await frequency()).toBe('NEVER')
  },
)

test('LIFE-08 opening the link changes nothing: programs that check links open it too', async () => {
  const reply = await fetch(address(), { headers: { accept: 'text/html' } })
  expect(reply.status).not.toBe(204)
  const shown = await call('getMailPreferences', { url: world.url }, { query: { token: token() } })
  expect(shown.data).toEqual({ address: expect.stringMatching(/^.•••@/), emailFrequency: 'DAILY' })
  expect(await frequency()).toBe('DAILY')
})

test('LIFE-08 the page turns mail off and on again', async () => {
  const change = (emailFrequency: 'DAILY' | 'NEVER') =>
    call('changeMailPreferences', { url: world.url }, { query: { token: token() }, body: { emailFrequency } })
  expect((await change('NEVER')).data.emailFrequency).toBe('NEVER')
  expect(await frequency()).toBe('NEVER')
  await change('DAILY')
  expect(await frequency()).toBe('DAILY')
})

test('LIFE-08 a link for somebody else, or with another signature, is not found', async () => {
  const [, signature] = token().split('.')
  const bo = await colleagueOf(world, kim, { name: 'Bo Two' })
  for (const forged of [`${bo.userId}.${signature}`, kim.userId, `${kim.userId}.`, `${kim.userId}.AAAA`, '.'])
    expect((await fetch(`${world.url}/unsubscribe?token=${forged}`, { method: 'POST' })).status, forged).toBe(
      404,
    )
  expect(await frequency()).toBe('DAILY')
})

test('LIFE-08 forms are taken nowhere else', async () => {
  const reply = await fetch(`${world.url}/api${contract.signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=kim%40example.com',
  })
  expect(reply.status).toBe(415)
})

test('LIFE-08 mail that must arrive has no such link', async () => {
  const una = { email: 'una@example.com', password: 'Correct-Horse-7', firstName: 'Una', lastName: 'Waiting' }
  await send(contract.signUp, { url: world.url }, { body: una })
  const mail = await world.inbox.waitFor(({ to }) => to.includes(una.email))
  expect(mail).toMatchObject({ listUnsubscribe: null, listUnsubscribePost: null })
})
