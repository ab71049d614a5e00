import type { Room } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../features/accounts/use-account.ts'
import { switchRoom } from '../features/rooms/queries.ts'
import { isWideScreen } from '../lib/wide-screen.ts'

/** Makes a room the active one, and opens a fresh chat in it or its settings, on a phone those made for phones (NAV-09). */
export function useOpenRoom() {
  const account = useAccount()
  const navigate = useNavigate()
  const enter = (room: Room) => account && switchRoom(account.id, room)
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
}
