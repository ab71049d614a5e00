import { call } from '@atrium/testkit/api-client.ts'
import { startWorld, type TestPerson, type World } from '@atrium/testkit/world.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

/** An admin of the owner's account, as whom they are then called. */
async function adminOf({ accountId, roomId }: TestPerson): Promise<TestPerson> {
  const admin = await world.signUp({ withAccount: false })
  await world.database.kysely
    .insertInto('membership')
    .values({ account_id: accountId, user_id: admin.userId, role: 'admin' })
    .execute()
  return { ...admin, accountId, roomId, api: { url: world.url, token: admin.api.token ?? '', accountId } }
}

const roomsInLog = async ({ accountId, api }: TestPerson) =>
  (await call('listAudit', api, { params: { id: accountId }, query: { object_type: 'room' } })).data.map(
    ({ action, roomName }) => [action, roomName],
  )

test("ACC-08 admins read the names of rooms that they may see, never of others' private rooms", async () => {
  const owner = await world.signUp()
  const admin = await adminOf(owner)
  const { accountId } = owner
  const open = async (name: string, access_type: 'PRIVATE' | 'PUBLIC') =>
    (await call('createRoom', owner.api, { params: { accountId }, body: { name, access_type } })).data.id
  const secret = await open('Secret plans', 'PRIVATE')
  await open('Lunch', 'PUBLIC')
  expect(await roomsInLog(owner)).toEqual([
    ['room.created', 'Lunch'],
    ['room.created', 'Secret plans'],
  ])
  expect(await roomsInLog(admin)).toEqual([
    ['room.created', 'Lunch'],
    ['room.created', null],
  ])
  // A deleted room keeps its name for those who may restore it; once it is public, every admin reads it.
  await call('deleteRoom', { ...owner.api, roomId: secret }, { params: { accountId, roomId: secret } })
  expect((await roomsInLog(owner))[0]).toEqual(['room.deleted', 'Secret plans'])
  expect((await roomsInLog(admin))[0]).toEqual(['room.deleted', null])
  await call('restoreRoom', owner.api, { params: { accountId, roomId: secret }, body: {} })
  await call(
    'changeRoom',
    { ...owner.api, roomId: secret },
    { params: { accountId, roomId: secret }, body: { access_type: 'PUBLIC' } },
  )
  expect((await roomsInLog(admin))[0]).toEqual(['room.changed', 'Secret plans'])
})
