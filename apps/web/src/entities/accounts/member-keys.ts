import type { AccountId, RoomId } from '@atrium/contract'
import { queryClient } from '../../lib/query-client.ts'
import { roomKeys } from '../rooms/room-keys.ts'

export const membersKey = (accountId: AccountId) => ['members', accountId] as const

/** Reloads the people of a room or (null) of the account, where they are shown. */
export function reloadMembers(accountId: AccountId, roomId: RoomId | null): void {
  const keys =
    roomId === null
      ? [membersKey(accountId), roomKeys.people(accountId)]
      : [roomKeys.members(accountId, roomId), roomKeys.details(accountId, roomId), roomKeys.people(accountId)]
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  // The number of members of each room.
  void queryClient.invalidateQueries({ queryKey: roomKeys.all(accountId), exact: true })
}
