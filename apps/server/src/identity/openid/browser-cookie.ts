import { hashOf } from './sign-in-secrets.ts'

/** How a browser is told what it holds of a sign-in, and how that is read again. */
export type BrowserCookies = {
  give(state: string, browserToken: string): string
  read(state: string, cookies: string | undefined): string | null
  /** Makes the browser forget it. */
  forget(state: string): string
}

/**
 * Each sign-in has a cookie of its own, so that several tabs can be on their way at once. It comes from this site alone and
 * goes to it alone: the page to which the provider leads back is ours, and asks for the rest itself.
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
