import {
  type AccessToken,
  getUserInfo,
  limits,
  refreshToken,
  signOut as signOutEndpoint,
  type UserInfo,
} from '@atrium/contract'
import { type AccessTokenKeeper, SessionOver } from './access-token.ts'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { type AuthState, nextAuthState } from './auth-state.ts'
import { createEvent, createStore } from '../store.ts'
import { throttled } from '../throttle.ts'

type TabMessage = { type: 'signed-out' } | { type: 'signed-in'; userId: string }

export type SessionPorts = {
  api: () => ApiClient
  tokens: AccessTokenKeeper
  /** The channel to the other tabs of this browser; a tab doesn't receive its own messages. */
  tabs: { post: (message: TabMessage) => void; listen: (hear: (message: TabMessage) => void) => void }
  /** A sign-out that hasn't reached the server yet. */
  pendingSignOut: { read: () => true | null; write: (value: true) => void; remove: () => void }
  /** Remembers that this browser holds a session, so that signed-out pages need not ask the server. */
  signedInHere: { read: () => true | null; write: (value: true) => void; remove: () => void }
  /** Whether a missing marker proves that there is no session. */
  isMarkProof: () => Promise<boolean>
  /** The account whose balances are requested, so that responses for two accounts are not confused. */
  accountId: () => string | null
  /** The browser's storage: its owner, the end of writing, and data that survives a sign-out. */
  localData: { claim: (userId: string) => void; freeze: () => void; keep: () => () => void }
  reload: () => void
}

/** Requests a token by the cookie; a refusal ends the session, a missing response doesn't. */
export async function requestToken(api: ApiClient): Promise<AccessToken> {
  try {
    return (await api.call(refreshToken, {})).data
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      throw new SessionOver(error.message, { cause: error })
    throw error
  }
}

/** The signed-in user, synchronized with the browser's other tabs (AUTH-08, AUTH-09). */
export function createSession(ports: SessionPorts) {
  const state = createStore<AuthState>({ status: 'loading' })
  const ended = createEvent<{ byUser: boolean }>()
  const apply = (event: Parameters<typeof nextAuthState>[1]) => state.set(nextAuthState(state.get(), event))

  ports.tokens.onRenewed((token) => {
    ports.localData.claim(token.userId)
    ports.signedInHere.write(true)
    // Data in this page's memory belongs to the user that it was loaded for.
    if (shownUserId !== null && shownUserId !== token.userId) return reloadForAnother()
    shownUserId = token.userId
    apply({ type: 'token-refreshed', token })
  })

  /** The user whose data this page has shown. */
  let shownUserId: string | null = null
  const reloadForAnother = () => {
    ports.localData.freeze()
    ports.reload()
  }

  /** Ends the session in this tab only. */
  const end = (byUser: boolean) => {
    if (state.get().status === 'unauthenticated') return
    ports.tokens.drop()
    ports.signedInHere.remove()
    apply({ type: 'logout' })
    ended.emit({ byUser })
  }

  const load = async () => {
    if (ports.pendingSignOut.read()) {
      await ports.api().call(signOutEndpoint, { body: {} })
      ports.pendingSignOut.remove()
    }
    if (!ports.signedInHere.read() && (await ports.isMarkProof()))
      throw new SessionOver('Nobody is signed in in this browser.')
    await ports.tokens.renew()
  }
  let loading: Promise<void> | null = null

  let loads = 0
  let lastShown = 0
  const loadUserInfo = async (): Promise<UserInfo> => {
    const number = ++loads
    const info = (await ports.api().call(getUserInfo, {})).message
    // A slow reply is older than what a later load has shown.
    if (number > lastShown) {
      lastShown = number
      apply({ type: 'user-info-loaded', info })
    }
    return info
  }

  ports.tabs.listen((message) => {
    const now = state.get()
    if (message.type === 'signed-out') end(true)
    else if (now.status !== 'authenticated' || now.user.id !== message.userId) reloadForAnother()
  })

  return {
    state,
    ended,
    end,
    /** Whether a session is likely to exist. */
    isLikely: () => state.get().status === 'authenticated' || ports.signedInHere.read() !== null,
    /** Loads the signed-in user once. Rejects if the server doesn't respond; call again to retry. */
    ready(): Promise<void> {
      loading ??= load().catch((error: unknown) => {
        loading = null
        if (!(error instanceof SessionOver)) throw error
        ports.signedInHere.remove()
        apply({ type: 'initial-load', token: null })
      })
      return loading
    },
    /** Stores the token of a sign-in and notifies the other tabs. */
    signedIn(token: AccessToken): void {
      ports.pendingSignOut.remove()
      ports.tokens.hold(token)
      loading = Promise.resolve()
      ports.tabs.post({ type: 'signed-in', userId: token.userId })
    },
    /** Requests a new token because its claims have changed. */
    async renew(): Promise<void> {
      await ports.tokens.renew()
    },
    /** Loads who the user is and what credits are left: at most once a second for an account. */
    refreshUserInfo: throttled(
      loadUserInfo,
      limits.refreshThrottleMs,
      () => `${ports.accountId()} ${userIdOf(state.get())}`,
    ),
    /** The same after a change by this page, which a result of the last second could lack. */
    reloadUserInfo: loadUserInfo,
    /** Applies the response to a change of the user. */
    setUserInfo(info: UserInfo): void {
      lastShown = loads
      apply({ type: 'user-info-loaded', info })
    },
    /** Ends the session on the server, then here and in the other tabs. Returns whether the server was reached. */
    async signOut({ everywhere }: { everywhere: boolean }): Promise<boolean> {
      const restore = ports.localData.keep()
      const isDone = await ports
        .api()
        .call(signOutEndpoint, { body: { everywhere } })
        .then(
          () => true,
          () => false,
        )
      // The server's reply clears the storage of the site.
      restore()
      // The cookie is out of our reach: without this mark the next start would sign in again.
      if (!isDone) ports.pendingSignOut.write(true)
      ports.tabs.post({ type: 'signed-out' })
      end(true)
      return isDone
    },
  }
}

export type Session = ReturnType<typeof createSession>

const userIdOf = (state: AuthState) => (state.status === 'authenticated' ? state.user.id : '')
