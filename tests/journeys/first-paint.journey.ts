import type { Language } from '@atrium/contract'
import { directionOf, loadCatalogue } from '@atrium/phrases'
import { type Page, expect } from '@playwright/test'
import { sendSignIn } from './support/sign-in.ts'
import { test, twoFrames } from './support/test.ts'

const scripts = '**/*.js'
/** Only the first paint, without the app. */
const firstPaint = (page: Page) => page.locator('.first-paint')
const composer = (page: Page) => page.getByRole('textbox', { name: 'Your question' })

/** Opens a page whose program never comes. */
async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.route(scripts, (route) => route.abort())
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
}

async function openWithScripts(page: Page, path: string): Promise<void> {
  await page.unroute(scripts)
  await page.goto(path)
  await expect(firstPaint(page)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** The position of a text, in whole pixels. */
async function placeOf(page: Page, text: string): Promise<number[]> {
  const box = await page.getByText(text, { exact: true }).first().boundingBox()
  expect(box, text).not.toBeNull()
  return box === null ? [] : [box.x, box.y, box.width, box.height].map(Math.round)
}

const looks: { language: Language; colorScheme: 'light' | 'dark'; width: number; page: string }[] = [
  { language: 'en', colorScheme: 'light', width: 1280, page: 'rgb(251, 250, 247)' },
  { language: 'ar', colorScheme: 'dark', width: 1280, page: 'rgb(31, 29, 26)' },
  { language: 'vi', colorScheme: 'dark', width: 360, page: 'rgb(31, 29, 26)' },
]

for (const { language, colorScheme, width, page: ground } of looks)
  test(`NAV-14 I18N-01 the sign-in page is painted before the program has loaded, in its final position: ${language}, ${colorScheme}, ${width}`, async ({
    page,
    watched,
    picture,
  }) => {
    watched.expectProblems(/ERR_FAILED/)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.addInitScript(
      (chosen) => localStorage.setItem('atrium.language', JSON.stringify(chosen)),
      language,
    )
    const { identity, common } = await loadCatalogue(language)
    const texts = ['login.title', 'login.text', 'field.email', 'login.submit', 'login.toRegister.link'].map(
      (key) => identity[key] ?? '',
    )

    await openWithoutScripts(page, '/auth/login')
    await picture(page, `sign-in-${language}-first`)
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground)
    await expect(page.getByRole('progressbar', { name: common['loading'] ?? '' })).toBeAttached()
    await expect(firstPaint(page).getByText(texts[0] ?? '', { exact: true })).toBeVisible()
    const places = []
    for (const text of texts) places.push(await placeOf(page, text))

    const methods = Promise.withResolvers<void>()
    await page.route('**/auth/methods', async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { data: object }
      await methods.promise
      await route.fulfill({ response, json: { ...reply, data: { ...reply.data, passkeys: true } } })
    })
    await openWithScripts(page, '/auth/login')
    await picture(page, `sign-in-${language}-app`)
    await expect(page.getByRole('heading', { name: texts[0] ?? '' })).toBeVisible()
    const running = []
    for (const text of texts) running.push(await placeOf(page, text))
    // The button's text box is as wide as the text; the first paint draws it as wide as the button.
    expect(running.toSpliced(3, 1)).toEqual(places.toSpliced(3, 1))
    // A way to sign in that is offered later moves nothing above it: not the button that people are about to press.
    methods.resolve()
    await expect(page.getByRole('button', { name: identity['passkey.signIn'] ?? '' })).toBeVisible()
    await picture(page, `sign-in-${language}-passkey`)
    for (const [index, text] of texts.slice(0, 4).entries())
      expect(await placeOf(page, text), text).toEqual(running[index])
  })

for (const language of ['en', 'fr', 'vi'] as const)
  test(`OPS-05 the running sign-in page paints nothing larger than the first paint, which would count as a later one: ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.addInitScript((chosen) => {
      localStorage.setItem('atrium.language', JSON.stringify(chosen))
      const paints: string[] = []
      Object.assign(globalThis, { paints })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null })[])
          paints.push(
            entry.element?.closest('.first-paint') ? 'first paint' : (entry.element?.outerHTML ?? 'gone'),
          )
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    }, language)
    const paints = () => page.evaluate(() => (globalThis as unknown as { paints: readonly string[] }).paints)
    const painted = Promise.withResolvers<void>()
    await page.route(scripts, async (route) => {
      await painted.promise
      await route.continue()
    })
    await page.goto('/auth/login', { waitUntil: 'commit' })
    await expect.poll(paints).toContain('first paint')
    painted.resolve()
    await expect(firstPaint(page)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(twoFrames)
    expect([...new Set(await paints())]).toEqual(['first paint'])
  })

test('NAV-14 returning users are greeted before the program has loaded; others are not', async ({
  page,
  member,
  watched,
  picture,
}) => {
  watched.expectProblems(/ERR_FAILED/)
  await page.goto('/chat/new')
  const greeting = `Hello, ${member.firstName}`
  await expect(page.getByRole('heading', { name: greeting })).toBeVisible()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByText('You are asking in')).toBeVisible()
  const texts = [greeting, 'What would you like to know?']
  const places = []
  for (const text of texts) places.push(await placeOf(page, text))

  await openWithoutScripts(page, '/')
  await picture(page, 'greeting-first')
  await expect(firstPaint(page).getByText(greeting)).toBeVisible()
  for (const [index, text] of texts.entries()) expect(await placeOf(page, text), text).toEqual(places[index])

  // Pages other than a new chat show the product's frame; pages outside the product show neither.
  for (const path of ['/chat-history/all', '/accounts', '/terms-of-use']) {
    await openWithoutScripts(page, path)
    await expect(firstPaint(page)).toBeAttached()
    await expect(page.getByText(greeting)).toHaveCount(0)
    await expect(page.getByText('Welcome back')).toHaveCount(0)
  }

  // Every page inside the frame, whichever it is.
  for (const path of ['/knowledge-bases/none', '/system/health', '/account-settings']) {
    await openWithoutScripts(page, path)
    await expect(firstPaint(page).locator('[data-sidebar="expanded"]')).toBeVisible()
  }

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('atrium.signedIn'))
  await openWithoutScripts(page, '/')
  await expect(firstPaint(page).getByText('Welcome back')).toBeVisible()
  await expect(page.getByText(greeting)).toHaveCount(0)
})

test('AUTH-09 who signs out takes their name along', async ({ page, member }) => {
  await page.goto('/auth/login')
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Hello, ${member.firstName}` })).toBeVisible()
  const greeted = () => page.evaluate(() => localStorage.getItem('atrium.greeted'))
  await expect.poll(greeted).toContain(member.firstName)
  await page.getByRole('button', { name: 'Account Settings' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await greeted()).toBeNull()
  await sendSignIn(page, member)
  await expect(composer(page)).toBeVisible()
})
