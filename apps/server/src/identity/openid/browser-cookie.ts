import { hashOf } from './sign-in-secrets.ts'

/** Stores a sign-in's secret in the browser, and reads it back. */
export type BrowserCookies = {
  give(state: string, browserToken: string): string
  read(state: string, cookies: string | undefined): string | null
  /** Deletes the cookie. */
  forget(state: string): string
}

/**
 * Each sign-in has its own cookie, so that several tabs can sign in at once. The cookie is same-site only: the provider redirects
 * to a page of ours, which sends the rest itself.
 */
export function createBrowserCookies({
  siteUrl,
  path,
  lifeSeconds,
}: {
  siteUrl: string
  path: string
  lifeSeconds: number
}): BrowserCookies {
  const isSecure = siteUrl.startsWith('https:')
  const nameOf = (state: string) =>
    `${isSecure ? '__Secure-' : ''}atrium.openid.${hashOf(state).slice(0, 16)}`
  const line = (state: string, value: string, seconds: number) =>
    [
      `${nameOf(state)}=${value}`,
      `Path=${path}`,
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
  return {
    give: (state, browserToken) => line(state, browserToken, lifeSeconds),
    forget: (state) => line(state, '', 0),
    read(state, cookies = '') {
      const start = `${nameOf(state)}=`
      const value = cookies
        .split(/;\s*/)
        .find((one) => one.startsWith(start))
        ?.slice(start.length)
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
    },
  }
}
