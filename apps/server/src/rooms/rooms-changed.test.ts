import { contract, type RoomId } from '@atrium/contract'
import { call, colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson
let lee: TestPerson
let max: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
  lee = await colleagueOf(world, kim)
  max = await colleagueOf(world, kim)
})
afterAll(() => world.close())

/** Collects the notices of a person's open browser, in order. */
async function listen({ api }: TestPerson) {
  const leaving = new AbortController()
  const { body } = await send(contract.readNotices, { ...api, signal: leaving.signal })
  let received = ''
  void (async () => {
    for await (const chunk of body ?? []) received += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    count: () => received.split('rooms-changed').length - 1,
    forget: () => void (received = ''),
    leave: () => leaving.abort(),
  }
}

test('ROOM-04 NAV-09 open browsers of affected people are notified at once when their list of rooms changes', async () => {
  const { accountId } = kim
  const [kims, lees, maxs] = [await listen(kim), await listen(lee), await listen(max)]
  const expectReceived = async (byLee: number, byMax: number) => {
    await vi.waitFor(() => expect([lees.count(), maxs.count()]).toEqual([byLee, byMax]))
    lees.forget()
    maxs.forget()
  }
  const { userId: id } = lee
  const room = await call('createRoom', kim.api, {
    params: { accountId },
    body: { name: 'Bridge', access_type: 'PRIVATE' },
  })
  const roomId: RoomId = room.data.id
  // Kim's other tabs and devices.
  await vi.waitFor(() => expect(kims.count()).toBe(1))
  await call('addRoomMembers', kim.api, { params: { roomId }, body: [{ id, membership_type: 'MEMBER' }] })
  await expectReceived(1, 0)
  await call('makeRoomAdmin', kim.api, { params: { roomId, userId: id } })
  await expectReceived(1, 0)
  await call('changeRoom', kim.api, { params: { accountId, roomId }, body: { description: 'Above.' } })
  await call('changeRoom', kim.api, { params: { accountId, roomId }, body: { name: 'Upper bridge' } })
  await expectReceived(1, 1)
  await call('createRoom', kim.api, {
    params: { accountId },
    body: { name: 'Library', access_type: 'PUBLIC' },
  })
  await expectReceived(1, 1)
  // The last notice before the stream closes.
  await call('removeRoomMember', kim.api, { params: { roomId, userId: id } })
  await expectReceived(1, 0)
  kims.leave()
  lees.leave()
  maxs.leave()
})
