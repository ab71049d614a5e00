import type { AccessToken, UserInfo } from '@atrium/contract'
import { expect, test } from 'vitest'
import { type AuthState, nextAuthState } from './auth-state.ts'

const token = (userId: AccessToken['userId'], accessToken = 'one'): AccessToken => ({
  accessToken,
  expiresAt: '2026-01-01T00:00:00.000Z',
  userId,
  sessionId: 'session_1',
  termsAccepted: true,
})
const info = (user_id: UserInfo['user_id']) =>
  ({ user_id, firstName: 'Ada', lastName: 'Lovelace' }) as UserInfo
const loading: AuthState = { status: 'loading' }
const signedIn = nextAuthState(loading, { type: 'initial-load', token: token('user_1') })
const known = nextAuthState(signedIn, { type: 'user-info-loaded', info: info('user_1') })

test('AUTH-08 the initial load finds a user or none', () => {
  expect(signedIn).toMatchObject({
    status: 'authenticated',
    user: { id: 'user_1', accessToken: 'one', role: 'admin', info: null },
  })
  expect(nextAuthState(loading, { type: 'initial-load', token: null })).toEqual({ status: 'unauthenticated' })
})

test('AUTH-08 user info gives the display name of given and family name', () => {
  expect(known).toMatchObject({ user: { displayName: 'Ada Lovelace', info: { user_id: 'user_1' } } })
})

test("AUTH-08 a refreshed token keeps the user's data", () => {
  const next = nextAuthState(known, { type: 'token-refreshed', token: token('user_1', 'two') })
  expect(next).toMatchObject({
    user: { accessToken: 'two', displayName: 'Ada Lovelace', info: { user_id: 'user_1' } },
  })
})

test('AUTH-08 the ID token of a pool is kept while tokens are refreshed, for the same person only', () => {
  const pooled = nextAuthState(loading, {
    type: 'initial-load',
    token: { ...token('user_1'), idToken: 'signed by the pool' },
  })
  expect(pooled).toMatchObject({ user: { idToken: 'signed by the pool' } })
  const refreshed = nextAuthState(pooled, { type: 'token-refreshed', token: token('user_1', 'two') })
  expect(refreshed).toMatchObject({ user: { accessToken: 'two', idToken: 'signed by the pool' } })
  const other = nextAuthState(refreshed, { type: 'token-refreshed', token: token('user_2') })
  expect(other).toMatchObject({ user: { idToken: null } })
})

test("AUTH-08 another user's token clears the previous user", () => {
  expect(nextAuthState(known, { type: 'token-refreshed', token: token('user_2') })).toMatchObject({
    user: { id: 'user_2', displayName: '', info: null },
  })
})

test('AUTH-08 after logout a late answer changes nothing', () => {
  const out = nextAuthState(known, { type: 'logout' })
  expect(out).toEqual({ status: 'unauthenticated' })
  expect(nextAuthState(out, { type: 'user-info-loaded', info: info('user_1') })).toBe(out)
})
