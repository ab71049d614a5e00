import type { ForceLogoutSettings } from '@atrium/contract'

/** What this browser has done about a version of the forced sign-out. */
export type ForcedLogoutMark = { version: string; state: 'pending' | 'done' }

type Step = {
  /** The cookie to write; null deletes it, undefined keeps it. */
  mark?: ForcedLogoutMark | null
  /** After a second, the local data is cleared and the page reloads. */
  clears: boolean
}

/** The next step of a forced sign-out (LIFE-03). */
export function nextForcedLogout(
  settings: ForceLogoutSettings | null,
  mark: ForcedLogoutMark | null,
  isAuthenticated: boolean,
): Step {
  if (settings?.clearForceLogout) return { ...(mark && { mark: null }), clears: false }
  const isNew =
    settings?.forceLogout === true && settings.version !== '' && settings.version !== mark?.version
  const current = isNew ? ({ version: settings.version, state: 'pending' } as const) : mark
  if (current?.state === 'pending' && isAuthenticated)
    return { mark: { version: current.version, state: 'done' }, clears: true }
  return { ...(isNew && { mark: current }), clears: false }
}

const cookieName = 'atrium_forced_logout'
const cookieDays = 14

type Cookies = { cookie: string }

export function readMark({ cookie }: Cookies): ForcedLogoutMark | null {
  const found = cookie.split('; ').find((one) => one.startsWith(`${cookieName}=`))
  const [state, ...version] = decodeURIComponent(found?.slice(cookieName.length + 1) ?? '').split(' ')
  return state === 'pending' || state === 'done' ? { state, version: version.join(' ') } : null
}

export function writeMark(cookies: Cookies, mark: ForcedLogoutMark | null): void {
  const value = mark ? encodeURIComponent(`${mark.state} ${mark.version}`) : ''
  const maxAge = mark ? cookieDays * 24 * 3600 : 0
  cookies.cookie = `${cookieName}=${value}; path=/; max-age=${maxAge}; samesite=strict`
}

/** Deletes every cookie that the page can see, except the mark itself. */
export function clearCookies(cookies: Cookies): void {
  for (const one of cookies.cookie.split('; ')) {
    const [name] = one.split('=')
    if (name && name !== cookieName) cookies.cookie = `${name}=; path=/; max-age=0`
  }
}
