import type { AccountId, RoomId } from '@atrium/contract'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { switchRoom } from './queries.ts'
import { useRooms } from './use-room.ts'

/**
 * Makes the room of what is opened here the active one, as soon as it is among the user's rooms. Once: whoever then chooses
 * another room goes there. Not while the page is being left: who opens another room on the way out stays in that one.
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
