import { askQuestion, customPrompt, listHistory, magicWrite, suggestFollowups } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf } from './api-address.ts'

const good = {
  downtimeSettings: null,
  forceLogoutCookieSettings: null,
  mainApiUrl: 'https://api.example/v1/',
  streamApiUrl: 'https://stream.example',
  feedbackFormUrl: null,
  signIn: { byPassword: true, providers: [] },
}
const bases = { main: 'https://api.example/v1', stream: 'https://stream.example', root: '' }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

/** The browser's storage across pages. */
const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A fresh page, whose configuration request gets this response. */
async function openPage(answer: (signal: AbortSignal) => Promise<Response>) {
  vi.resetModules()
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => answer(signal))
  return await import('./app-config.ts')
}
const withOut = (field: keyof typeof good) =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))

const broken: [what: string, answer: (signal: AbortSignal) => Promise<Response>][] = [
  ['fails with 500', async () => json({ isError: true, statusCode: 500 }, 500)],
  ['is the page of a proxy', async () => new Response('<!doctype html><title>Sign in to the Wi-Fi</title>')],
  ['is cut short', async () => new Response('{"mainApiUrl":"/ap')],
  ['is empty', async () => new Response('')],
  ['is no object', async () => json([good])],
  ['names no address', async () => json(withOut('mainApiUrl'))],
  ['names an address that is none', async () => json({ ...good, streamApiUrl: 5 })],
  ['says nothing of signing in', async () => json(withOut('signIn'))],
  [
    'offers sign-ins in another form',
    async () => json({ ...good, signIn: { byPassword: true, providers: {} } }),
  ],
  ['cannot be asked for', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'never comes',
    (signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  ],
]

test('LIFE-01 B73 a configuration that fails, is invalid or never arrives changes nothing: the last good one stays', async () => {
  for (const [what, answer] of broken) {
    kept.clear()
    const first = await openPage(async () => json(good))
    expect(await first.apiBases(), what).toEqual(bases)
    const known = new Map(kept)

    const next = await openPage(answer)
    // Doesn't wait, because it has a stored configuration.
    expect(await Promise.race([next.apiBases(), Promise.resolve('waits').then(tick)]), what).toEqual(bases)
    expect(await next.appConfig(), what).toBeNull()
    expect(console.warn, what).toHaveBeenLastCalledWith('Failed to load app configuration', expect.anything())
    expect(await next.apiBases(), what).toEqual(bases)
    expect(kept, what).toEqual(known)
  }
})

test("B73 a first visit falls back to the page's origin", async () => {
  for (const [what, answer] of broken) {
    const stranger = await openPage(answer)
    expect(await stranger.apiBases(), what).toEqual({ main: '/api', stream: '/stream', root: '' })
    expect(kept.size, what).toBe(0)
  }
})

test('ANS-01 the calls that stream go to their own host, configured apart from the main one', async () => {
  const apart = await (await openPage(async () => json(good))).apiBases()
  const paths = [askQuestion, suggestFollowups, magicWrite, customPrompt].map((call) =>
    addressOf(apart, call, {}),
  )
  expect(paths).toEqual(
    ['answer', 'followups', 'magic-write', 'custom_prompt'].map((path) => `https://stream.example/${path}`),
  )
  expect(addressOf(apart, listHistory, {})).toBe('https://api.example/v1/sessions/history')
})

test('LIFE-01 the configuration is loaded again every 10 minutes and when the tab becomes visible, past every cache', async () => {
  const loads: string[] = []
  const tab = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.useFakeTimers()
  try {
    const page = await openPage(async () => json(good))
    vi.stubGlobal('document', tab)
    vi.stubGlobal('fetch', async (url: string) => {
      loads.push(url)
      return json(good)
    })
    page.pollAppConfig()
    await vi.advanceTimersByTimeAsync(599_999)
    expect(loads).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(loads).toEqual([`/app-config.json?${Date.now()}`])
    tab.dispatchEvent(new Event('visibilitychange'))
    expect(loads).toHaveLength(1)
    tab.visibilityState = 'visible'
    tab.dispatchEvent(new Event('visibilitychange'))
    expect(loads).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

const tick = async (said: string) => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  return said
}
