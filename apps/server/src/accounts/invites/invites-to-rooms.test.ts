import type { RoomId } from '@atrium/contract'
import { ApiFailure, call, colleagueOf, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let owner: TestPerson
/** An admin of the owner's account. */
let admin: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  owner = await world.signUp({ name: 'Olu Owner' })
  admin = await colleagueOf(world, owner, { name: 'Ada Admin' })
  await call('changeMember', owner.api, {
    params: { id: owner.accountId },
    body: { userId: admin.userId, role: 'admin' },
  })
})
afterAll(() => world.close())

const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error))
const tokenIn = (text: string | undefined) => /\/public-invite\/join\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
let count = 0
const newAddress = () => `guest-${(count += 1)}@rooms.example`

/** Creates a private room of the owner; with `adminIsAdmin` the account's admin is also an admin of the room. */
async function privateRoom({ adminIsAdmin = false } = {}): Promise<{ id: RoomId; name: string }> {
  const name = `Harbor ${(count += 1)}`
  const { data: room } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name, access_type: 'PRIVATE' },
  })
  if (adminIsAdmin)
    await call('addRoomMembers', owner.api, {
      params: { roomId: room.id },
      body: [{ id: admin.userId, membership_type: 'ADMIN' }],
    })
  return { id: room.id, name }
}

/** Invites a new address; returns the token from the mail. */
async function invite(by: TestPerson, roomId?: RoomId, email = newAddress()) {
  const params = { id: owner.accountId }
  const { data } = await call('inviteMember', by.api, { params, body: { email, roomId } })
  const mail = await world.inbox.waitFor(
    ({ to, text }) => JSON.stringify(to).includes(email) && tokenIn(text) !== '',
  )
  return { inviteId: data.inviteId, text: mail.text ?? '', token: tokenIn(mail.text) }
}
const signUp = async (token: string) => {
  const person = { password: 'Teal-Kettle_47', firstName: 'Gus', lastName: `Guest ${(count += 1)}` }
  const { data } = await call('signUpByInvite', world, {
    body: { token, ...person, confirmedLegalAge: true },
  })
  const api = { url: world.url, token: data.token.accessToken, accountId: owner.accountId }
  const { data: rooms } = await call('listRooms', api, { params: { accountId: owner.accountId } })
  return { ...data, rooms: rooms.map(({ id }) => id) }
}
const shown = async (token: string) => (await call('showInvite', world, { params: { token } })).data

test('ACC-05 signing up by an invitation with a room joins account and room, and returns the room to open', async () => {
  const room = await privateRoom({ adminIsAdmin: true })
  const { token, text } = await invite(admin, room.id)
  expect(text).toContain(room.name)
  expect(await shown(token)).toMatchObject({ roomName: room.name, inviterName: 'Ada A.' })
  const { account, roomId, isRoomClosed, rooms, token: session } = await signUp(token)
  expect({ id: account?.id, roomId, isRoomClosed }).toEqual({
    id: owner.accountId,
    roomId: room.id,
    isRoomClosed: false,
  })
  expect(rooms).toContain(room.id)
  const { data: log } = await call('listAudit', owner.api, {
    params: { id: owner.accountId },
    query: { action: 'room-member.added', object_id: room.id },
  })
  expect(log[0]).toMatchObject({ actorId: admin.userId, details: { userId: session.userId } })
})

test('ACC-05 an existing user lands in the room from the accounts screen and from the mail; without a room in the account', async () => {
  const room = await privateRoom()
  const first = await world.signUp({ withAccount: false })
  await invite(owner, room.id, first.email)
  const { data: pending } = await call('listInvites', first.api)
  expect(pending[0]).toMatchObject({ roomName: room.name })
  const accepted = await call('acceptInvite', first.api, {
    body: { inviteId: pending[0]?.inviteId ?? undefined },
  })
  expect(accepted.data).toMatchObject({ roomId: room.id, isRoomClosed: false })

  const second = await world.signUp({ withAccount: false })
  const { token } = await invite(owner, room.id, second.email)
  const joined = await call('joinByInvite', second.api, { params: { token } })
  expect(joined.data).toMatchObject({ roomId: room.id, isRoomClosed: false })

  const { token: plain } = await invite(owner)
  expect(await shown(plain)).toMatchObject({ roomName: null })
  expect(await signUp(plain)).toMatchObject({ roomId: null, isRoomClosed: false })
})

test('ACC-05 an invitation can lead to a public room, and resending it keeps its room', async () => {
  const { inviteId, token: former } = await invite(owner, owner.roomId)
  const { data: again } = await call('resendInvite', owner.api, {
    params: { id: owner.accountId },
    body: { inviteId },
  })
  const mail = await world.inbox.waitFor(
    ({ to, text }) =>
      JSON.stringify(to).includes(again.email) && ![former, ''].includes(tokenIn(text)) && text !== undefined,
  )
  expect(mail.text).toContain('General')
  expect(await signUp(tokenIn(mail.text))).toMatchObject({ roomId: owner.roomId, isRoomClosed: false })
})

test("ACC-05 nobody can invite to a room to which they may not add people: another person's, another account's, a deleted one", async () => {
  const stranger = await world.signUp({ name: 'Sam Stranger' })
  const closed = await privateRoom()
  const asMember = await privateRoom()
  await call('addRoomMembers', owner.api, {
    params: { roomId: asMember.id },
    body: [{ id: admin.userId, membership_type: 'MEMBER' }],
  })
  const deleted = await privateRoom({ adminIsAdmin: true })
  await call('deleteRoom', owner.api, { params: { accountId: owner.accountId, roomId: deleted.id } })

  const params = { id: owner.accountId }
  for (const [roomId, code] of [
    [closed.id, 'NOT_FOUND'],
    [asMember.id, 'FORBIDDEN'],
    [deleted.id, 'NOT_FOUND'],
    [stranger.roomId, 'NOT_FOUND'],
  ] as const) {
    const email = newAddress()
    const outcomes = await Promise.all([
      call('inviteMember', admin.api, { params, body: { email, roomId } }).catch(codeOf),
      call('inviteMany', admin.api, { params, body: { lines: [email], roomId } }).catch(codeOf),
      call('inviteMany', admin.api, { params, body: { lines: [email], roomId, preview: true } }).catch(
        codeOf,
      ),
      call('createInviteLink', admin.api, { body: { roomId } }).catch(codeOf),
    ])
    expect(outcomes).toEqual([code, code, code, code])
    expect(world.inbox.messages(email)).toEqual([])
  }
})

test('ACC-05 an invitation grants no more than its inviter may at the acceptance; otherwise it leads into the account only', async () => {
  const removed = await privateRoom({ adminIsAdmin: true })
  const demoted = await privateRoom({ adminIsAdmin: true })
  const deleted = await privateRoom({ adminIsAdmin: true })
  const invites = [
    await invite(admin, removed.id),
    await invite(admin, demoted.id),
    await invite(admin, deleted.id),
  ]
  await call('removeRoomMember', owner.api, { params: { roomId: removed.id, userId: admin.userId } })
  await call('removeRoomMember', owner.api, { params: { roomId: demoted.id, userId: admin.userId } })
  await call('addRoomMembers', owner.api, {
    params: { roomId: demoted.id },
    body: [{ id: admin.userId, membership_type: 'MEMBER' }],
  })
  await call('deleteRoom', owner.api, { params: { accountId: owner.accountId, roomId: deleted.id } })
  for (const { token } of invites) {
    expect(await shown(token)).toMatchObject({ roomName: null })
    const { account, roomId, isRoomClosed, rooms } = await signUp(token)
    expect({ id: account?.id, roomId, isRoomClosed, rooms }).toEqual({
      id: owner.accountId,
      roomId: null,
      isRoomClosed: true,
      rooms: [owner.roomId],
    })
  }
})

test('ACC-06 a public link leads new members into its room; existing members are not added to it', async () => {
  const room = await privateRoom()
  const { data: link } = await call('createInviteLink', owner.api, { body: { roomId: room.id } })
  expect(await shown(link.token)).toMatchObject({ kind: 'link', roomName: room.name })
  const guest = await world.signUp({ withAccount: false })
  const join = async (person: TestPerson) =>
    (await call('joinByInvite', person.api, { params: { token: link.token } })).data
  expect(await join(guest)).toMatchObject({ roomId: room.id, isRoomClosed: false })
  expect(await join(guest)).toMatchObject({ roomId: room.id, isRoomClosed: false })
  expect(await join(admin)).toMatchObject({ roomId: null, isRoomClosed: true })
})

test('ACC-05 a list of people can be invited to one room', async () => {
  const room = await privateRoom()
  const emails = [newAddress(), newAddress()]
  await call('inviteMany', owner.api, {
    params: { id: owner.accountId },
    body: { lines: emails, roomId: room.id },
  })
  for (const email of emails) {
    const mail = await world.inbox.waitFor(({ to }) => JSON.stringify(to).includes(email))
    expect(await signUp(tokenIn(mail.text))).toMatchObject({ roomId: room.id })
  }
})

test('ACC-05 an invitation that ended with its admin keeps its room, only for admins who may invite to it', async () => {
  const [joint, own] = [await privateRoom({ adminIsAdmin: true }), await privateRoom({ adminIsAdmin: true })]
  const other = await colleagueOf(world, owner, { name: 'Uma Under' })
  const changeRole = (userId: typeof other.userId, role: 'admin' | 'member') =>
    call('changeMember', owner.api, { params: { id: owner.accountId }, body: { userId, role } })
  await changeRole(other.userId, 'admin')
  const [toJoint, toOwn] = [newAddress(), newAddress()]
  await invite(admin, joint.id, toJoint)
  await invite(admin, own.id, toOwn)
  await changeRole(admin.userId, 'member')
  const roomsFor = async ({ api }: TestPerson) => {
    const { data } = await call('listEndedInvites', api, { params: { id: owner.accountId } })
    return [toJoint, toOwn].map((email) => data.find((one) => one.email === email)?.roomId)
  }
  expect(await roomsFor(owner)).toEqual([joint.id, own.id])
  expect(await roomsFor(other)).toEqual([null, null])
  await call('deleteRoom', owner.api, { params: { accountId: owner.accountId, roomId: own.id } })
  expect(await roomsFor(owner)).toEqual([joint.id, null])
})
