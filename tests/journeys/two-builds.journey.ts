import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { composer } from './support/conversation.ts'
import { joinAs } from './support/people.ts'
import { sendSignIn } from './support/sign-in.ts'
import { type SiteInFront, startSiteInFront } from './support/site-in-front.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'

const test = systemTest()

const web = path.resolve(import.meta.dirname, '../../apps/web')
const first = path.join(web, 'dist')
const second = mkdtempSync(path.join(tmpdir(), 'atrium-second-build-'))
/** Names with the hash of their content; the second build has no compressed files. */
const assetsOf = (folder: string) =>
  new Set(
    readdirSync(path.join(folder, 'assets'))
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((name) => `/assets/${name}`),
  )

test.beforeAll(() => {
  execFileSync(
    process.execPath,
    [
      path.join(web, '../../node_modules/vite/bin/vite.js'),
      ...['build', '--config', path.join(import.meta.dirname, 'fixtures/second-build.config.ts')],
      ...['--outDir', second, '--emptyOutDir', '--logLevel', 'error'],
    ],
    { cwd: web, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'inherit' },
  )
})
test.afterAll(() => rmSync(second, { recursive: true, force: true }))

/** Paths of the files that the current page has loaded. */
const loadedBy = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

const underWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
const cachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
const newChat = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

async function openFirst(page: Page, site: SiteInFront) {
  await page.goto(`${site.url}/chat/new`)
  await expect(newChat(page, 'New Chat')).toBeVisible()
  await underWorker(page)
}

test('UI-03 after an update every page is the new build, with and without a connection, and so is the next load of a tab that stayed open', async ({
  product,
  browser,
}) => {
  test.slow()
  const site = await startSiteInFront(product, first)
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
  try {
    await joinAs(context, product)
    const page = await context.newPage()
    await openFirst(page, site)
    const openTab = await context.newPage()
    await openFirst(openTab, site)

    await site.deploy(second)
    await page.reload()
    await expect(newChat(page, 'New Chat 2')).toBeVisible()
    const onlyFirst = assetsOf(first).difference(assetsOf(second))
    expect(onlyFirst.size).toBeGreaterThan(0)
    const loaded = await loadedBy(page)
    expect(loaded.filter((file) => onlyFirst.has(file))).toEqual([])
    expect(loaded.filter((file) => assetsOf(second).has(file)).length).toBeGreaterThan(0)

    await test.step('the service worker has replaced all files that it keeps', async () => {
      await expect
        .poll(async () => (await cachedFiles(page)).filter((file) => onlyFirst.has(file)))
        .toEqual([])
      await context.setOffline(true)
      await page.goto(`${site.url}/chat/new`)
      await expect(page.getByRole('heading', { name: 'You’re offline 2' })).toBeVisible()
      await context.setOffline(false)
    })

    await test.step('a tab that stayed open is the new build after its next load', async () => {
      await openTab.reload()
      await expect(newChat(openTab, 'New Chat 2')).toBeVisible()
    })
  } finally {
    await context.close()
    await site.close()
  }
})

test('UI-03 LIFE-03 a forced sign-out during an update reaches people whose browser has the old service worker', async ({
  product,
  browser,
}) => {
  test.slow()
  const site = await startSiteInFront(product, first)
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-GB' })
  const ofAdmin = await browser.newContext()
  try {
    const admin = await joinAs(ofAdmin, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
    const ada = await joinAs(context, product)
    const page = await context.newPage()
    await openFirst(page, site)
    await page.evaluate(() => localStorage.setItem('atrium.draft', '"words"'))
    await page.goto('about:blank')

    await site.deploy(second)
    await call('forceSignOut', admin.api, { body: { proof: { password: admin.password } } })
    await page.goto(`${site.url}/chat/new`)
    await expect(page).toHaveURL(/\/auth\/login/)
    await sendSignIn(page, ada)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('atrium.draft'))).toBeNull()
    await expect(composer(page)).toBeVisible()
    await expect(newChat(page, 'New Chat 2')).toBeVisible()
  } finally {
    await context.close()
    await ofAdmin.close()
    await site.close()
  }
})
