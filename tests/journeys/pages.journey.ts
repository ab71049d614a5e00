import { mintId } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { askQuietly } from './support/asked.ts'
import { signUpAs } from './support/people.ts'
import { navigation } from './support/rooms.ts'
import { expect, memberTest, test } from './support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const authPages: [name: string, title: string][] = [
  ['login', 'Welcome back'],
  ['register', 'Manage the job more effectively with Atrium'],
  ['verify', 'Confirm your email address'],
  ['new-password', 'Set a new password'],
  ['forgot-password', 'Forgot your password?'],
  // This browser has no sign-in to complete.
  ['validate', 'Sign-in failed'],
]

test('AUTH-01 every sign-in page has its URL and an alias, and keeps the requested target', async ({
  page,
}) => {
  const returnTo = `?returnTo=${encodeURIComponent('/chat-history/all')}`
  for (const [name, title] of authPages)
    for (const address of [`/auth/${name}`, `/auth/amplify/${name}`]) {
      await page.goto(address + returnTo)
      await expect(heading(page, title), address).toBeVisible()
      await expect(page).toHaveURL(`/auth/${name}${returnTo}`)
    }
  await page.goto('/auth/amplify/nothing-like-it')
  await expect(heading(page, 'Page not found')).toBeVisible()
})

const genericPages: [path: string, title: string, text: string][] = [
  ['/403', 'No permission', "You don't have access to this page."],
  ['/404', 'Page not found', 'Sorry, we can’t find a page that you’re looking for.'],
  ['/500', 'Something broke on our side', 'Nothing you wrote is lost.'],
  ['/maintenance', 'Atrium is down for maintenance', 'The service is currently unavailable.'],
  ['/coming-soon', 'Coming soon', "This part of Atrium isn't available yet."],
  ['/early-access-full', 'Early access is full', "Sign-up isn't open to this email address."],
]

test('NAV-04 the generic pages explain their purpose to everybody', async ({ page }) => {
  for (const [path, title, text] of genericPages) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(text)
    await expect(page).toHaveTitle(`${title} – Atrium`)
  }
})

memberTest('NAV-04 what is not there is not found, and leads to the rooms', async ({ page, member }) => {
  for (const path of [
    '/no/such/page',
    `/account-admin/nothing/${member.accountId}`,
    '/chat-history/nothing',
  ]) {
    await page.goto(path)
    await expect(heading(page, 'Page not found')).toBeVisible()
    await expect(page.getByText('Sorry, we can’t find a page that you’re looking for.')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go To Your Rooms' }).click()
  await expect(page).toHaveURL('/chat/new')
})

memberTest('NAV-01 NAV-02 every address of the product leads to its page', async ({ page, member }) => {
  const leads: [from: string, to: string, title: string][] = [
    ['/', '/chat/new', 'Hello, Ada'],
    ['/chat', '/chat/new', 'Hello, Ada'],
    ['/chat-history', '/chat-history/all', 'Chat History'],
    ['/workspaces', '/accounts', 'Looks like you can join invites to Accounts'],
    ['/room-and-members', '/room-and-members', 'Room and Members'],
    ['/account-settings', `/account-admin/settings/${member.accountId}`, 'Account settings'],
    ['/terms-of-use', '/terms-of-use', 'Terms of use'],
    ['/accounts', '/accounts', 'Looks like you can join invites to Accounts'],
    [`/knowledge-bases/${member.roomId}`, `/knowledge-bases/${member.roomId}`, 'Knowledge bases'],
    [
      `/knowledge-bases/${member.roomId}?kb=true`,
      `/knowledge-bases/${member.roomId}?kb=true`,
      'Knowledge bases',
    ],
  ]
  for (const [from, to, title] of leads) {
    await page.goto(from)
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  }
})

memberTest('NAV-12 a bar shows that a page loads; the header is 60 px high', async ({ page }) => {
  await page.goto('/chat/new')
  await expect(page.getByRole('banner')).toBeVisible()
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(60)
  const hold = Promise.withResolvers<void>()
  const program = /\/assets\/.*\.js$/
  await page.route(program, async (route) => {
    await hold.promise
    await route.continue()
  })
  await navigation(page).getByRole('link', { name: 'Question Library' }).click()
  const bar = page.getByRole('progressbar', { name: 'Loading…' })
  await expect(bar).toBeVisible()
  hold.resolve()
  await expect(heading(page, 'Question Library')).toBeVisible()
  await expect(bar).toBeHidden()
})

test('NAV-01 AUTH-11 a user without an account is redirected from / to the accounts screen', async ({
  page,
  context,
  product,
}) => {
  await signUpAs(context, product)
  await page.goto('/')
  await expect(page).toHaveURL('/accounts?returnTo=%2Fchat')
  await expect(heading(page, 'Looks like you can join invites to Accounts')).toBeVisible()
})

memberTest('NAV-01 the address of a chat leads to it, in the active account', async ({ page, member }) => {
  const question = 'Which way is south?'
  const chatId = await askQuietly(member, question)
  await page.goto(`/chat/${chatId}`)
  await expect(page).toHaveURL(`/chat/${chatId}`)
  // Until it has a title, the chat is also titled by its question.
  await expect(page.getByRole('log').getByText(question, { exact: true })).toBeVisible()
})

memberTest(
  'NAV-02 what is not open yet says so in its place, and nothing of it is dead',
  async ({ page, picture, expectAccessible }) => {
    await page.goto('/api')
    await expect(heading(page, 'API')).toBeVisible()
    await expect(page.getByRole('main').getByText("The API isn't available", { exact: true })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'api')
    const tabs = page.getByRole('navigation', { name: 'Parts of the account' })
    await expect(tabs.getByRole('link', { name: 'API' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('link', { name: 'Open the API reference' }).click()
    await expect(heading(page, 'API reference')).toBeVisible()
  },
)

memberTest(
  'NAV-05 the twins of earlier names, and every id that is not the active account, lead to its members',
  async ({ page, member }) => {
    const members = `/account-members/${member.accountId}`
    const other = mintId('account')
    const ways = [
      `/account-admin/${member.accountId}`,
      `/workspace-members/${member.accountId}`,
      `/workspace-admin/${member.accountId}`,
      ...['account-members', 'account-admin', 'workspace-members', 'workspace-admin'].map(
        (way) => `/${way}/${other}`,
      ),
      `/account-admin/settings/${other}`,
      `/account-admin/audit-log/${other}`,
      `/knowledge-bases/${other}`,
      '/account-members/anything',
    ]
    for (const way of ways) {
      await page.goto(way)
      await expect(page, way).toHaveURL(members)
      await expect(heading(page, 'Accounts & Members')).toBeVisible()
    }
  },
)

memberTest('NAV-06 the tabs of the account lead to its parts; API stays shut', async ({ page, member }) => {
  await page.goto(`/account-members/${member.accountId}`)
  const tabs = page.getByRole('navigation', { name: 'Parts of the account' })
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Account settings')).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Audit Log' }).click()
  await expect(heading(page, 'Audit Log')).toBeVisible()
  await tabs.getByRole('link', { name: 'API' }).click({ force: true })
  await expect(page).toHaveURL(`/account-admin/audit-log/${member.accountId}`)
  await tabs.getByRole('link', { name: 'Members' }).click()
  await expect(heading(page, 'Accounts & Members')).toBeVisible()
})

memberTest(
  'NAV-07 the sidebar starts collapsed beside a chat, open elsewhere, and stays as one leaves it',
  async ({ page }) => {
    const collapse = page.getByRole('button', { name: 'Collapse the sidebar' })
    const expand = page.getByRole('button', { name: 'Expand the sidebar' })
    await page.goto('/chat/new')
    await expect(expand).toBeVisible()
    await expect(collapse).toHaveCount(0)
    await page.goto('/chat-history/all')
    await expect(collapse).toBeVisible()

    await collapse.click()
    await expect(expand).toBeFocused()
    await page.reload()
    await expect(expand).toBeVisible()
    await expect(collapse).toHaveCount(0)
    await page.goto('/chat/new')
    await expand.click()
    await expect(collapse).toBeFocused()
    await page.reload()
    await expect(collapse).toBeVisible()
    await expect(expand).toHaveCount(0)
  },
)

memberTest(
  'NAV-07 on a phone the sidebar is a drawer, whatever was chosen on a wide screen',
  async ({ page, member, picture }) => {
    const question = 'Which way is north?'
    await askQuietly(member, question)
    await page.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('atrium.sidebar', '"expanded"')
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/chat/new')
    const open = page.getByRole('button', { name: 'Open the navigation' })
    await expect(open).toBeVisible()
    await expect(navigation(page)).toHaveCount(0)

    await open.click()
    const drawer = page.getByRole('dialog', { name: 'Main navigation' })
    await expect(navigation(page)).toBeVisible()
    await picture(page, 'drawer')
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(open).toBeFocused()

    await open.click()
    await drawer.getByRole('link', { name: 'Chat History' }).click()
    await expect(page).toHaveURL('/chat-history/all')
    await expect(drawer).toHaveCount(0)
    await expect(heading(page, 'Chat History')).toBeVisible()
  },
)
