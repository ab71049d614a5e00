import { type AccountId, limits, listRooms, type Room } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { chooseActive, readChoice, saveChoice } from '../../lib/session/active-choice.ts'
import { api, activeContext } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedRoom } from '../../lib/stored.ts'
import { noteLostRooms } from './lost-rooms.ts'
import { roomKeys } from './room-keys.ts'

/** The rooms of an account that the user may use; asked for at most once a second. */
export const roomsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: roomKeys.all(accountId),
    queryFn: async (): Promise<Room[]> => {
      const rooms = listFrom((await api.call(listRooms, { params: { accountId } })).data)
      const known = queryClient.getQueryData<Room[]>(roomKeys.all(accountId))
      if (known) noteLostRooms(accountId, known, rooms)
      settleRoom(accountId, rooms)
      return rooms
    },
    staleTime: limits.refreshThrottleMs,
  })

/** Reloads the list, and then the shown data of the rooms still in it. */
export async function reloadRooms(accountId: AccountId): Promise<void> {
  const queryKey = roomKeys.all(accountId)
  await queryClient.invalidateQueries({ queryKey, exact: true })
  await queryClient.invalidateQueries({
    queryKey,
    predicate: (query) => query.queryKey.length > queryKey.length,
  })
}

/** Loads the rooms of an account and makes one active. */
export async function enterRooms(accountId: AccountId): Promise<void> {
  const rooms = await queryClient.fetchQuery(roomsQuery(accountId)).catch(() => null)
  if (rooms) settleRoom(accountId, rooms)
  // Without a list calls must not wait forever: they are sent without a room and return an error.
  else if (activeContext.accountId() === accountId) activeContext.enterRoom(null)
}

/**
 * Keeps the active room while it is in the list; otherwise activates the stored choice, or the first room. Stores it, so that
 * it stays when the order of rooms changes.
 */
function settleRoom(accountId: AccountId, rooms: Room[]): void {
  const { accountId: activeAccount, roomId } = activeContext.place.get()
  if (activeAccount !== accountId || rooms.some(({ id }) => id === roomId)) return
  const ids = rooms.map(({ id }) => id)
  const id = chooseActive(ids, readChoice(storedRoom(accountId)))
  if (id === null) activeContext.enterRoom(null)
  else switchRoom(accountId, { id })
}

/** Makes a room the active one. */
export function switchRoom(accountId: AccountId, room: Pick<Room, 'id'>): void {
  saveChoice(storedRoom(accountId), room.id)
  activeContext.enterRoom(room.id)
}

/** Activates a newly created room before the list contains it. */
export async function enterNewRoom(accountId: AccountId, room: Room): Promise<void> {
  const { queryKey } = roomsQuery(accountId)
  // An earlier request of the list would remove the room again.
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, (known) => known && [...known.filter(({ id }) => id !== room.id), room])
  switchRoom(accountId, room)
}
