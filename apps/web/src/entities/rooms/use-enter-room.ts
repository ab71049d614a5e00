import type { AccountId, RoomId } from '@atrium/contract'
import { useEffect } from 'react'
import { switchRoom } from './queries.ts'
import { useRooms } from './use-room.ts'

/**
 * Makes the room of what is opened here the active one, as soon as it is among the user's rooms. Once: whoever then chooses
 * another room goes there.
 */
export function useEnterRoom(accountId: AccountId, roomId: RoomId | undefined): void {
  const { data: rooms } = useRooms()
  const entered = rooms?.find(({ id }) => id === roomId)?.id
  useEffect(() => {
    if (entered) switchRoom(accountId, { id: entered })
  }, [accountId, entered])
}
