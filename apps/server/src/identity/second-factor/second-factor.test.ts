import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Answer, goodPassword, IdentityWorld, sessionOf } from '../identity-for-tests.ts'
import { codeOf, stepAt } from './totp.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await IdentityWorld.open(inject('databaseHost'))
})
afterAll(() => world.close())

const user = (token: string, path: string, body: object) =>
  world.send(`/api/user/second-factor${path}`, body, { token })
const answer = (ticket: string, code: string, ip?: string) =>
  world.auth('second-factor', { ticket, code }, ip ? { ip } : {})
const dataOf = (reply: Answer) =>
  reply.body.data as unknown as { secret: string; address: string; recoveryCodes: string[] }
const ticketOf = (reply: Answer) => (reply.body['details'] as { ticket: string }).ticket
const proof = { password: goodPassword }

/** Six digits that are none of the three valid codes. */
function wrongCode(secret: Buffer): string {
  const step = stepAt(world.clock.now())
  const right = [step - 1, step, step + 1].map((near) => codeOf(secret, near))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '444444'
}
const rightCode = (secret: Buffer) => codeOf(secret, stepAt(world.clock.now()))
const nextStep = () => world.clock.advance(30_000)

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A person with the second factor on. */
async function personWithSecondFactor(email: string) {
  const { token, cookie } = await world.person(email)
  const started = await user(token.accessToken, '', { proof })
  const secret = fromBase32(dataOf(started).secret)
  const confirmed = await user(token.accessToken, '/confirm', { code: rightCode(secret) })
  expect(confirmed.status).toBe(200)
  nextStep()
  return { email, token, cookie, secret, recoveryCodes: dataOf(confirmed).recoveryCodes }
}

test('AUTH-13 a first code turns the second factor on; until then a password is enough', async () => {
  const { token } = await world.person('on@example.org')
  const started = await user(token.accessToken, '', { proof })
  expect(started).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } })
  const secret = fromBase32(dataOf(started).secret)
  expect(dataOf(started).address).toContain('otpauth://totp/Atrium:on%40example.org?secret=')
  expect((await world.signIn('on@example.org')).status).toBe(200)

  expect(await user(token.accessToken, '/confirm', { code: wrongCode(secret) })).toMatchObject({
    status: 400,
    body: { code: 'SECOND_FACTOR_NOT_ACCEPTED' },
  })
  const confirmed = await user(token.accessToken, '/confirm', { code: rightCode(secret) })
  const codes = dataOf(confirmed).recoveryCodes
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
  expect(world.mails.at(-1)).toMatchObject({
    recipient: 'on@example.org',
    subject: 'Two-factor sign-in is on for your Atrium account',
  })
  expect(await user(token.accessToken, '', { proof })).toMatchObject({ status: 409 })

  const { rows } = await world.database.database.pool.query(
    `select row_to_json(identity_second_factor)::text || (select string_agg(code_hash, ' ') from identity_recovery_code where user_id = $1) as stored
     from identity_second_factor where user_id = $1`,
    [token.userId],
  )
  const stored = String(rows[0].stored)
  for (const secretText of [
    dataOf(started).secret,
    secret.toString('hex'),
    secret.toString('base64'),
    ...codes,
  ])
    expect(stored).not.toContain(secretText)
})

test('AUTH-13 a sign-in by password requires a code and opens nothing before it', async () => {
  const person = await personWithSecondFactor('asked@example.org')
  const first = await world.signIn(person.email)
  expect(first).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' }, setCookies: [] })
  const ticket = ticketOf(first)
  expect(await user(ticket, '', {})).toMatchObject({ status: 401 })
  expect(await answer(ticket, wrongCode(person.secret))).toMatchObject({
    status: 400,
    body: { code: 'SECOND_FACTOR_NOT_ACCEPTED' },
  })
  const opened = await answer(ticket, rightCode(person.secret))
  expect(sessionOf(opened).token.userId).toBe(person.token.userId)
  expect(opened.setCookies.join()).toContain('HttpOnly')
  // The ticket was used up, with any code.
  nextStep()
  expect(await answer(ticket, rightCode(person.secret))).toMatchObject({
    status: 403,
    body: { code: 'SIGN_IN_EXPIRED' },
  })
})

test('AUTH-13 the code mailed for a new password is only one factor', async () => {
  const person = await personWithSecondFactor('forgot@example.org')
  await world.auth('forgot-password', { email: person.email })
  const reset = await world.auth('new-password', {
    email: person.email,
    code: world.codeFor(person.email),
    password: 'Copper-Lantern_92',
  })
  expect(reset).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' }, setCookies: [] })
  expect((await answer(ticketOf(reset), rightCode(person.secret))).status).toBe(200)
})

test('AUTH-13 a code works once, also for concurrent requests', async () => {
  const person = await personWithSecondFactor('once@example.org')
  const tickets = await Promise.all(
    Array.from({ length: 6 }, async () => ticketOf(await world.signIn(person.email))),
  )
  const code = rightCode(person.secret)
  const answers = await Promise.all(tickets.map((ticket) => answer(ticket, code)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 400, 400, 400, 400, 400,
  ])
  // An older code is invalid too, though its step is within the skew.
  const before = codeOf(person.secret, stepAt(world.clock.now()) - 1)
  expect((await answer(tickets.at(-1) ?? '', before)).status).not.toBe(200)
})

test("B57 a code uses the server's clock and ignores the browser's", async () => {
  const person = await personWithSecondFactor('skewed@example.org')
  for (const minutes of [-24 * 60, -10, 10, 24 * 60]) {
    const theirs = new Date(world.clock.now().getTime() + minutes * 60_000)
    const code = codeOf(person.secret, stepAt(theirs))
    const headers = { date: theirs.toUTCString() }
    const ticket = ticketOf(await world.signIn(person.email, goodPassword, { headers }))
    expect((await world.auth('second-factor', { ticket, code }, { headers })).status).toBe(400)
  }
  const ticket = ticketOf(await world.signIn(person.email))
  const headers = { date: new Date(0).toUTCString() }
  const right = await world.auth('second-factor', { ticket, code: rightCode(person.secret) }, { headers })
  expect(right.status).toBe(200)
})

test('S03 second-factor codes: five attempts per ticket, ten per hour for the user, from any network', async () => {
  const person = await personWithSecondFactor('guessed@example.org')
  const guess = async (count: number) => {
    const ticket = ticketOf(await world.signIn(person.email))
    return await Promise.all(
      Array.from({ length: count }, (_, index) =>
        answer(ticket, wrongCode(person.secret), `198.51.100.${index}`),
      ),
    )
  }
  const codesOf = (answers: Answer[]) => answers.map(({ body }) => String(body.code)).toSorted()
  expect(codesOf(await guess(20))).toEqual([
    ...Array.from({ length: 5 }, () => 'SECOND_FACTOR_NOT_ACCEPTED'),
    ...Array.from({ length: 15 }, () => 'SIGN_IN_EXPIRED'),
  ])
  await guess(5)
  const late = ticketOf(await world.signIn(person.email))
  expect(await answer(late, rightCode(person.secret))).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED' },
  })
  world.clock.advance(60 * 60_000)
  const fresh = ticketOf(await world.signIn(person.email))
  expect((await answer(fresh, rightCode(person.secret))).status).toBe(200)
})

test('AUTH-13 a ticket is valid for ten minutes', async () => {
  const person = await personWithSecondFactor('slow@example.org')
  const ticket = ticketOf(await world.signIn(person.email))
  world.clock.advance(10 * 60_000)
  expect(await answer(ticket, rightCode(person.secret))).toMatchObject({ body: { code: 'SIGN_IN_EXPIRED' } })
})

test('AUTH-13 each recovery code opens one session, and its owner gets a mail', async () => {
  const person = await personWithSecondFactor('lost@example.org')
  const [first = '', second = ''] = person.recoveryCodes
  const tickets = await Promise.all(
    Array.from({ length: 3 }, async () => ticketOf(await world.signIn(person.email))),
  )
  const answers = await Promise.all(tickets.map((ticket) => answer(ticket, first.toUpperCase())))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
  expect(world.mails.at(-1)?.textBody).toContain('Unused codes left: 9.')
  const again = ticketOf(await world.signIn(person.email))
  expect((await answer(again, second.replace('-', ' '))).status).toBe(200)
  // One person's codes don't work for another.
  const other = await personWithSecondFactor('other@example.org')
  const foreign = ticketOf(await world.signIn(other.email))
  expect((await answer(foreign, person.recoveryCodes[2] ?? '')).status).toBe(400)

  const renewed = await user(person.token.accessToken, '/recovery-codes', { proof })
  expect(dataOf(renewed).recoveryCodes).toHaveLength(10)
  const old = ticketOf(await world.signIn(person.email))
  expect((await answer(old, person.recoveryCodes[3] ?? '')).status).toBe(400)
})

test('AUTH-13 turning it on and off requires the password or a code, and sends a mail', async () => {
  const person = await personWithSecondFactor('careful@example.org')
  const { accessToken } = person.token
  for (const path of ['/end', '/recovery-codes'])
    for (const body of [{}, { proof: { password: 'wrong' } }, { proof: { code: wrongCode(person.secret) } }])
      expect(await user(accessToken, path, body)).toMatchObject({
        status: 403,
        body: { code: 'PROOF_NOT_ACCEPTED' },
      })
  const ended = await user(accessToken, '/end', { proof: { code: rightCode(person.secret) } })
  expect(ended.status).toBe(200)
  expect(world.mails.at(-1)?.subject).toBe('Two-factor sign-in is off for your Atrium account')
  expect((await world.signIn(person.email)).status).toBe(200)
  expect(await user(accessToken, '/end', { proof })).toMatchObject({ status: 404 })

  const { token } = await world.person('stranger@example.org')
  expect(await user(token.accessToken, '', {})).toMatchObject({ body: { code: 'PROOF_NOT_ACCEPTED' } })
})

test('passwords cannot be guessed through an open browser either', async () => {
  const { token } = await world.person('open-browser@example.org')
  const guesses = await Promise.all(
    Array.from({ length: 15 }, () => user(token.accessToken, '', { proof: { password: 'guess' } })),
  )
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10)
  expect(await user(token.accessToken, '', { proof })).toMatchObject({ status: 429 })
})

test('C03 neither secrets nor codes nor tickets are logged', async () => {
  const person = await personWithSecondFactor('quiet@example.org')
  const ticket = ticketOf(await world.signIn(person.email))
  const code = rightCode(person.secret)
  await answer(ticket, code)
  const written = world.logLines.join('')
  expect(written).toContain('Signed in')
  for (const secretText of [ticket, ...person.recoveryCodes]) expect(written).not.toContain(secretText)
})
