import { contract, type InviteId } from '@atrium/contract'
import { ApiFailure, call, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let owner: TestPerson
const lines: string[] = []
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void lines.push(line) },
  })
  owner = await world.signUp({ name: 'Olu Owner' })
})
afterAll(() => world.close())

const password = 'Teal-Kettle_47'
let guests = 0
const newAddress = () => `guest-${(guests += 1)}@invited.example`
const tokenIn = (text: string | undefined) => /\/public-invite\/join\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

/** Invites an address; returns the token from its mail. */
async function invite(email = newAddress(), role: 'admin' | 'member' = 'member') {
  const params = { id: owner.accountId }
  const { data } = await call('inviteMember', owner.api, { params, body: { email, role } })
  const mail = await world.inbox.waitFor(
    ({ to, text }) => JSON.stringify(to).includes(email) && tokenIn(text) !== '',
  )
  return { email, inviteId: data.inviteId, token: tokenIn(mail.text) }
}
const signUp = (token: string, more: object = {}) =>
  call('signUpByInvite', world, {
    body: { token, password, firstName: 'Gus', lastName: 'Guest', confirmedLegalAge: true, ...more },
  })
const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error))
const refusal = (token: string, more: object = {}) => signUp(token, more).then(() => 'let in', codeOf)
const canSignIn = (email: string, given = password) =>
  call('signIn', world, { body: { email, password: given } }).then(
    () => true,
    () => false,
  )
const usersWith = async (email: string) =>
  (
    await sql<{ id: string }>`select id from identity_user where email = ${email}`.execute(
      world.database.kysely,
    )
  ).rows

test('ACC-05 the link of a mailed invitation signs its addressee up without a code, with the terms accepted, and makes them a member', async () => {
  const { email, token } = await invite(newAddress(), 'admin')
  const { data: shown } = await call('showInvite', world, { params: { token } })
  expect(shown).toMatchObject({ kind: 'email', recipient: { email, hasSignIn: false } })

  const { data } = await signUp(token, { language: 'fr-CA' })
  expect(data.account).toMatchObject({ id: owner.accountId, role: { name: 'admin' } })
  expect(data.token.termsAccepted).toBe(true)
  const { message: user } = await call('getUserInfo', { url: world.url, token: data.token.accessToken })
  expect(user).toMatchObject({ userName: email, firstName: 'Gus' })
  expect(await canSignIn(email)).toBe(true)
  expect(world.inbox.messages(email)).toHaveLength(1)
  const { rows } = await sql`
    select membership.status, invite.state from membership
    join invite on invite.account_id = membership.account_id and invite.email = ${email}
    where membership.user_id = ${data.token.userId}`.execute(world.database.kysely)
  expect(rows).toEqual([{ status: 'ACCEPTED', state: 'accepted' }])

  // Used up, for signing up and for viewing.
  expect(await refusal(token)).toBe('INVITE_NOT_VALID')
  expect(await call('showInvite', world, { params: { token } }).catch(codeOf)).toBe('INVITE_NOT_VALID')
})

test('R13 of twenty sign-ups with one link exactly one succeeds, and only its password signs in', async () => {
  const { email, token } = await invite()
  const passwords = Array.from({ length: 20 }, (_, number) => `Teal-Kettle_${100 + number}`)
  const replies = await Promise.all(passwords.map((given) => refusal(token, { password: given })))
  expect(replies.filter((reply) => reply === 'let in')).toHaveLength(1)
  for (const reply of replies.filter((one) => one !== 'let in'))
    expect(['INVITE_NOT_VALID', 'INVITE_SIGN_IN_FIRST']).toContain(reply)
  const signsIn = await Promise.all(passwords.map((given) => canSignIn(email, given)))
  expect(signsIn).toEqual(replies.map((reply) => reply === 'let in'))
  expect(await usersWith(email)).toHaveLength(1)
})

test("R13 the link does not confirm another person's pending sign-up for the address: their password and code stay worthless", async () => {
  const { email, token } = await invite()
  const intruders = 'Intruders-Kettle_66'
  const body = { email, password: intruders, firstName: 'Mallory', lastName: 'M' }
  const waiting = await send(contract.signUp, world, { body })
  const cookie = waiting.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const mail = await world.inbox.waitFor(
    ({ to, text }) => JSON.stringify(to).includes(email) && /^\d{6}$/m.test(text ?? ''),
  )
  const code = /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? ''

  const { data } = await signUp(token)
  expect(await call('verifyEmail', { url: world.url, cookie }, { body: { email, code } }).catch(codeOf)).toBe(
    'CODE_NOT_ACCEPTED',
  )
  expect(await canSignIn(email, intruders)).toBe(false)
  const { message: user } = await call('getUserInfo', { url: world.url, token: data.token.accessToken })
  expect(user.firstName).toBe('Gus')
  const { rows } = await sql`select email from identity_sign_up where email = ${email}`.execute(
    world.database.kysely,
  )
  expect(rows).toEqual([])
})

test('R13 the link never changes an existing user account: the person is asked to sign in, and their password stays', async () => {
  const known = await world.signUp({ withAccount: false })
  const { email, token } = await invite(known.email)
  const { data: shown } = await call('showInvite', world, { params: { token } })
  expect(shown.recipient).toEqual({ email, hasSignIn: true })
  expect(await refusal(token)).toBe('INVITE_SIGN_IN_FIRST')
  expect([await canSignIn(email, known.password), await canSignIn(email)]).toEqual([true, false])
  // Signed in, they join; another signed-in person doesn't.
  const other = await world.signUp({ withAccount: false })
  const join = (person: TestPerson) =>
    call('joinByInvite', person.api, { params: { token } }).then(({ data }) => data.account.id, codeOf)
  expect(await join(other)).toBe('INVITE_FOR_ANOTHER_ADDRESS')
  expect(await join(known)).toBe(owner.accountId)
})

test('R13 a public link proves no address, and the request cannot name one', async () => {
  const { data: link } = await call('createInviteLink', owner.api, {
    body: { expiresInDays: 7, useLimit: null },
  })
  const { data: shown } = await call('showInvite', world, { params: { token: link.token } })
  expect(shown).toMatchObject({ kind: 'link', recipient: null })
  expect(await refusal(link.token)).toBe('INVITE_NOT_VALID')
  const { token } = await invite()
  const victim = newAddress()
  for (const more of [
    { email: victim },
    { role: 'owner' },
    { confirmedLegalAge: false },
    { password: 'short' },
  ])
    expect(await refusal(token, more)).toBe('INVALID_INPUT')
  expect(await usersWith(victim)).toEqual([])
})

const end = (statement: (inviteId: InviteId) => ReturnType<typeof sql>) => async (inviteId: InviteId) =>
  void (await statement(inviteId).execute(world.database.kysely))
test.each([
  ['expired', end((id) => sql`update invite set expires_at = now() - interval '1 second' where id = ${id}`)],
  [
    'withdrawn',
    async (inviteId: InviteId) =>
      void (await call('withdrawInvite', owner.api, {
        params: { id: owner.accountId },
        query: { inviteId },
      })),
  ],
  [
    'sent again by another link',
    async (inviteId: InviteId) =>
      void (await call('resendInvite', owner.api, { params: { id: owner.accountId }, body: { inviteId } })),
  ],
])('R13 the link of an invitation that is %s cannot be used to sign up', async (_how, change) => {
  const { email, inviteId, token } = await invite()
  await change(inviteId)
  expect(await refusal(token)).toBe('INVITE_NOT_VALID')
  expect(await usersWith(email)).toEqual([])
})

test('R13 the link of a deleted account cannot be used to sign up', async () => {
  const { email, token } = await invite()
  const setDeleted = (at: Date | null) =>
    sql`update account set deleted_at = ${at} where id = ${owner.accountId}`.execute(world.database.kysely)
  await setDeleted(new Date())
  expect(await refusal(token)).toBe('INVITE_NOT_VALID')
  await setDeleted(null)
  expect(await usersWith(email)).toEqual([])
})

test('OPS-03 neither the log nor any table but the mail’s own stores the secret of the link', async () => {
  const { token } = await invite()
  await signUp(token)
  await refusal(token)
  await call('showInvite', world, { params: { token } }).catch(codeOf)
  expect(lines.join('\n')).not.toContain(token)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'mail_outbox'`.execute(
    world.database.kysely,
  )
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.table(name)} as t where t::text like ${`%${token}%`} limit 1`.execute(
        world.database.kysely,
      )
    expect(rows, name).toEqual([])
  }
})
