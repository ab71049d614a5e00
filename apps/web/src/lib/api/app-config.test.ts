import { afterEach, beforeEach, expect, test, vi } from 'vitest'

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

test('B73 a configuration that fails, is invalid or never arrives changes nothing: the last good one stays', async () => {
  for (const [what, answer] of broken) {
    kept.clear()
    const first = await openPage(async () => json(good))
    expect(await first.apiBases(), what).toEqual(bases)
    const known = new Map(kept)

    const next = await openPage(answer)
    // Doesn't wait, because it has a stored configuration.
    expect(await Promise.race([next.apiBases(), Promise.resolve('waits').then(tick)]), what).toEqual(bases)
    expect(await next.appConfig(), what).toBeNull()
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

const tick = async (said: string) => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  return said
}
