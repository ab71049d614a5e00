import type { LinkedChat } from '@atrium/contract'
import { isMarkThere } from '../lib/session/session-mark.ts'

/** What the page shows: the copy, a request to sign in, that the link can't be opened, or that loading failed. */
export type FoundLink =
  | { state: 'open'; chat: LinkedChat }
  | { state: 'signedOut' }
  | { state: 'gone' }
  | { state: 'limited' }
  | { state: 'failed' }

/** Opens the link: as the signed-in person, otherwise anonymously. Never rejects. */
export async function loadLink(token: string): Promise<FoundLink> {
  try {
    const { mainApiUrl } = (await (await fetch('/app-config.json')).json()) as { mainApiUrl: string }
    const address = `${mainApiUrl}/shared/${encodeURIComponent(token)}`
    const accessToken = await accessTokenOf(mainApiUrl)
    if (accessToken !== null) {
      const headers = { authorization: `Bearer ${accessToken}` }
      const found = await open(`${address}/signed-in`, { headers })
      // People who haven't accepted the terms read what anybody may.
      if (found.state !== 'signedOut') return found
    }
    return await open(address, {})
  } catch {
    return { state: 'failed' }
  }
}

async function open(address: string, request: RequestInit): Promise<FoundLink> {
  const reply = await fetch(address, request)
  if (reply.ok) return { state: 'open', chat: ((await reply.json()) as { message: LinkedChat }).message }
  if (reply.status === 401 || reply.status === 403) return { state: 'signedOut' }
  if (reply.status === 429) return { state: 'limited' }
  return reply.status < 500 ? { state: 'gone' } : { state: 'failed' }
}

/** A token of the person who is signed in, under the lock of the app's tabs; null when signed out. */
async function accessTokenOf(mainApiUrl: string): Promise<string | null> {
  const isElsewhere = new URL(mainApiUrl, location.href).origin !== location.origin
  if (!isMarkThere() && !isElsewhere) return null
  const ask = async () => {
    const reply = await fetch(`${mainApiUrl}/auth/token`, {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json' },
    })
    if (!reply.ok) return null
    return ((await reply.json()) as { data: { accessToken: string } }).data.accessToken
  }
  // Plain http has no locks.
  const locks = navigator.locks as LockManager | undefined
  return locks === undefined ? await ask() : await locks.request('atrium.renew-access-token', ask)
}
