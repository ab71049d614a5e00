import type { AccountId, RoomId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { createActiveContext } from './active-context.ts'

const account: AccountId = 'account_1'
const room: RoomId = 'room_1'

test('ACC-03 calls wait until the room context is set', async () => {
  const activeContext = createActiveContext()
  activeContext.enterAccount(account)
  const waiting = Promise.all([activeContext.roomId(), activeContext.roomId()])
  activeContext.enterRoom(room)
  expect(await waiting).toEqual([room, room])
})

test('ACC-03 an account without rooms sends calls without a room', async () => {
  const activeContext = createActiveContext()
  activeContext.enterAccount(account)
  activeContext.enterRoom(null)
  expect(await activeContext.roomId()).toBeNull()
})

test('ACC-03 another account makes calls wait for its own room', async () => {
  const activeContext = createActiveContext()
  activeContext.enterAccount(account)
  activeContext.enterRoom(room)
  activeContext.enterAccount('account_2')
  const waiting = activeContext.roomId()
  activeContext.enterRoom('room_2')
  expect(await waiting).toBe('room_2')
})

test('ACC-03 who gives up waits no longer', async () => {
  const activeContext = createActiveContext()
  const leaving = new AbortController()
  const waiting = activeContext.roomId(leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
})
