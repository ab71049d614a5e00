import type { AppConfig } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuthState } from '../../lib/session/auth-state.ts'
import { createStore } from '../../lib/store.ts'

const start = Date.parse('2027-01-31T22:00:00Z')
const minute = 60_000
const planned = (id: string, startMs = start) =>
  ({
    downtimeSettings: {
      downTimeStart: new Date(startMs).toISOString(),
      downTimeEnd: new Date(startMs + 60 * minute).toISOString(),
      notificationId: id,
      notificationWindowHours: 2,
      timerMessage: '',
      dialogTitle: '',
      dialogMessage: '',
    },
  }) as AppConfig
const none = { downtimeSettings: null } as AppConfig
const signedIn = (isSystemAdmin: boolean) =>
  ({ status: 'authenticated', user: { info: { isSystemAdmin } } }) as AuthState

let storageChanged = (_event: { key: string }) => {}
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: start - 60 * minute })
  vi.stubGlobal(
    'addEventListener',
    (_name: string, listener: typeof storageChanged) => (storageChanged = listener),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page, as far as the downtime goes. */
async function openPage({
  path = '/chat/new',
  user = signedIn(false) as AuthState,
  dismissed = null as string | null,
} = {}) {
  const { downtime, dismissDowntime, followDowntime } = await import('./follow-downtime.ts')
  const config = createStore<AppConfig | null>(null)
  const session = createStore<AuthState>(user)
  const kept = { id: dismissed }
  let sentAway = 0
  followDowntime({
    config,
    session,
    dismissal: {
      key: 'dismissal',
      read: () => (kept.id === null ? null : { id: kept.id }),
      write: ({ id }) => void (kept.id = id),
      remove: () => void (kept.id = null),
    },
    nowMs: Date.now,
    path: () => path,
    onMaintenance: () => (sentAway += 1),
  })
  const phase = () => downtime.get().phase
  return { downtime, phase, dismissDowntime, config, session, kept, sentAway: () => sentAway }
}

test('LIFE-02 dialog, timer, maintenance, and cleared at the end', async () => {
  const page = await openPage()
  expect(page.phase()).toBe('none')
  page.config.set(planned('one'))
  expect(page.phase()).toBe('dialog')
  page.dismissDowntime()
  expect(page.downtime.get()).toEqual({ phase: 'timer', remainingMs: 60 * minute })
  expect(page.kept.id).toBe('one')
  vi.advanceTimersByTime(minute)
  expect(page.downtime.get()).toEqual({ phase: 'timer', remainingMs: 59 * minute })
  vi.advanceTimersByTime(57 * minute + 30_000)
  expect(page.downtime.get()).toEqual({ phase: 'timer', remainingMs: 90_000 })
  expect(page.sentAway()).toBe(0)
  vi.advanceTimersByTime(90_000)
  expect(page.phase()).toBe('maintenance')
  expect(page.sentAway()).toBe(1)
  vi.advanceTimersByTime(60 * minute)
  expect(page.phase()).toBe('none')
  expect(page.kept.id).toBeNull()
})

test('LIFE-02 a new notification id asks again; another tab’s dismissal counts here too', async () => {
  const page = await openPage({ dismissed: 'one' })
  page.config.set(planned('one'))
  expect(page.phase()).toBe('timer')
  page.config.set(planned('two'))
  expect(page.phase()).toBe('dialog')
  page.kept.id = 'two'
  storageChanged({ key: 'dismissal' })
  expect(page.phase()).toBe('timer')
  page.config.set(none)
  expect(page.phase()).toBe('none')
  expect(page.kept.id).toBeNull()
})

test('LIFE-02 a failed load of the configuration forgets nothing', async () => {
  const page = await openPage({ dismissed: 'one' })
  page.session.set({ status: 'unauthenticated' })
  expect(page.kept.id).toBe('one')
})

test.each([
  ['a person', signedIn(false), '/chat/new', 1],
  ['a visitor', { status: 'unauthenticated' }, '/', 1],
  ['a visitor who signs in', { status: 'unauthenticated' }, '/auth/login', 0],
  ['a system administrator', signedIn(true), '/chat/new', 0],
  ['somebody not known yet', { status: 'loading' }, '/chat/new', 0],
] as const)('LIFE-02 at zero, of %s', async (_who, user, path, sentAway) => {
  const page = await openPage({ user: user as AuthState, path })
  page.config.set(planned('one', start - 61 * minute))
  expect(page.phase()).toBe('maintenance')
  expect(page.sentAway()).toBe(sentAway)
})
