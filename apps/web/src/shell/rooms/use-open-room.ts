import type { Room } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { switchRoom } from '../../entities/rooms/queries.ts'
import { isWideScreen } from '../../lib/wide-screen.ts'

/**
 * Makes a room the active one, and opens a new chat in it or its settings; on a phone, the phone version of them (NAV-09). The functions
 * are stable within an account.
 */
export function useOpenRoom() {
  const accountId = useAccount()?.id
  const navigate = useNavigate()
  return useMemo(() => {
    const enter = (room: Room) => accountId && switchRoom(accountId, room)
    return {
      openChat(room: Room) {
        enter(room)
        void navigate({ to: '/chat' })
      },
      openSettings(room: Room) {
        enter(room)
        void navigate({ to: isWideScreen() ? '/room-and-members' : '/room-details-mobile' })
      },
    }
  }, [accountId, navigate])
}
