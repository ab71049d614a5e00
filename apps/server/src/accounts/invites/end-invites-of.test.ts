import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let owner: TestPerson
let admin: TestPerson
const lines: string[] = []
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void lines.push(line) },
  })
  owner = await world.signUp({ name: 'Olu Owner' })
})
beforeEach(async () => {
  admin = await world.signUp({ name: 'Ada Admin', withAccount: false })
  await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${admin.userId}, 'admin')`.execute(
    world.database.kysely,
  )
  Object.assign(admin.api, { accountId: owner.accountId })
})
afterAll(() => world.close())

let invited = 0
const invite = async () => {
  const email = `guest-${(invited += 1)}@example.com`
  await call('inviteMember', admin.api, { params: { id: owner.accountId }, body: { email, role: 'admin' } })
  return email
}
const createLink = async () =>
  (await call('createInviteLink', admin.api, { body: { expiresInDays: 7, useLimit: null } })).data
const change = (role: 'member') =>
  call('changeMember', owner.api, {
    params: { id: owner.accountId },
    body: { userId: admin.userId, role },
  })
const remove = () =>
  call('removeMember', owner.api, { params: { id: owner.accountId }, query: { userId: admin.userId } })
const leave = () => call('leaveAccount', admin.api, { params: { id: owner.accountId } })
const stillOpen = async () =>
  (
    await sql<{ id: string }>`
      select id from invite where invited_by = ${admin.userId} and state = 'pending'
      union all select id from invite_link where created_by = ${admin.userId} and revoked_at is null`.execute(
      world.database.kysely,
    )
  ).rows

test.each([
  ['removed', remove],
  ['demoted', () => change('member')],
  ['gone by their own will', leave],
])(
  'ACC-05 ACC-06 the invitations and links of an admin who is %s end, and the other admins are notified',
  async (_how, end) => {
    const [email, link] = [await invite(), await createLink()]
    await end()
    expect(await stillOpen()).toEqual([])
    const stranger = await world.signUp({ withAccount: false })
    await expect(call('joinByInvite', stranger.api, { params: { token: link.token } })).rejects.toThrow(
      'INVITE_NOT_VALID',
    )

    const mail = await world.inbox.waitFor(
      (received) => received.subject.includes('have ended') && received.text.includes(email),
    )
    expect(JSON.stringify(mail.to)).toContain(owner.email)
    const { data } = await call('listAudit', owner.api, {
      params: { id: owner.accountId },
      query: { page: '1', page_size: '10' },
    })
    const ended = data.filter(({ details }) => details['userId'] === admin.userId)
    expect(ended.map(({ action }) => action).toSorted()).toEqual(['invite.withdrawn', 'link.revoked'])
  },
)

const ended = async (api = owner.api) =>
  (await call('listEndedInvites', api, { params: { id: owner.accountId } })).data
const dismiss = (query: { inviteId?: string; linkId?: string }, api = owner.api) =>
  call('dismissEndedInvite', api, { params: { id: owner.accountId }, query } as never)

test.each([
  ['admin-removed', remove],
  ['admin-demoted', () => change('member')],
  ['admin-left', leave],
])(
  'the other admins see ended invitations in a list, until they invite again or dismiss them: %s',
  async (because, end) => {
    const [email, second] = [await invite(), await invite()]
    const { link } = await createLink()
    expect((await ended()).filter((one) => one.email === email || one.linkId === link.linkId)).toEqual([])
    await end()
    const listed = await ended()
    expect(listed.filter((one) => one.email === email)).toMatchObject([
      { kind: 'email', role: { name: 'admin' }, invitedBy: 'Ada A.', because, linkId: null },
    ])
    expect(listed.filter((one) => one.linkId === link.linkId)).toMatchObject([
      { kind: 'link', role: { name: 'member' }, invitedBy: 'Ada A.', because, email: null, inviteId: null },
    ])
    // The person whose invitations ended can no longer read the list.
    await expect(ended(admin.api)).rejects.toThrow(/NOT_FOUND|FORBIDDEN/)

    const body = { email, role: 'admin' } as const
    await call('inviteMember', owner.api, { params: { id: owner.accountId }, body })
    expect((await ended()).map((one) => one.email)).not.toContain(email)
    const inviteId = listed.find((one) => one.email === second)?.inviteId ?? ''
    await expect(dismiss({ inviteId }, admin.api)).rejects.toThrow(/NOT_FOUND|FORBIDDEN/)
    await dismiss({ inviteId })
    expect((await ended()).map((one) => one.email)).not.toContain(second)
    await dismiss({ linkId: link.linkId })
    expect((await ended()).map((one) => one.linkId)).not.toContain(link.linkId)
  },
)

test('an ended invitation leaves the list when its person has joined, a link when there is another, and both after a month', async () => {
  const guest = await world.signUp({ withAccount: false })
  await call('inviteMember', admin.api, {
    params: { id: owner.accountId },
    body: { email: guest.email, role: 'member' },
  })
  const old = await invite()
  const { link } = await createLink()
  await remove()
  expect((await ended()).map((one) => one.email)).toEqual(expect.arrayContaining([guest.email, old]))
  await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${guest.userId}, 'member')`.execute(
    world.database.kysely,
  )
  await sql`update invite set invited_at = now() - interval '32 days', settled_at = now() - interval '31 days'
    where email = ${old}`.execute(world.database.kysely)
  const emails = (await ended()).map((one) => one.email)
  expect(emails).not.toContain(guest.email)
  expect(emails).not.toContain(old)
  expect((await ended()).map((one) => one.linkId)).toContain(link.linkId)
  await call('createInviteLink', owner.api, { body: { expiresInDays: 7, useLimit: null } })
  expect((await ended()).map((one) => one.linkId)).not.toContain(link.linkId)
})

test('an invitation that an admin withdraws is not listed among the ended ones, nor dismissed', async () => {
  const email = await invite()
  const { data } = await call('listMembers', owner.api, {
    params: { id: owner.accountId },
    query: { search: email },
  })
  const inviteId = data[0]?.inviteId ?? ''
  await call('withdrawInvite', admin.api, {
    params: { id: owner.accountId },
    query: { inviteId },
  } as never)
  expect((await ended()).map((one) => one.email)).not.toContain(email)
  await expect(dismiss({ inviteId })).rejects.toThrow('NOT_FOUND')
})

test('an invitation that an admin creates during their removal does not outlive it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const making = Array.from({ length: 6 }, (_, index) => (index % 2 ? invite() : createLink()))
    await Promise.allSettled([...making, remove()])
    expect(await stillOpen()).toEqual([])
    await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${admin.userId}, 'admin')`.execute(
      world.database.kysely,
    )
  }
})

test('OPS-03 C03 the token of a public link is neither in the log nor in stored replies', async () => {
  const { token } = await createLink()
  await call('showInvite', { url: world.url }, { params: { token } })
  await fetch(`${world.url}/public-invite/join/${token}`)
  await fetch(`${world.url}/api/public-invite/join/${token}`, { method: 'PATCH' })
  await call(
    'createInviteLink',
    { ...admin.api, headers: { 'idempotency-key': 'twice-the-same' } } as never,
    {
      body: { expiresInDays: 7, useLimit: null },
    },
  )
  await expect
    .poll(() => lines.filter((line) => line.includes('"request"') && line.includes('PATCH')))
    .not.toEqual([])
  expect(lines.filter((line) => line.includes(token))).toEqual([])
  const kept = await sql`select from idempotent_reply where reply::text like '%public-invite/join/%'`.execute(
    world.database.kysely,
  )
  expect(kept.rows).toEqual([])
})
