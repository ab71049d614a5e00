import type { UserInfo } from '@atrium/contract'
import { session } from '../../lib/api.ts'
import type { AuthState, AuthUser } from '../../lib/auth-state.ts'
import { useStore } from '../../lib/store.ts'

export const useAuthState = (): AuthState => useStore(session.state)

/** Who is signed in; null while loading or when nobody is. */
export function useUser(): AuthUser | null {
  const state = useAuthState()
  return state.status === 'authenticated' ? state.user : null
}

/** What is known about the user, with the credits left in the active account. */
export const useUserInfo = (): UserInfo | null => useUser()?.info ?? null
