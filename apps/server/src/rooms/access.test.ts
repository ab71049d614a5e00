import { type AccountRole, mintId, type RoomId, type UserId } from '@atrium/contract'
import { addCrowd, type Crowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inSystem, inTenant, type Transaction } from '../platform/database/index.ts'
import {
  type Actor,
  deletedRoomsFor,
  lockOpenRoom,
  mayUseRoom,
  namesOfRooms,
  requireRoom,
  requireRoomEditor,
  roomsFor,
  usableRoom,
} from './access.ts'

/** Every kind of room, with the roles of the people added to it. */
const kinds = {
  open: { access: 'PUBLIC', added: {} },
  'open, led by a member': { access: 'PUBLIC', added: { member: 'ADMIN', admin: 'MEMBER' } },
  closed: { access: 'PRIVATE', added: { other: 'OWNER' } },
  'closed, with the member': {
    access: 'PRIVATE',
    added: { other: 'OWNER', member: 'MEMBER', admin: 'ADMIN' },
  },
  'deleted today': { access: 'PUBLIC', added: { member: 'OWNER' }, deleted: '1 hour' },
  'deleted and closed': {
    access: 'PRIVATE',
    added: { admin: 'OWNER', member: 'MEMBER' },
    deleted: '2 hours',
  },
  'deleted long ago': { access: 'PUBLIC', added: {}, deleted: '400 days' },
} as const
type Kind = keyof typeof kinds
type Person = 'owner' | 'admin' | 'member' | 'other' | 'invited' | 'outsider'

/** Each person's role in each room that they may use (ROOM-04), by the room's name. */
const uses: Record<Person, Partial<Record<Kind, 'OWNER' | 'ADMIN' | 'MEMBER'>>> = {
  owner: { open: 'ADMIN', 'open, led by a member': 'ADMIN' },
  admin: { 'closed, with the member': 'ADMIN', open: 'ADMIN', 'open, led by a member': 'ADMIN' },
  member: { 'closed, with the member': 'MEMBER', open: 'MEMBER', 'open, led by a member': 'ADMIN' },
  other: {
    closed: 'OWNER',
    'closed, with the member': 'OWNER',
    open: 'MEMBER',
    'open, led by a member': 'MEMBER',
  },
  invited: {},
  outsider: {},
}
/** The deleted rooms that each may restore, last deleted first. */
const restores: Record<Person, Kind[]> = {
  owner: ['deleted today'],
  admin: ['deleted today', 'deleted and closed'],
  member: ['deleted today'],
  other: [],
  invited: [],
  outsider: [],
}
const memberCounts: Partial<Record<Kind, number>> = {
  open: 4,
  'open, led by a member': 4,
  closed: 1,
  'closed, with the member': 3,
}

let testDatabase: TestDatabase
let mine: TestAccount
let crowd: Crowd
let people: Record<Person, UserId>
const roomIds = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, mintId('room')])) as Record<
  Kind,
  RoomId
>
const everybody = Object.keys(uses) as Person[]
const everyKind = Object.keys(kinds) as Kind[]

beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 4 })
  const { database } = testDatabase
  mine = await openTestAccount(database)
  crowd = await addCrowd(database, mine.accountId)
  const join = (role: AccountRole) => insertMember(database, mine.accountId, role)
  people = {
    owner: mine.ownerId,
    admin: await join('admin'),
    member: await join('member'),
    other: await join('member'),
    invited: crowd.invitedId,
    outsider: crowd.other.ownerId,
  }
  for (const [kind, room] of Object.entries(kinds)) {
    const deleted = 'deleted' in room ? sql`now() - ${room.deleted}::interval` : sql`null`
    await sql`
      insert into room (account_id, id, name, description, access_type, created_by, deleted_at)
      values (${mine.accountId}, ${roomIds[kind as Kind]}, ${kind}, ${`About ${kind}`}, ${room.access}, ${mine.ownerId}, ${deleted})`.execute(
      database.kysely,
    )
    for (const [person, type] of Object.entries(room.added))
      await sql`
        insert into room_member (account_id, room_id, user_id, membership_type)
        values (${mine.accountId}, ${roomIds[kind as Kind]}, ${people[person as Person]}, ${type})`.execute(
        database.kysely,
      )
  }
  // A person who was invited and added but never joined.
  await sql`
    insert into room_member (account_id, room_id, user_id, membership_type)
    values (${mine.accountId}, ${roomIds['deleted and closed']}, ${people.invited}, 'ADMIN')`.execute(
    database.kysely,
  )
})
afterAll(() => testDatabase.drop())

const actorFor = (person: Person): Actor => ({ accountId: mine.accountId, userId: people[person] })
const as = <Result>(person: Person, work: (trx: Transaction, actor: Actor) => Promise<Result>) =>
  inTenant(testDatabase.database, actorFor(person), (trx) => work(trx, actorFor(person)))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const roomNames = (rooms: readonly { name: string }[]) => rooms.map(({ name }) => name)

test.each(everybody)(
  'ROOM-04 the rooms of the %s, by name, with their role in each and who shares it',
  async (person) => {
    const rooms = await as(person, roomsFor)
    expect(rooms).toMatchObject(
      Object.entries(uses[person]).map(([kind, membership_type]) => ({
        id: roomIds[kind as Kind],
        name: kind,
        description: `About ${kind}`,
        access_type: kinds[kind as Kind].access,
        membership_type,
        member_count: memberCounts[kind as Kind],
      })),
    )
  },
)

test.each(everybody)(
  'ROOM-04 T11 the %s opens and uses only those rooms; every other is not found',
  async (person) => {
    for (const kind of everyKind) {
      const isTheirs = kind in uses[person]
      const room = as(person, (trx, actor) => requireRoom(trx, actor, roomIds[kind]))
      expect(await codeOf(room), kind).toBe(isTheirs ? null : 'NOT_FOUND')
      if (isTheirs) expect(await room).toMatchObject({ id: roomIds[kind], name: kind })
      expect(await as(person, (trx, actor) => mayUseRoom(trx, actor, roomIds[kind])), kind).toBe(isTheirs)
      const brief = await as(person, (trx, actor) => usableRoom(trx, actor, roomIds[kind]))
      expect(brief?.name, kind).toBe(isTheirs ? kind : undefined)
    }
    for (const roomId of [...crowd.other.roomIds, mintId('room')])
      expect(await codeOf(as(person, (trx, actor) => requireRoom(trx, actor, roomId)))).toBe('NOT_FOUND')
  },
)

test.each(everybody)('ROOM-04 the %s edits the rooms that they own or administer', async (person) => {
  for (const kind of everyKind) {
    const type = uses[person][kind]
    const refusal = kinds[kind].access === 'PUBLIC' ? 'PUBLIC_ROOM_MEMBER' : 'FORBIDDEN'
    const code = await codeOf(as(person, (trx, actor) => requireRoomEditor(trx, actor, roomIds[kind])))
    expect(code, kind).toBe(type === undefined ? 'NOT_FOUND' : type === 'MEMBER' ? refusal : null)
  }
})

test.each(everybody)(
  'ROOM-04 the %s gets the names of rooms that they may use, and of deleted ones only on request',
  async (person) => {
    const ids = [...Object.values(roomIds), ...crowd.other.roomIds]
    const named = await as(person, (trx, actor) => namesOfRooms(trx, actor, ids))
    expect(named).toEqual(new Map(Object.keys(uses[person]).map((kind) => [roomIds[kind as Kind], kind])))
    const withBin = await as(person, (trx, actor) => namesOfRooms(trx, actor, ids, { isWithDeleted: true }))
    for (const kind of everyKind.filter((each) => 'deleted' in kinds[each]))
      expect(withBin.has(roomIds[kind]), kind).toBe(
        !['invited', 'outsider'].includes(person) &&
          (kinds[kind].access === 'PUBLIC' || person in kinds[kind].added),
      )
    const one = await as(person, (trx, actor) => namesOfRooms(trx, actor, [roomIds.open]))
    expect([...one.keys()]).toEqual('open' in uses[person] ? [roomIds.open] : [])
    expect(await as(person, (trx, actor) => namesOfRooms(trx, actor, []))).toEqual(new Map())
  },
)

test.each(everybody)(
  'ROOM-11 the %s restores rooms that they own or administer, within the retention period',
  async (person) => {
    const rooms = await as(person, deletedRoomsFor)
    expect(roomNames(rooms)).toEqual(restores[person])
    for (const { deletedAt, erasedAt } of rooms)
      expect((erasedAt.getTime() - deletedAt.getTime()) / 86_400_000).toBe(30)
  },
)

test('ACC-08 a question gets the models of its own room and account', async () => {
  const allow = (table: 'room' | 'account', id: string, models: string[]) =>
    sql`update ${sql.table(table)} set allowed_model_ids = ${models}::text[] where id = ${id}`.execute(
      testDatabase.database.kysely,
    )
  await allow('account', crowd.other.accountId, ['theirs'])
  await allow('account', mine.accountId, ['ours'])
  await allow('room', roomIds.closed, ['closed'])
  const brief = (kind: Kind) => as('other', (trx, actor) => usableRoom(trx, actor, roomIds[kind]))
  expect(await brief('open')).toMatchObject({ roomModelIds: null, accountModelIds: ['ours'] })
  expect(await brief('closed')).toMatchObject({ roomModelIds: ['closed'], accountModelIds: ['ours'] })
})

test('two concurrent edits of a room wait for each other; other rooms do not', async () => {
  const tryLock = (roomId: RoomId) =>
    testDatabase.database.kysely.transaction().execute(async (trx) => {
      await sql`select from room where id = ${roomId} for no key update nowait`.execute(trx)
    })
  await as('owner', async (trx, actor) => {
    await requireRoomEditor(trx, actor, roomIds.open)
    await expect(tryLock(roomIds.open)).rejects.toThrow(/could not obtain lock/)
    await tryLock(roomIds['open, led by a member'])
  })
})

test('work in the background locks a room of its account that is not deleted', async () => {
  const isOpen = (roomId: RoomId, { accountId } = mine) =>
    inSystem(testDatabase.database, (trx) => lockOpenRoom(trx, { accountId, roomId }))
  expect([
    await isOpen(roomIds.open),
    await isOpen(roomIds['deleted today']),
    await isOpen(mintId('room')),
    await isOpen(roomIds.open, crowd.other),
  ]).toEqual([true, false, false, false])
})
