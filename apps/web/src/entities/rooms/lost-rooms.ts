import type { AccountId, ChatDetails, ChatId, Room, RoomId } from '@atrium/contract'
import { translate } from '../../lib/translate.ts'
import { activeContext } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { chatKeys } from '../chats/queries.ts'
import { roomKeys } from './room-keys.ts'

export type LostRoom = Pick<Room, 'id' | 'name'>

/** The loaded chats whose room the user lost access to. */
export const lostChats = createStore<ReadonlyMap<ChatId, LostRoom>>(new Map())

/** Rooms that the user is leaving or deleting: no notice is needed. */
const goingByWill = new Set<RoomId>()

/** Removes a room on the user's own action; passes on rejections. */
export async function goByWill<Value>(roomId: RoomId, work: () => Promise<Value>): Promise<Value> {
  goingByWill.add(roomId)
  try {
    return await work()
  } finally {
    goingByWill.delete(roomId)
  }
}

/**
 * Compares a new list of rooms with the previous one. Drops all loaded data of a lost room at once, so that nothing of it is
 * shown, and notifies the user; a room that returns gets its chats back.
 */
export function noteLostRooms(accountId: AccountId, before: readonly Room[], after: readonly Room[]): void {
  const there = new Set(after.map(({ id }) => id))
  const lost = before.filter(({ id }) => !there.has(id))
  const stillLost = [...lostChats.get()].filter(([, room]) => !there.has(room.id))
  const newlyLost = lost.flatMap((room) => forgetChatsOf(accountId, room))
  if (newlyLost.length > 0 || stillLost.length !== lostChats.get().size)
    lostChats.set(new Map([...stillLost, ...newlyLost.map(({ chatId, room }) => [chatId, room] as const)]))
  if (lost.length === 0) return
  for (const { id } of lost)
    for (const queryKey of [roomKeys.details(accountId, id), roomKeys.members(accountId, id)])
      queryClient.removeQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey: chatKeys.all(accountId) })
  const left = lost.find(({ id }) => id === activeContext.place.get().roomId)
  const isShownByChat = newlyLost.some(({ isShown }) => isShown)
  if (left && !isShownByChat && !goingByWill.has(left.id))
    void showToast(translate('rooms:lost.title', { name: left.name }), 'bad')
}

/** Drops the loaded chats of a room, and returns those to notify the user about. */
function forgetChatsOf(accountId: AccountId, room: Room) {
  const loaded = queryClient
    .getQueryCache()
    .findAll({ queryKey: chatKeys.allDetails(accountId) })
    .filter(({ state }) => (state.data as ChatDetails | undefined)?.roomId === room.id)
  return loaded.flatMap((query) => {
    const { chatId } = query.state.data as ChatDetails
    const isShown = query.isActive()
    // The open chat stays on screen, but without its loaded text.
    if (isShown) query.reset()
    else queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
    return goingByWill.has(room.id) ? [] : [{ chatId, room, isShown }]
  })
}
