import { contract } from '@atrium/contract'
import { send } from '@atrium/testkit/api-client.ts'
import { expect } from '@playwright/test'
import { codeFromInbox } from './support/people.ts'
import { openSettings, sendSignIn, signIn } from './support/sign-in.ts'
import { test } from './support/test.ts'

const signInHeading = { name: 'Welcome back' }

test('AUTH-09 S11 signing out ends the session here, in other tabs, and for copied credentials', async ({
  page,
  context,
  member,
  watched,
  picture,
}) => {
  watched.expectProblems(/401 \(Unauthorized\)/)
  await page.goto('/chat-history/all')
  const otherTab = await context.newPage()
  await otherTab.goto('/chat/new')
  await expect(otherTab.getByRole('textbox', { name: 'Your question' })).toBeVisible()
  const kept = await context.cookies()
  const cookie = kept.map(({ name, value }) => `${name}=${value}`).join('; ')

  const settings = await openSettings(page)
  await picture(page, 'account settings')
  await settings.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByRole('heading', signInHeading)).toBeVisible()
  await expect(otherTab.getByRole('heading', signInHeading)).toBeVisible()

  const access = await send(contract.listAccounts, member.api)
  expect(access.status, 'the access token').toBe(401)
  const refresh = await send(contract.refreshToken, { url: member.api.url, cookie })
  expect(refresh.status, 'the refresh cookie').toBe(401)

  await page.goBack()
  await expect(page.getByRole('heading', signInHeading)).toBeVisible()
  await page.goto('/chat-history/all?sort=title')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=/)
  await sendSignIn(page, member)
  await expect(page).toHaveURL(/\/chat-history\/all\?sort=title$/)
})

test('AUTH-13 S13 signing out everywhere signs out the other browsers automatically', async ({
  page,
  member,
  openBrowser,
}) => {
  const elsewhere = await openBrowser()
  elsewhere.watched.expectProblems(/401 \(Unauthorized\)/)
  await signIn(elsewhere.page, member)
  await page.goto('/')
  const settings = await openSettings(page)
  await settings.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', signInHeading)).toBeVisible()
  await expect(elsewhere.page.getByRole('heading', signInHeading)).toBeVisible()
  // They return to the page that they were on.
  await expect(elsewhere.page).toHaveURL(/returnTo=%2Fchat%2Fnew/)
})

test('AUTH-09 a sign-out without a connection shows a notice, and still signs out', async ({
  page,
  member,
  watched,
}) => {
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED|401 \(Unauthorized\)/)
  await page.goto('/')
  const settings = await openSettings(page)
  await page.route('**/api/auth/**', (route) => route.abort('internetdisconnected'))
  await settings.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('Unable to logout!')).toBeVisible()
  await page.unroute('**/api/auth/**')
  await page.goto('/')
  await expect(page.getByRole('heading', signInHeading)).toBeVisible()
  expect(member.email).toContain('@')
})

test('AUTH-05 AUTH-04 a forgotten password is replaced with a code, which ends every other session', async ({
  page,
  context,
  member,
  openBrowser,
  watched,
  picture,
}) => {
  watched.expectProblems(/401 \(Unauthorized\)|400 \(Bad Request\)/)
  const elsewhere = await openBrowser()
  elsewhere.watched.expectProblems(/401 \(Unauthorized\)/)
  await signIn(elsewhere.page, member)
  await context.clearCookies()

  await page.goto('/auth/login')
  await page.getByLabel('Email address').fill(member.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  // What was typed at the sign-in need not be typed again, and is not part of the address.
  await expect(page.getByLabel('Email address')).toHaveValue(member.email)
  await expect(page).toHaveURL(/\/auth\/forgot-password$/)
  await picture(page, 'forgot password')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expect(page.getByText(member.email)).toBeVisible()
  const code = await codeFromInbox(page, member.email, 'for a new password')
  await page.getByLabel('6-digit code').fill(code)
  await page.getByLabel('New password').fill('Analytical')
  await expect(page.getByText('Strength: Weak')).toBeVisible()
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText("The password doesn't meet every requirement yet.")).toBeVisible()
  const password = 'Another-Engine-1871'
  await page.getByLabel('New password').fill(password)
  await picture(page, 'new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)

  await expect(elsewhere.page.getByRole('heading', signInHeading)).toBeVisible()
  await sendSignIn(elsewhere.page, member)
  await expect(elsewhere.page.getByText('The email address or the password is incorrect.')).toBeVisible()
  await sendSignIn(elsewhere.page, { ...member, password })
  await expect(elsewhere.page).toHaveURL(/\/chat\/new$/)
})
