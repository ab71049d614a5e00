import type { AccessToken } from '@atrium/contract'

declare global {
  interface Window {
    /** Requests made by the page's head before any script loaded. */
    atriumToken?: Promise<Response>
    /** Resolves when the page's own stylesheets are loaded. */
    atriumStyles?: Promise<unknown>
  }
}

/** The token that the page's head has asked for: once, and only when the server gave one. */
export async function prefetchedToken(): Promise<AccessToken | null> {
  const asked = window.atriumToken
  delete window.atriumToken
  try {
    const reply = await asked
    return reply?.ok ? ((await reply.json()) as { data: AccessToken }).data : null
  } catch {
    // The next caller requests the token again and gets the error.
    return null
  }
}
