import { createHash, randomBytes } from 'node:crypto'
import type { From } from '../ports.ts'

/** A browser by its cookie's hash, with the Set-Cookie header for a browser without one. */
export type ThisBrowser = { hash: string; setCookies: string[] }

export type Browsers = {
  /** The browser of a request. One without a cookie gets a new identity. */
  of(from: From): ThisBrowser
  /** The hash of the request's browser; null without a cookie. */
  known(from: From): string | null
}

const yearSeconds = 365 * 24 * 60 * 60

export const hashOfBrowser = (value: string) => createHash('sha256').update(value).digest('base64url')

/**
 * Recognizes browsers by a random value in an httpOnly cookie. It proves nothing about a person: sign-ups and codes are bound to
 * it, and attempts in a browser that a person has used before are counted separately.
 */
export function createBrowsers({ siteUrl, path }: { siteUrl: string; path: string }): Browsers {
  const isSecure = siteUrl.startsWith('https:')
  const name = `${isSecure ? '__Secure-' : ''}atrium.browser`
  const lineOf = (value: string) =>
    [
      `${name}=${value}`,
      `Path=${path}`,
      `Max-Age=${yearSeconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
  const known = ({ cookie = '' }: From): string | null => {
    const value = cookie
      .split(/;\s*/)
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1)
    return value !== undefined && /^[\w-]{43}$/.test(value) ? hashOfBrowser(value) : null
  }
  return {
    known,
    of(from) {
      const hash = known(from)
      if (hash !== null) return { hash, setCookies: [] }
      const value = randomBytes(32).toString('base64url')
      return { hash: hashOfBrowser(value), setCookies: [lineOf(value)] }
    },
  }
}
