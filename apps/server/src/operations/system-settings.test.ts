import { contract, type ErrorReply, type MailServerInput, type SystemSettingChanges } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { call, send, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { pngChunk, pngWith } from '../files/pictures/pictures-for-tests.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'

let world: World
let admin: TestPerson
let member: TestPerson
let logged = ''
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void (logged += line) },
  })
  admin = await world.signUp({ email: systemAdminEmail, withAccount: false })
  member = await world.signUp({ withAccount: false })
})
afterAll(() => world.close())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await sql`delete from system_setting`.execute(world.database.kysely)
  await call('changeSystemSettings', admin.api, { body: {} })
  for (const close of closing.splice(0)) await close()
})

const settings = async () => (await call('getSystemSettings', admin.api)).data
const change = async (body: SystemSettingChanges) =>
  (await call('changeSystemSettings', admin.api, { body })).data
const refused = async (body: SystemSettingChanges, api = admin.api) => {
  const reply = await send(contract.changeSystemSettings, api, { body })
  return { status: reply.status, ...((await reply.json()) as ErrorReply) }
}
const methods = async () => (await call('signInMethods', { url: world.url })).data

const server = (more: Partial<MailServerInput> = {}): MailServerInput => ({
  host: '127.0.0.1',
  port: 25,
  security: 'starttls',
  username: '',
  from: 'atrium@example.com',
  ...more,
})

/** A mail server that requires `mailer` and the given password, and records its input. */
async function mailServer(password: string) {
  const seen: { user: string; password: string }[] = []
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: false,
    hideSTARTTLS: true,
    onAuth(auth, _session, done) {
      seen.push({ user: auth.username ?? '', password: auth.password ?? '' })
      if (auth.password === password) done(null, { user: auth.username })
      else done(new Error('Invalid login'))
    },
    onData(stream, session, done) {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const { port } = smtp.server.address() as { port: number }
  return { port, seen, received }
}

test('AUTH-10 the sign-up rule can be changed at run time, for every process', async () => {
  expect((await settings()).signUp).toEqual({ value: 'open', source: 'default' })
  expect((await change({ signUp: 'closed' })).signUp).toEqual({ value: 'closed', source: 'page' })
  expect((await methods()).signUp).toBe('closed')
  const stranger = { email: 'late@example.com', password: 'Correct-Horse-7', firstName: 'La', lastName: 'Te' }
  expect((await send(contract.signUp, { url: world.url }, { body: stranger })).status).toBe(403)
  // Another process changed it, and this one is notified.
  await sql`update system_setting set value = '{"mode":"open"}' where name = 'sign-up'`.execute(
    world.database.kysely,
  )
  await sql`select pg_notify('system_settings', '')`.execute(world.database.kysely)
  await vi.waitFor(async () => expect((await methods()).signUp).toBe('open'))
  expect((await send(contract.signUp, { url: world.url }, { body: stranger })).status).toBe(200)
})

test('LIFE-07 settings of the environment take precedence and cannot be changed on the page', async () => {
  const fixed = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_SIGN_UP: 'invited-only', SMTP_URL: 'smtp://127.0.0.1:9' },
  })
  closing.push(() => fixed.close())
  await sql`update identity_user set email_verified = true`.execute(fixed.database.kysely)
  const { data } = await call('signInMethods', { url: fixed.url })
  expect(data).toMatchObject({ signUp: 'invited-only', inboxUrl: null })
})

test.each([
  ['https://atrium.example.org', false],
  ['http://192.168.1.20:3000', false],
  ['http://localhost:3000', true],
])('the sandbox inbox URL is returned to visitors of %s: %s', async (publicUrl, isReported) => {
  const port = await findFreePort()
  const visited = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_PUBLIC_URL: publicUrl, ATRIUM_PORT: String(port) },
  })
  closing.push(() => visited.close())
  const { data } = await call('signInMethods', { url: `http://127.0.0.1:${port}` })
  expect(data.inboxUrl).toBe(isReported ? visited.inbox.url : null)
})

test('LIFE-07 only system administrators see and change settings; for others the page is not found', async () => {
  expect((await send(contract.getSystemSettings, member.api)).status).toBe(404)
  expect(await refused({ signUp: 'closed' }, member.api)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect((await settings()).signUp.value).toBe('open')
})

test('LIFE-07 the next mail uses the server set on the page, with its password', async () => {
  const smtp = await mailServer('s3cret-of-mail')
  const mail = server({ port: smtp.port, username: 'mailer', password: 's3cret-of-mail' })
  const changed = await change({ mail })
  expect(changed.mail).toEqual({
    source: 'page',
    hasPassword: true,
    server: {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'starttls',
      username: 'mailer',
      from: 'atrium@example.com',
    },
  })
  expect((await methods()).inboxUrl).toBeNull()
  await call('forgotPassword', { url: world.url }, { body: { email: member.email } })
  await vi.waitFor(() => expect(smtp.received).toContain(member.email))
  expect(smtp.seen.every(({ user, password }) => user === 'mailer' && password === 's3cret-of-mail')).toBe(
    true,
  )
  const { rows } = await sql`select value::text || secret_sealed as text from system_setting`.execute(
    world.database.kysely,
  )
  expect(JSON.stringify(rows)).not.toContain('s3cret-of-mail')
  expect(logged).not.toContain('s3cret-of-mail')
})

test('a stored mail password is never sent to another host or for another user name', async () => {
  const smtp = await mailServer('right')
  await change({ mail: server({ port: smtp.port, username: 'mailer', password: 'right' }) })
  expect(
    (await change({ mail: server({ port: smtp.port, username: 'mailer', security: 'starttls' }) })).mail
      .hasPassword,
  ).toBe(true)
  for (const other of [{ host: 'localhost' }, { username: 'somebody' }]) {
    const input = server({ port: smtp.port, username: 'mailer', ...other })
    expect(await refused({ mail: input })).toMatchObject({
      status: 400,
      issues: [{ path: 'body.mail.password' }],
    })
    expect((await send(contract.testMail, admin.api, { body: input })).status).toBe(400)
  }
  expect(smtp.seen).toEqual([])
})

test('a test mail reaches the administrator, or returns a code for the problem', async () => {
  const smtp = await mailServer('right')
  const trial = async (more: Partial<MailServerInput>) =>
    (await call('testMail', admin.api, { body: server({ port: smtp.port, username: 'mailer', ...more }) }))
      .data
  expect(await trial({ password: 'right' })).toEqual({ outcome: 'sent', recipient: systemAdminEmail })
  expect(smtp.received).toEqual([systemAdminEmail])
  expect(await trial({ password: 'wrong' })).toEqual({ outcome: 'failed', problem: 'SIGN_IN_REFUSED' })
  expect(await trial({ password: 'right', port: 9 })).toEqual({ outcome: 'failed', problem: 'NOT_REACHED' })
  expect(await trial({ password: 'right', security: 'tls' })).toEqual({
    outcome: 'failed',
    problem: 'NOT_ENCRYPTED_RIGHT',
  })
  expect((await settings()).mail.source).toBe('sandbox')
})

test('name and logo of the installation are public; a picture is re-encoded, other files are refused', async () => {
  const hidden = pngWith([pngChunk('tEXt', '<script>alert(1)</script>')])
  const { branding } = await change({ branding: { name: 'Kelp Labs', logo: hidden.toString('base64') } })
  expect(branding.name).toBe('Kelp Labs')
  const config = await (await fetch(`${world.url}/app-config.json?1`)).json()
  expect(config.installation).toEqual(branding)
  const picture = await fetch(new URL(branding.logoUrl ?? '', world.url))
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(await picture.text()).not.toContain('script')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  expect(await refused({ branding: { logo: svg } })).toMatchObject({ code: 'FILE_NOT_SUPPORTED' })
  expect(await refused({ branding: { logo: 'A'.repeat(175_001) } })).toMatchObject({ code: 'INVALID_INPUT' })
  expect((await change({ branding: { logo: null } })).branding).toEqual({ name: 'Kelp Labs', logoUrl: null })
})

test('the setup stores each step, so that it can be interrupted and resumed', async () => {
  expect((await settings()).setup.steps).toEqual({
    models: 'open',
    mail: 'open',
    signUp: 'open',
    branding: 'open',
    team: 'open',
  })
  await change({ setup: { steps: { models: 'done' } } })
  await change({ setup: { steps: { mail: 'skipped' } } })
  await world.restart()
  expect((await settings()).setup).toEqual({
    steps: { models: 'done', mail: 'skipped', signUp: 'open', branding: 'open', team: 'open' },
    isFinished: false,
  })
})

test('MODEL-06 the time to first token is measured with a real call to the model; a failure is one code', async () => {
  const vendor = await startModelProvider({
    apiKey: 'sk-right',
    pace: { firstTokenMs: 30, perSecond: Infinity },
  })
  closing.push(() => vendor.close())
  const time = async (model: string, key: string) =>
    (
      await call('timeModel', admin.api, {
        body: { kind: 'openai-compatible', baseUrl: `${vendor.url}/v1`, key, model },
      })
    ).data
  expect(await time('sandbox-quick', 'sk-right')).toEqual({
    outcome: 'answered',
    firstWordMs: expect.any(Number),
  })
  expect(await time('sandbox-quick', 'sk-wrong')).toEqual({ outcome: 'failed', problem: 'KEY_REFUSED' })
  expect(await time('no-such-model', 'sk-right')).toEqual({ outcome: 'failed', problem: 'MODEL_REFUSED' })
})
