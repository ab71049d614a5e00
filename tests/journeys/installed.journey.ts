import type { Page } from '@playwright/test'
import { answerEnds, ask, composer, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { joinAs } from './support/people.ts'
import { openSettings } from './support/sign-in.ts'
import { expect, memberTest as test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Resolves once the service worker answers for the pages of this browser. */
const underWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
const keptTitles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('atrium-offline')
        request.addEventListener('success', () => {
          const names = [...request.result.objectStoreNames]
          if (!names.includes('chats')) {
            request.result.close()
            resolve([])
            return
          }
          const all = request.result.transaction('chats').objectStore('chats').getAll()
          all.addEventListener('success', () => {
            request.result.close()
            resolve(all.result.map(({ title }: { title: string }) => title))
          })
        })
      }),
  )

test('UI-03 without a connection the chats read last can be read; signing out deletes them', async ({
  page,
  context,
  watched,
  picture,
  expectAccessible,
}) => {
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/)
  await startChat(page, 'Sandbox Writer')
  await ask(page, 'Show me a table of three fruits and their colors.')
  await answerEnds(page)
  await underWorker(page)
  const chatUrl = page.url()
  await page.reload()
  await expect.poll(() => keptTitles(page)).toHaveLength(1)

  await context.setOffline(true)
  await page.goto(chatUrl)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await picture(page, 'offline')
  await expectAccessible(page)
  await page.getByRole('list').getByRole('button').click()
  await expect(page.getByText('Show me a table of three fruits and their colors.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Answer', exact: true })).toBeVisible()
  await picture(page, 'a kept chat')
  await expectAccessible(page)

  await context.setOffline(false)
  await expect(composer(page)).toBeVisible()
  await expect(page).toHaveURL(chatUrl)
  const settings = await openSettings(page)
  await settings.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await keptTitles(page)).toEqual([])
})

test('UI-03 on a phone in Arabic a swipe from the right opens the navigation, and the page without a connection fits', async ({
  product,
  openBrowser,
  picture,
}) => {
  const { page, context, watched } = await openBrowser({ ...phone, locale: 'ar' })
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await joinAs(context, product)
  await page.goto('/chat/new')
  await expect(page.getByRole('textbox')).toBeVisible()
  await underWorker(page)
  await swipe(page, { from: 20, to: 200 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await swipe(page, { from: 340, to: 180 })
  await expect(page.getByRole('dialog')).toBeVisible()
  await picture(page, 'the navigation after a swipe')

  await context.setOffline(true)
  await page.goto('/chat/new')
  await expect(page.getByRole('heading', { name: 'أنت غير متصل بالإنترنت' })).toBeVisible()
  await expectNothingBeside(page)
  await picture(page, 'offline in Arabic')
})

test('UI-03 I18N-01 a device keeps the phrases of its language for times without a connection, and those of another once it is chosen', async ({
  page,
  context,
  watched,
}) => {
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/)
  await page.goto('/accounts')
  await underWorker(page)
  await expect.poll(() => keptLanguages(page)).toEqual(['en'])
  await page.locator('select').selectOption({ label: 'Français' })
  await expect.poll(() => keptLanguages(page)).toEqual(['fr'])
  await context.setOffline(true)
  await page.goto('/chat/new')
  await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeVisible()

  // Chosen a moment before the connection broke off.
  await page.evaluate(() => localStorage.setItem('atrium.language', '"vi"'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

/** Languages of the titles of the page without a connection, in the files that the device keeps. */
const keptLanguages = (page: Page) =>
  page.evaluate(async () => {
    const titles = {
      ar: 'أنت غير متصل بالإنترنت',
      en: 'You’re offline',
      fr: 'Vous êtes hors ligne',
      vi: 'Bạn đang ngoại tuyến',
      zh: '你处于离线状态',
    }
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (request.url.endsWith('.js')) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    const kept = texts.join('')
    return Object.entries(titles).flatMap(([language, title]) => (kept.includes(title) ? language : []))
  })

/** A finger along the middle of the page, between two distances from its left, in CSS pixels. */
const swipe = (page: Page, { from, to }: { from: number; to: number }) =>
  page.evaluate(
    ([start = 0, end = 0]) => {
      const target = document.elementFromPoint(start, 200) ?? document.body
      const touch = (kind: string, clientX: number) => {
        const touches = [new Touch({ identifier: 1, target, clientX, clientY: 200 })]
        target.dispatchEvent(new TouchEvent(kind, { touches, bubbles: true }))
      }
      touch('touchstart', start)
      for (let step = 1; step <= 5; step += 1) touch('touchmove', start + ((end - start) * step) / 5)
    },
    [from, to],
  )

test('UI-03 what another app shares is in the composer of a new chat, once', async ({ page, picture }) => {
  await page.goto('/chat/new')
  await underWorker(page)
  // As the system sends it: a form by POST, which the service worker takes in.
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/share'
    form.enctype = 'multipart/form-data'
    const field = (name: string, value: string) => {
      const input = document.createElement('input')
      input.name = name
      input.value = value
      form.append(input)
    }
    field('title', 'A page about oxygen')
    field('text', 'Look at this: https://example.org/oxygen')
    field('url', 'https://example.org/oxygen')
    const files = document.createElement('input')
    files.type = 'file'
    files.name = 'files'
    const chosen = new DataTransfer()
    chosen.items.add(new File(['Probes need oxygen.'], 'probes.txt', { type: 'text/plain' }))
    files.files = chosen.files
    form.append(files)
    document.body.append(form)
    form.submit()
  })
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(composer(page)).toHaveValue('A page about oxygen\nLook at this: https://example.org/oxygen')
  await expect(page.getByText('probes.txt')).toBeVisible()
  await picture(page, 'shared')
  await page.goto('/share')
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(composer(page)).toHaveValue('A page about oxygen\nLook at this: https://example.org/oxygen')
})

test('UI-03 the manifest and its files are what a browser needs to install', async ({ page, product }) => {
  await page.goto('/chat/new')
  const link = page.locator('link[rel="manifest"]')
  await expect(link).toHaveAttribute('href', '/manifest.webmanifest')
  const reply = await page.request.get(`${product.url}/manifest.webmanifest`)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const manifest: {
    name: string
    icons: { src: string; sizes: string }[]
    screenshots: { src: string; sizes: string; form_factor: string }[]
  } = await reply.json()
  expect(manifest.name).toBe('Atrium')
  expect(manifest.screenshots.map((one) => one.form_factor)).toEqual(['wide', 'narrow'])
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await page.request.get(product.url + src)
    expect(picture.status(), src).toBe(200)
    if (sizes !== 'any') expect(`${sizeOf(await picture.body())}`, src).toBe(sizes)
  }
})

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
