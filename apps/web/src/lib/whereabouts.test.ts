import type { AccountId, RoomId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { createWhereabouts } from './whereabouts.ts'

const account: AccountId = 'account_1'
const room: RoomId = 'room_1'

test('ACC-03 calls wait until the room context is set', async () => {
  const whereabouts = createWhereabouts()
  whereabouts.enterAccount(account)
  const waiting = Promise.all([whereabouts.roomId(), whereabouts.roomId()])
  whereabouts.enterRoom(room)
  expect(await waiting).toEqual([room, room])
})

test('ACC-03 an account without rooms lets calls go on without one', async () => {
  const whereabouts = createWhereabouts()
  whereabouts.enterAccount(account)
  whereabouts.enterRoom(null)
  expect(await whereabouts.roomId()).toBeNull()
})

test('ACC-03 another account makes calls wait for its own room', async () => {
  const whereabouts = createWhereabouts()
  whereabouts.enterAccount(account)
  whereabouts.enterRoom(room)
  whereabouts.enterAccount('account_2')
  const waiting = whereabouts.roomId()
  whereabouts.enterRoom('room_2')
  expect(await waiting).toBe('room_2')
})

test('ACC-03 who gives up waits no longer', async () => {
  const whereabouts = createWhereabouts()
  const leaving = new AbortController()
  const waiting = whereabouts.roomId(leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
})
