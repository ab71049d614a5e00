import { type AccessToken, fullName, type UserId, type UserInfo } from '@atrium/contract'

/** The signed-in user (AUTH-08). `info` is null between the token and the response with the user's data. */
export type AuthUser = {
  id: UserId
  /** Given and family name; empty until the user info is loaded. */
  displayName: string
  /** Set only by a sign-in through an identity pool; lost on reload. */
  idToken: string | null
  accessToken: string
  role: 'admin'
  termsAccepted: boolean
  info: UserInfo | null
}

export type AuthState =
  | { status: 'loading' }
  | { status: 'authenticated'; user: AuthUser }
  | { status: 'unauthenticated' }

export type AuthEvent =
  | { type: 'initial-load'; token: AccessToken | null }
  | { type: 'token-refreshed'; token: AccessToken }
  | { type: 'user-info-loaded'; info: UserInfo }
  | { type: 'logout' }

/** The next authentication state. */
export function nextAuthState(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'logout':
      return { status: 'unauthenticated' }
    case 'initial-load':
      return event.token ? withToken(state, event.token) : { status: 'unauthenticated' }
    case 'token-refreshed':
      return withToken(state, event.token)
    case 'user-info-loaded':
      // Ignores a response that arrives after the sign-out, or for another user.
      if (state.status !== 'authenticated' || state.user.id !== event.info.user_id) return state
      return {
        status: 'authenticated',
        user: { ...state.user, info: event.info, displayName: fullName(event.info) },
      }
  }
}

function withToken(state: AuthState, token: AccessToken): AuthState {
  const known = state.status === 'authenticated' && state.user.id === token.userId ? state.user : null
  return {
    status: 'authenticated',
    user: {
      id: token.userId,
      displayName: known?.displayName ?? '',
      idToken: token.idToken ?? known?.idToken ?? null,
      accessToken: token.accessToken,
      role: 'admin',
      termsAccepted: token.termsAccepted,
      info: known?.info ?? null,
    },
  }
}
