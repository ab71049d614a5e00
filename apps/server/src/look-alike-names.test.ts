import { contract } from '@atrium/contract'
import { call, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let owner: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  owner = await world.signUp({ name: 'Bill Allen' })
})
afterAll(() => world.close())

const codeOf = async (response: Response) =>
  response.ok ? 'ok' : ((await response.json()) as { code: string }).code
/** Capital i in the place of a small L: alike in most fonts. */
const disguised = 'BiIl AIIen'

const signUpAs = (firstName: string, lastName: string) =>
  send(
    contract.signUp,
    { url: world.url },
    {
      body: { email: 'new@example.com', password: 'Correct-Horse-7-Battery', firstName, lastName },
    },
  )
const rename = ({ api }: TestPerson, firstName: string, lastName: string) =>
  send(contract.changeUser, api, { body: { firstName, lastName } })

test.each([
  ['nothing that can be seen', '\u200B\u2060', 'Allen'],
  ['fillers', 'Bill', '\u3164\u2800'],
  ['letters of two alphabets in a word', 'Bіll', 'Allen'],
  ['a change of direction', 'Bill\u202E', 'Allen'],
])('a person’s name with %s is refused at sign-up and in the profile', async (_what, first, last) => {
  expect(await codeOf(await signUpAs(first, last))).toBe('INVALID_INPUT')
  expect(await codeOf(await rename(owner, first, last))).toBe('INVALID_INPUT')
})

/** Every way to become a member of the owner's account. */
const waysIn: Record<string, (person: TestPerson) => Promise<Response>> = {
  'an invitation on their accounts screen': async (person) => {
    const body = { email: person.email, role: 'member' as const }
    await send(contract.inviteMember, owner.api, { params: { id: owner.accountId }, body })
    const [invite] = (await call('listInvites', person.api)).data
    return await send(contract.acceptInvite, person.api, {
      body: { inviteId: invite?.inviteId ?? undefined },
    })
  },
  'a public link': async (person) => {
    const { token } = (await call('createInviteLink', owner.api, { body: {} })).data
    return await send(contract.joinByInvite, person.api, { params: { token } })
  },
  'the domain of their address': async (person) => {
    await sql`update account set auto_join_domain = 'example.com' where id = ${owner.accountId}`.execute(
      world.database.kysely,
    )
    const invite = (await call('listInvites', person.api)).data.find(({ inviteId }) => inviteId === null)
    return await send(contract.acceptInvite, person.api, { body: { accountId: invite?.accountId } })
  },
}

test.each(Object.entries(waysIn))(
  'joining an account by %s with a name that looks like a member’s is refused',
  async (_way, join) => {
    const impostor = await world.signUp({ name: disguised, withAccount: false })
    expect(await codeOf(await join(impostor))).toBe('NAME_LOOKS_LIKE_MEMBER')
    const members = async () =>
      (
        await sql`select from membership where account_id = ${owner.accountId} and user_id = ${impostor.userId}`.execute(
          world.database.kysely,
        )
      ).rows.length
    expect(await members()).toBe(0)
    // Under another name they are welcome, but cannot take the first one back then.
    expect(await codeOf(await rename(impostor, 'William', 'Other'))).toBe('ok')
    expect(await codeOf(await join(impostor))).not.toBe('NAME_LOOKS_LIKE_MEMBER')
    expect(await members()).toBe(1)
    const [firstName = '', lastName = ''] = disguised.split(' ')
    expect(await codeOf(await rename(impostor, firstName, lastName))).toBe('INVALID_INPUT')
  },
)

test('when a person joins an account with a look-alike name, both accounts show their owners', async () => {
  const [victim, impostor, third] = await Promise.all(
    ['Vera Victim', 'Imre Impostor', 'Tia Third'].map((name) => world.signUp({ name })),
  )
  const named = async ({ api, accountId }: TestPerson, name: string) =>
    await call('changeAccount', api, { params: { id: accountId }, body: { name } })
  if (!victim || !impostor || !third) throw new Error('Three people signed up.')
  await named(victim, 'Bill Allen Ltd')
  await named(impostor, 'BiIl AIIen Ltd')
  await named(third, 'Something else')
  const owners = async () =>
    Object.fromEntries(
      (await call('listAccounts', victim.api)).data.map(({ name, ownerEmail }) => [name, ownerEmail]),
    )
  expect(await owners()).toEqual({ 'Bill Allen Ltd': null })
  for (const { api } of [impostor, third]) {
    const { token } = (await call('createInviteLink', api, { body: {} })).data
    await call('joinByInvite', victim.api, { params: { token } })
  }
  expect(await owners()).toEqual({
    'Bill Allen Ltd': victim.email,
    'BiIl AIIen Ltd': impostor.email,
    'Something else': null,
  })
  // Equal names are no less alike.
  await named(third, 'Bill Allen Ltd')
  expect((await call('listAccounts', victim.api)).data.map(({ ownerEmail }) => ownerEmail)).not.toContain(
    null,
  )
})

test('namesakes may belong to one account', async () => {
  const namesake = await world.signUp({ name: 'Bill Allen', withAccount: false })
  const join = waysIn['a public link']
  expect(await codeOf((await join?.(namesake)) as Response)).toBe('ok')
})

test('of look-alikes who join concurrently, one succeeds', async () => {
  const people = await Promise.all(
    ['Neil Miller', 'NeiI Miller', 'Nell Miller'].map((name) => world.signUp({ name, withAccount: false })),
  )
  const { token } = (await call('createInviteLink', owner.api, { body: {} })).data
  const codes = await Promise.all(
    people.map(
      async ({ api }) => await codeOf(await send(contract.joinByInvite, api, { params: { token } })),
    ),
  )
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
})
