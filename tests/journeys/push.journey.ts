import type { Page } from '@playwright/test'
import { expect, memberTest as test } from './support/test.ts'

// The headless shell shows no notifications, so it denies the permission.
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    // A desktop's session bus would take the notifications, and may have nothing that shows them.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null' },
  },
})

/** Stands in for the browser's push service, which can't be reached from here: a browser subscribes there, and keeps its subscription. */
const standInPushService = (page: Page) =>
  page.addInitScript(() => {
    const key = 'test-push-subscription'
    type Kept = { endpoint: string; serverKey: string }
    const made = ({ endpoint, serverKey }: Kept) => ({
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(
          atob(serverKey.replaceAll('-', '+').replaceAll('_', '/')),
          (character) => character.codePointAt(0) ?? 0,
        ).buffer,
      },
      toJSON: () => ({ endpoint, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }),
      unsubscribe: async () => {
        sessionStorage.removeItem(key)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const kept = sessionStorage.getItem(key)
        return kept === null ? null : made(JSON.parse(kept) as Kept)
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const kept = { endpoint: 'https://push.example/send/1', serverKey: applicationServerKey }
        sessionStorage.setItem(key, JSON.stringify(kept))
        return made(kept)
      },
    })
  })

/** Hands messages to the service worker as the browser does when its push service has one, also once the page shows something else. */
async function pushesTo(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const registrationId = await registered
  return (message: object) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    })
}
type Shown = { title: string; body: string; tag: string; dir: string }
type WorkerScope = {
  clients: { matchAll(options: object): Promise<unknown[]> }
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> }
  shown: Record<string, Shown>
}
/**
 * Keeps what the service worker has the browser show, the last one of each subject. The browser's own list, `getNotifications`, is now and
 * then empty on a busy machine although it has accepted all: it has nothing here to display them with.
 */
const keepShown = (page: Page) =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope
      const { registration } = scope
      const show = registration.showNotification.bind(registration)
      scope.shown = {}
      registration.showNotification = async (title, options) => {
        await show(title, options)
        const { body, tag, dir } = options
        scope.shown[tag] = { title, body, tag, dir }
      }
    })
/** What the browser was to show, and how many pages of Atrium are open: asked in the service worker, since no page needs to be. */
const inWorker = async (page: Page) =>
  await page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async () => {
      const { clients, shown } = globalThis as unknown as WorkerScope
      const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
      return { pages: pages.length, shown: Object.values(shown) }
    })

test('a person chooses what this browser notifies them of while Atrium is closed, and ends it', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await standInPushService(page)
  await page.goto('/profile')
  const group = page.getByRole('group', { name: 'While Atrium is closed' })
  const mentions = group.getByRole('checkbox', { name: 'Mentions of you' })
  await expect(mentions).toBeEnabled()
  await mentions.check()
  await expect(mentions).toBeEnabled()
  await group.getByRole('checkbox', { name: 'Your jobs: finished, failed or waiting for you' }).check()
  await expect(mentions).toBeEnabled()
  await group.scrollIntoViewIfNeeded()
  await picture(page, 'push notifications')
  await expectAccessible(page)
  await page.reload()
  await expect(group.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await group.getByRole('checkbox', { name: 'Your jobs' }).uncheck()
  await expect(mentions).toBeEnabled()
  await mentions.uncheck()
  await expect(mentions).toBeEnabled()
  await page.reload()
  await expect(mentions).not.toBeChecked()
})

test('a push message is shown while nobody looks at Atrium, once for each subject; a damaged one shows nothing', async ({
  page,
}) => {
  await page.goto('/profile')
  await page.evaluate(async () => await navigator.serviceWorker.ready)
  await keepShown(page)
  const push = await pushesTo(page)
  const message = (subject: string, title: string) => ({
    title,
    body: 'In General',
    tag: subject,
    path: '/chat',
    lang: 'en',
    dir: 'ltr',
  })
  // Whoever looks at Atrium sees the news there.
  await push(message('mention_1', 'Bo mentioned you'))
  await page.goto('about:blank')
  await expect.poll(() => inWorker(page)).toEqual({ pages: 0, shown: [] })
  await push({ title: 5 })
  await push(message('mention_2', 'Mai mentioned you'))
  await push(message('chat_1', 'Bo got an answer in a shared chat'))
  await push(message('chat_1', 'Mai got an answer in a shared chat'))
  const each = { body: 'In General', dir: 'ltr' }
  await expect
    .poll(async () =>
      (await inWorker(page))?.shown.toSorted((one, other) => one.tag.localeCompare(other.tag)),
    )
    .toEqual([
      { ...each, tag: 'chat_1', title: 'Mai got an answer in a shared chat' },
      { ...each, tag: 'mention_2', title: 'Mai mentioned you' },
    ])
})
