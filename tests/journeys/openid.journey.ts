import {
  type IdentityProvider,
  type PersonAtProvider,
  startIdentityProvider,
} from '@atrium/sandbox/identity-provider.ts'
import { call } from '@atrium/testkit/api-client.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import type { Page } from '@playwright/test'
import { mailedLink } from './support/invites.ts'
import { acceptTerms, codeFromInbox, joinAs } from './support/people.ts'
import { startProduct } from './support/product.ts'
import { openSettings } from './support/sign-in.ts'
import { makeRoom } from './support/team.ts'
import { expect, test as base } from './support/test.ts'

type Pool = {
  people: PersonAtProvider[]
  address: () => string
  stop: () => Promise<void>
  start: () => Promise<void>
  port: number
}

/** The product with a hosted pool set up, which is a real OpenID provider on this machine. */
const test = base.extend<{ expectsPool: void }, { pool: Pool }>({
  pool: [
    async ({}, use) => {
      const port = await findFreePort()
      const people: PersonAtProvider[] = [
        { subject: 'grace', email: 'grace@pool.example', givenName: 'Grace', familyName: 'Hopper' },
        {
          subject: 'kept-out',
          email: 'kept-out@pool.example',
          refusal: 'PreSignUp failed with error not yet',
        },
        { subject: 'doubtful', email: 'doubtful@pool.example', emailVerified: false },
        {
          subject: 'invited',
          email: 'invited@pool.example',
          emailVerified: false,
          givenName: 'Mary',
          familyName: 'Somerville',
        },
      ]
      let running: IdentityProvider | undefined
      const pool: Pool = {
        people,
        port,
        address: () => running?.issuer ?? '',
        async start() {
          running = await startIdentityProvider({
            ...(running && { port: running.port }),
            client: {
              id: 'atrium',
              secret: 'of-the-pool',
              redirectUri: `http://127.0.0.1:${port}/auth/validate`,
            },
            people,
          })
        },
        stop: async () => running?.close(),
      }
      await pool.start()
      await use(pool)
      await pool.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ pool }, use) => {
      const product = await startProduct({
        ATRIUM_PORT: String(pool.port),
        ATRIUM_OPENID_ISSUER: pool.address(),
        ATRIUM_OPENID_CLIENT_ID: 'atrium',
        ATRIUM_OPENID_CLIENT_SECRET: 'of-the-pool',
        ATRIUM_OPENID_NAME: 'Acme People',
      })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // The pool's own page is where people choose who they are.
  expectsPool: [
    async ({ watched, pool }, use) => {
      watched.expectProblems(new RegExp(`^(off-origin request|console): .*${pool.address()}/`))
      await use()
    },
    { auto: true },
  ],
})

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Acme People' })
async function choose(page: Page, name: string) {
  await button(page).click()
  await page.getByRole('button', { name }).click()
}
/** Redirected to the requested page, possibly after the terms. */
const expectSignedIn = (page: Page) =>
  expect(page).toHaveURL(/\/(accounts$|terms-of-use\?returnTo=%2Faccounts)/)
const failed = (page: Page) => page.getByRole('heading', { name: 'Sign-in failed' })

test('AUTH-06 AUTH-11 a person signs up through the pool, returns to the requested page, and signs in again', async ({
  page,
  picture,
  openBrowser,
  expectAccessible,
}) => {
  await page.goto('/auth/register?returnTo=/accounts')
  await expect(button(page)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'sign-up')
  await choose(page, 'grace@pool.example')
  await expect(page.getByRole('heading', { name: 'Before you start' })).toBeVisible()
  await acceptTerms(page)
  await expect(page).toHaveURL(/\/accounts$/)
  // Neither code nor state stays behind.
  await page.goBack().catch(() => {})
  expect(page.url()).not.toContain('code=')

  const other = await openBrowser()
  other.watched.expectProblems(/^(off-origin request|console)/)
  await other.page.goto('/auth/login?returnTo=/accounts')
  await choose(other.page, 'grace@pool.example')
  await expect(other.page).toHaveURL(/\/accounts$/)
})

test('AUTH-06 who signed up here by email and has the same address at the pool is the same person', async ({
  page,
  pool,
  product,
  openBrowser,
}) => {
  const member = await joinAs(page.context(), product)
  pool.people.push({ subject: 'linked', email: member.email })
  const other = await openBrowser()
  other.watched.expectProblems(/^(off-origin request|console)/)
  await other.page.goto('/auth/login')
  await choose(other.page, member.email)
  await expect(other.page).toHaveURL(/\/chat\/new$/)
  const settings = await openSettings(other.page)
  await expect(settings.getByText(`${member.firstName}’s team`)).toBeVisible()
})

test('AUTH-10 a person whom the pool refuses to sign up sees that early access is full', async ({
  page,
  picture,
  watched,
}) => {
  watched.expectProblems(/status of 403/)
  await page.goto('/auth/login')
  await choose(page, 'kept-out@pool.example')
  await expect(page.getByRole('heading', { name: 'Early access is full' })).toBeVisible()
  await expect(page).toHaveURL(/\/early-access-full$/)
  await picture(page, 'early-access-full')
})

test('AUTH-06 who cancels at the pool reads so, and can try again', async ({
  page,
  picture,
  watched,
  expectAccessible,
}) => {
  watched.expectProblems(/status of 403/)
  await page.goto('/auth/login?returnTo=/accounts')
  await choose(page, 'Cancel')
  await expect(failed(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('The provider declined the sign-in.')
  await expect(page).toHaveURL(/\/auth\/validate$/)
  await expectAccessible(page)
  await picture(page, 'cancelled')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'grace@pool.example' }).click()
  await expectSignedIn(page)
})

test('S09 S17 a forged link, or one from another browser, does not sign in and cannot inject text', async ({
  page,
  openBrowser,
  watched,
}) => {
  watched.expectProblems(/status of 400/)
  await page.goto('/auth/login')
  await button(page).click()
  const held = page.waitForRequest((request) => request.url().includes('/auth/validate?'))
  // The answer is caught on its way and never reaches this browser's page.
  await page.route('**/auth/validate?*', (route) => route.abort())
  watched.expectProblems(/net::ERR_FAILED/)
  await page.getByRole('button', { name: 'grace@pool.example' }).click()
  const answer = (await held).url()

  const thief = await openBrowser()
  thief.watched.expectProblems(/status of 400/)
  await thief.page.goto(answer)
  await expect(failed(thief.page)).toBeVisible()
  const forged = `/auth/validate?state=${'a'.repeat(43)}&error=access_denied&error_description=Call%20555-0100%20at%20once`
  await thief.page.goto(forged)
  await expect(thief.page.getByRole('alert')).toHaveText("Couldn't complete the sign-in. Please start again.")
  await expect(thief.page.getByText('555-0100')).toHaveCount(0)
  await thief.page.goto('/auth/validate')
  await expect(thief.page.getByText("There's no sign-in to complete.")).toBeVisible()
  await thief.page.goto('/auth/validate/nobody')
  await expect(thief.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('S17 AUTH-02 after a provider no returnTo leads away from the site either', async ({
  openBrowser,
  product,
}) => {
  for (const attack of [
    '//evil.example',
    '/%5Cevil.example',
    'https://evil.example/chat',
    '/%09/evil.example',
  ]) {
    const fresh = await openBrowser()
    fresh.watched.expectProblems(/^(off-origin request: \S+ http:\/\/127|console)/)
    await fresh.page.goto(`/auth/login?returnTo=${attack}`)
    await choose(fresh.page, 'grace@pool.example')
    await expect(fresh.page, attack).toHaveURL(
      (url) => url.origin === product.url && !url.pathname.startsWith('/auth/'),
    )
    await expect(fresh.page.locator('main')).toBeVisible()
    expect(new URL(fresh.page.url()).origin, attack).toBe(product.url)
  }
})

test('AUTH-06 S07 an address that the pool does not vouch for is confirmed by a code', async ({
  page,
  picture,
}) => {
  await page.goto('/auth/login')
  await choose(page, 'doubtful@pool.example')
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await picture(page, 'confirm-address')
  await page.getByLabel('6-digit code').fill(await codeFromInbox(page, 'doubtful@pool.example'))
  await expect(page.getByRole('heading', { name: 'Before you start' })).toBeVisible()
})

test('AUTH-06 the button of a pool that is down says so, and works again when the pool does', async ({
  page,
  pool,
  product,
  watched,
  picture,
}) => {
  watched.expectProblems(/status of 502/)
  await pool.stop()
  await product.interrupt()
  await product.startAgain()
  await page.goto('/auth/login?returnTo=/accounts')
  await button(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    "The sign-in provider isn't responding. Please try again shortly.",
  )
  await expect(button(page)).toBeEnabled()
  await picture(page, 'pool-down')
  await pool.start()
  await choose(page, 'grace@pool.example')
  await expectSignedIn(page)
})

test('AUTH-06 I18N-01 the sign-in pages with a provider on a phone, dark, and in Arabic', async ({
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const phone = await openBrowser({
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    locale: 'ar',
  })
  for (const path of ['/auth/login', '/auth/register', '/auth/validate']) {
    await phone.page.goto(path)
    await expect(phone.page.locator('html')).toHaveAttribute('dir', 'rtl')
    if (path !== '/auth/validate')
      await expect(phone.page.getByRole('button', { name: 'المتابعة باستخدام Acme People' })).toBeVisible()
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(360)
    await expectAccessible(phone.page)
    await picture(phone.page, path.replaceAll('/', '-'))
  }
})

test('AUTH-06 ACC-05 an invited person joins through the pool on the linked page, without a code, and lands in the room', async ({
  page,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const other = await openBrowser()
  const host = await joinAs(other.context, product, { firstName: 'Ada', lastName: 'Lovelace' })
  const roomId = await makeRoom(host, 'Harbor')
  const email = 'invited@pool.example'
  await call('inviteMember', host.api, {
    params: { id: host.accountId },
    body: { email, role: 'member', roomId },
  })
  await page.goto(await mailedLink(product, email))
  await expect(page.getByText('Ada L. invited you to the room Harbor.')).toBeVisible()
  await picture(page, 'invited through the pool')
  await choose(page, email)
  await page.getByLabel('I accept the terms of use').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Join / }).click()
  await expect(page.getByText('Ada L. invited you to the room Harbor.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Harbor')
})
