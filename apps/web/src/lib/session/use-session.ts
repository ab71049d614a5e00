import type { UserInfo } from '@atrium/contract'
import { session } from '../api/api.ts'
import type { AuthState, AuthUser } from './auth-state.ts'
import { useStore } from '../store.ts'

export const useAuthState = (): AuthState => useStore(session.state)

/** The signed-in person; null while loading or without one. */
export function useUser(): AuthUser | null {
  const state = useAuthState()
  return state.status === 'authenticated' ? state.user : null
}

/** The user's info, with the remaining credits in the active account. */
export const useUserInfo = (): UserInfo | null => useUser()?.info ?? null
