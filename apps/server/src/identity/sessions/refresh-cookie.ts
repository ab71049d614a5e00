import { createHmac, timingSafeEqual } from 'node:crypto'

/** The httpOnly cookie with a session's refresh token, signed to distinguish made-up tokens from ended ones. */
export type RefreshCookie = {
  /** Returns the Set-Cookie header that stores the token. */
  give(token: string, lifeSeconds: number): string
  /** Returns the browser's token; null when there is none, or it is not ours. */
  read(cookies: string | undefined): string | null
  /** Returns the Set-Cookie header that deletes it. */
  forget(): string
}

export function createRefreshCookie({
  secret,
  siteUrl,
  path,
}: {
  secret: string
  siteUrl: string
  path: string
}): RefreshCookie {
  const isSecure = siteUrl.startsWith('https:')
  const name = `${isSecure ? '__Secure-' : ''}atrium.session_token`
  const signatureOf = (token: string) => createHmac('sha256', secret).update(token).digest('base64')
  const line = (value: string, seconds: number) =>
    [
      `${name}=${value}`,
      `Max-Age=${seconds}`,
      `Path=${path}`,
      'HttpOnly',
      // Only this site's own scripts refresh, never a link from elsewhere, so the strictest rule costs nothing.
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
  return {
    give: (token, lifeSeconds) => line(encodeURIComponent(`${token}.${signatureOf(token)}`), lifeSeconds),
    forget: () => line('', 0),
    read(cookies = '') {
      const value = cookies
        .split(/;\s*/)
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1)
      const signed = value && decode(value)
      if (!signed) return null
      const dot = signed.lastIndexOf('.')
      const token = signed.slice(0, Math.max(0, dot))
      const given = Buffer.from(signed.slice(dot + 1))
      const right = Buffer.from(signatureOf(token))
      return token !== '' && given.length === right.length && timingSafeEqual(given, right) ? token : null
    },
  }
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    // A damaged escape sequence: not our cookie.
    return null
  }
}
