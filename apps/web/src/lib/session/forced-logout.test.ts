import type { AppConfig, ForceLogoutSettings } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../store.ts'
import type { AuthState } from './auth-state.ts'
import { followForcedLogout } from './follow-forced-logout.ts'
import { type ForcedLogoutMark, nextForcedLogout, readMark, writeMark } from './forced-logout.ts'

const forced = (version: string): ForceLogoutSettings => ({
  forceLogout: true,
  version,
  clearForceLogout: false,
})
const pending = (version: string): ForcedLogoutMark => ({ version, state: 'pending' })
const done = (version: string): ForcedLogoutMark => ({ version, state: 'done' })

test.each([
  ['nothing configured', null, null, true, { clears: false }],
  ['nothing configured, pending of before', null, pending('1'), true, { mark: done('1'), clears: true }],
  ['new, nobody signed in', forced('1'), null, false, { mark: pending('1'), clears: false }],
  ['new, somebody signed in', forced('1'), null, true, { mark: done('1'), clears: true }],
  ['pending, now signed in', forced('1'), pending('1'), true, { mark: done('1'), clears: true }],
  ['pending, still signed out', forced('1'), pending('1'), false, { clears: false }],
  ['done', forced('1'), done('1'), true, { clears: false }],
  ['a newer version', forced('2'), done('1'), true, { mark: done('2'), clears: true }],
  [
    'a newer version while one is pending',
    forced('2'),
    pending('1'),
    false,
    { mark: pending('2'), clears: false },
  ],
  ['no version', forced(''), null, true, { clears: false }],
  ['not forced', { ...forced('2'), forceLogout: false }, done('1'), true, { clears: false }],
  ['cleared', { ...forced('1'), clearForceLogout: true }, pending('1'), true, { mark: null, clears: false }],
  ['cleared, nothing kept', { ...forced('1'), clearForceLogout: true }, null, true, { clears: false }],
] as const)('LIFE-03 %s', (_what, settings, mark, isAuthenticated, expected) => {
  expect(nextForcedLogout(settings, mark, isAuthenticated)).toEqual(expected)
})

/** Cookies as a browser keeps them, with the attributes of the last write. */
function browser(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial))
  const writes: string[] = []
  return {
    kept,
    writes,
    get cookie() {
      return Array.from(kept, ([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      writes.push(text)
      const [pair = '', ...attributes] = text.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (attributes.includes('max-age=0')) kept.delete(name)
      else kept.set(name, value)
    },
  }
}

test('LIFE-03 the mark is a cookie of 14 days, whatever the version contains', () => {
  const document = browser({ theme: 'dark' })
  writeMark(document, pending('v 1; path=/x'))
  expect(readMark(document)).toEqual(pending('v 1; path=/x'))
  expect(document.writes.at(-1)).toContain(`max-age=${14 * 24 * 3600}`)
  writeMark(document, null)
  expect(readMark(document)).toBeNull()
  expect([...document.kept.keys()]).toEqual(['theme'])
})

describe('in a tab', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('LIFE-03 pending until somebody signs in; a second later storage and other cookies are cleared, then the page reloads', () => {
    const document = browser({ theme: 'dark', visits: '3' })
    const config = createStore<AppConfig | null>(null)
    const session = createStore<AuthState>({ status: 'unauthenticated' })
    const events: string[] = []
    followForcedLogout({
      config,
      session,
      document,
      clearStorage: () => void events.push('storage'),
      beforeReload: () => void events.push('other'),
      reload: () => void events.push('reload'),
    })
    config.set({ forceLogoutCookieSettings: forced('1') } as AppConfig)
    vi.advanceTimersByTime(60_000)
    expect(readMark(document)).toEqual(pending('1'))
    expect(events).toEqual([])

    session.set({ status: 'authenticated' } as AuthState)
    expect(readMark(document)).toEqual(done('1'))
    vi.advanceTimersByTime(999)
    expect(events).toEqual([])
    vi.advanceTimersByTime(1)
    expect(events).toEqual(['storage', 'other', 'reload'])
    expect([...document.kept.keys()]).toEqual(['atrium_forced_logout'])
    // The next load of the configuration changes nothing.
    config.set({ forceLogoutCookieSettings: forced('1') } as AppConfig)
    vi.advanceTimersByTime(60_000)
    expect(events).toHaveLength(3)
  })
})
