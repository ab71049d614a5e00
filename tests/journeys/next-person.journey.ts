import type { Page } from '@playwright/test'
import { composer } from './support/conversation.ts'
import { joinAs, newTeam, signUpAs } from './support/people.ts'
import { openSettings, sendSignIn, signIn } from './support/sign-in.ts'
import { expect, memberTest, test } from './support/test.ts'

/** Everything that the browser keeps for the site, as text. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases.map(({ name }) => name)])
  })

memberTest(
  'AUTH-09 drafts of somebody whose session ended elsewhere do not appear for the next person in the same browser',
  async ({ page, member, product, openBrowser, watched }) => {
    watched.expectProblems(/status of 401/)
    const secret = 'The merger is on the third of May'
    await page.goto('/chat/new')
    await composer(page).fill(secret)
    await expect.poll(() => keptIn(page)).toContain(secret)

    const elsewhere = await openBrowser()
    elsewhere.watched.expectProblems(/status of 401/)
    await signIn(elsewhere.page, member)
    const ended = await elsewhere.page.request.post('/api/auth/sign-out', {
      data: { everywhere: true },
      headers: { origin: product.url },
    })
    expect(ended.ok()).toBe(true)
    await elsewhere.context.clearCookies()

    const third = await openBrowser()
    const next = await joinAs(third.context, product, { firstName: 'Grace', lastName: 'Hopper' })
    await page.goto('/auth/login')
    await sendSignIn(page, next)
    await expect(page).toHaveURL(/\/chat\/new$/)
    await expect(composer(page)).toHaveValue('')
    expect(await keptIn(page)).not.toContain(secret)
    await page.reload()
    await expect(composer(page)).toBeVisible()
    await expect(composer(page)).toHaveValue('')
    await expect(page.getByText(secret)).toHaveCount(0)
  },
)

memberTest('AUTH-09 signing out has the browser clear what the site kept', async ({ page }) => {
  const draft = 'Nobody else reads this'
  await page.goto('/chat/new')
  await composer(page).fill(draft)
  await expect.poll(() => keptIn(page)).toContain(draft)
  const replied = page.waitForResponse((response) => response.url().endsWith('/api/auth/sign-out'))
  const settings = await openSettings(page)
  await settings.getByRole('button', { name: 'Sign Out', exact: true }).click()
  expect(await (await replied).headerValue('clear-site-data')).toContain('"storage"')
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await keptIn(page)).not.toContain(draft)
})

test('AUTH-02 a person without an account comes to where they wanted to be by way of the accounts screen', async ({
  page,
  context,
  product,
}) => {
  await signUpAs(context, product)
  await page.goto('/chat-history/all?order=asc')
  await expect(page).toHaveURL(/\/accounts\?returnTo=/)
  // It outlives a reload, which loses everything but the address.
  await page.reload()
  await newTeam(page, 'First team')
  await expect(page).toHaveURL(`${product.url}/chat-history/all?order=asc`)
})

test('S17 AUTH-02 the accounts screen redirects only to pages of the site', async ({
  page,
  context,
  product,
}) => {
  await joinAs(context, product)
  for (const attack of ['//evil.example', 'https://evil.example/chat', '/%5Cevil.example']) {
    await page.goto(`/accounts?returnTo=${attack}`)
    await page.getByRole('button', { name: /^Ada’s team/ }).click()
    await expect(page, attack).toHaveURL(`${product.url}/chat/new`)
  }
})
