import { createAccessTokenKeeper, oneTabAtATime } from '../session/access-token.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { apiBases } from './app-config.ts'
import { prefetchedToken } from '../session/prefetched-token.ts'
import { createSession, requestToken } from '../session/session.ts'
import { isMarkThere } from '../session/session-mark.ts'
import { createEvent } from '../store.ts'
import { claimLocalData, freezeLocalData, keepBrowserData, storedSignedIn, storedSignOut } from '../stored.ts'
import { createActiveContext } from '../session/active-context.ts'

/** The server reported that it is unavailable (503 with isError). */
export const maintenance = createEvent()

/** The active account and room. */
export const activeContext = createActiveContext()

const tabs = new BroadcastChannel('atrium.session')

const tokens = createAccessTokenKeeper({
  requestToken: async () => (await prefetchedToken()) ?? (await requestToken(api)),
  alone: oneTabAtATime,
  nowMs: Date.now,
})

/** Every call to the server uses this client. */
export const api: ApiClient = createApiClient({
  fetch: (...given) => fetch(...given),
  bases: apiBases,
  tokens,
  activeContext,
  // crypto.randomUUID is missing on plain http.
  mintKey: () => crypto.getRandomValues(new Uint32Array(4)).join('-'),
  onSignedOut: () => session.end(false),
  onMaintenance: () => maintenance.emit(),
})

/** A valid access token, for connections that aren't calls; renews it when it is about to expire. */
export const accessToken = (): Promise<string> => tokens.get()

/** The signed-in user. */
export const session = createSession({
  api: () => api,
  tokens,
  tabs: {
    post: (message) => tabs.postMessage(message),
    listen: (hear) => tabs.addEventListener('message', (event) => hear(event.data)),
  },
  pendingSignOut: storedSignOut,
  signedInHere: {
    ...storedSignedIn,
    read: () => storedSignedIn.read() ?? (isMarkThere() || null),
  },
  isMarkProof: async () =>
    navigator.cookieEnabled && new URL((await apiBases()).main, location.href).origin === location.origin,
  accountId: activeContext.accountId,
  localData: { claim: claimLocalData, freeze: freezeLocalData, keep: keepBrowserData },
  reload: () => location.reload(),
})
