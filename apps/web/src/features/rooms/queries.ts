import { type AccountId, limits, listRooms, type Room } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { chooseActive, readChoice, saveChoice } from '../../lib/active-choice.ts'
import { api, whereabouts } from '../../lib/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedRoom } from '../../lib/stored.ts'

/** The rooms of an account that the user may use; asked for at most once a second. */
export const roomsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['rooms', accountId],
    queryFn: async ({ signal }): Promise<Room[]> => listFrom((await api.call(listRooms, { params: { accountId } }, { signal })).data),
    staleTime: limits.refreshThrottleMs,
  })

/** Loads the rooms of an account and makes one active: the stored choice, else the first. */
export async function enterRooms(accountId: AccountId): Promise<void> {
  const rooms = await queryClient.fetchQuery(roomsQuery(accountId)).catch(() => null)
  if (whereabouts.accountId() !== accountId) return
  // Without a list nobody should wait for ever: calls go out without a room and say what is missing.
  whereabouts.enterRoom(rooms && chooseActive(rooms.map(({ id }) => id), readChoice(storedRoom(accountId))))
}

/** Makes a room the active one. */
export function switchRoom(accountId: AccountId, room: Room): void {
  saveChoice(storedRoom(accountId), room.id)
  whereabouts.enterRoom(room.id)
}
