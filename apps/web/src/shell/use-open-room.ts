import type { Room } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../features/accounts/use-account.ts'
import { switchRoom } from '../features/rooms/queries.ts'

/** Makes a room the active one and opens a fresh chat in it, or its settings (NAV-09). */
export function useOpenRoom(to: '/chat' | '/room-and-members' = '/chat') {
  const account = useAccount()
  const navigate = useNavigate()
  return (room: Room) => {
    if (account) switchRoom(account.id, room)
    void navigate({ to })
  }
}
