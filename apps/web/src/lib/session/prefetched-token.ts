import type { AccessToken } from '@atrium/contract'

declare global {
  interface Window {
    /** What the page's head asked for before any script was there. */
    atriumToken?: Promise<Response>
    /** Resolves when the stylesheets that the page itself names are there. */
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
    // Whoever needs the token asks again, and hears why there is none.
    return null
  }
}
