import type { AccountId, RoomId } from '@atrium/contract'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { switchRoom } from './queries.ts'
import { useRooms } from './use-room.ts'

/**
 * Activates the room of the opened object once it is in the user's list of rooms. Only once: a later choice of another room
 * wins. Not while leaving the page: opening another room then keeps that one.
 */
export function useEnterRoom(accountId: AccountId, roomId: RoomId | undefined): void {
  const { data: rooms } = useRooms()
  const entered = rooms?.find(({ id }) => id === roomId)?.id
  const router = useRouter()
  const shown = useMatch({ strict: false, select: ({ pathname }) => pathname })
  useEffect(() => {
    const isBeingLeft = withoutEnd(router.latestLocation.pathname) !== withoutEnd(shown)
    if (entered && !isBeingLeft) switchRoom(accountId, { id: entered })
  }, [accountId, entered, router, shown])
}

const withoutEnd = (pathname: string) => pathname.replace(/\/$/, '')
