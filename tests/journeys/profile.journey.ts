import { readFileSync } from 'node:fs'
import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import { sendSignIn, signIn, openSettings } from './support/sign-in.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const logo = path.join(import.meta.dirname, 'support/logo.png')

test('AUTH-14 a person changes name, picture, time zone and mail, and finds them again everywhere', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await page.goto('/chat/new')
  const settings = await openSettings(page)
  await settings.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'profile')

  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await page.getByLabel('First name').fill('Augusta Ada')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved.').first()).toBeVisible()

  await page.locator('input[type=file]').setInputFiles({
    name: 'me.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(page.getByText("The file you uploaded isn't supported.")).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(logo)
  await expect(page.getByText('Picture saved.')).toBeVisible()

  await page.getByRole('combobox', { name: 'Time zone' }).fill('Ho Chi')
  await page.getByRole('option', { name: 'Asia/Ho Chi Minh' }).click()
  await expect(page.getByText('Profile saved.').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Never' }).check()

  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Augusta Ada')
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Augusta Ada' })).toBeVisible()
})

test('AUTH-14 NAV-14 the time zone that the profile shows is the one that is kept; density is chosen and stays', async ({
  page,
  member,
  picture,
}) => {
  await page.goto('/chat/new')
  const keptZone = async () => (await call('getUserInfo', member.api)).message.timeZone
  await expect.poll(keptZone, 'without opening the profile').toBe('UTC')
  await page.goto('/profile')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('UTC')
  await expect(page.getByRole('radio', { name: /^In the morning/ })).toBeVisible()

  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-density', 'comfortable')
  await page.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click()
  await expect(root).toHaveAttribute('data-density', 'compact')
  await picture(page, 'compact')
  await page.reload()
  await expect(root).toHaveAttribute('data-density', 'compact')
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked()
})

test('AUTH-13 S13 sessions are listed, one is ended, and a new password ends the others', async ({
  page,
  member,
  openBrowser,
  watched,
  picture,
}) => {
  watched.expectProblems(/40[013] \(/)
  const [one, two] = [await openBrowser(), await openBrowser()]
  for (const { page: elsewhere, watched: watching } of [one, two]) {
    watching.expectProblems(/40[013] \(/)
    await signIn(elsewhere, member)
  }
  await page.goto('/profile')
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  // The browser's, two others, and those that the people of this journey were made with.
  await expect(sessions.getByText('This session')).toBeVisible()
  const before = await sessions.getByRole('listitem').count()
  expect(before).toBeGreaterThanOrEqual(3)
  await picture(page, 'sessions')
  await sessions
    .getByRole('button', { name: /End the session/ })
    .first()
    .click()
  await expect(page.getByText('Session ended.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(before - 1)

  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('not the old one')
  await page.getByLabel('New password').fill('Difference-Engine-1822')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password or the code is incorrect.')).toBeVisible()
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText("Password changed. You've been signed out everywhere else.")).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  for (const { page: elsewhere } of [one, two])
    await expect(elsewhere.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('AUTH-14 a data copy is requested, announced by mail and downloaded', async ({ page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Request a copy' }).click()
  await expect(page.getByText('Your copy is ready')).toBeVisible({ timeout: 60_000 })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^atrium-\d{4}-\d\d-\d\d\.zip$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('AUTH-14 ACC-07 an account with other members blocks deletion; without one, signing in can undo it', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  watched.expectProblems(/40[013] \(/)
  const guests = await openBrowser()
  const guest = await joinTeamOf(member, guests.context, product)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my user account…' }).click()
  await expect(page.getByText('These accounts have other members.')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'in the way')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await call('removeMember', member.api, {
    params: { id: member.accountId },
    query: { userId: guest.userId },
  })
  await page.getByRole('button', { name: 'Delete my user account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your user account?' })
  await expect(dialog.getByText("You're the only member of these accounts")).toBeVisible()
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Delete my user account' }).click()
  await expect(page.getByText(/^All your data will be permanently deleted after/)).toBeVisible()
  await expect(page).not.toHaveURL(/\/profile$/)

  await page.goto('/auth/login')
  await sendSignIn(page, member)
  await expect(
    page.getByRole('heading', { name: 'Your user account is scheduled for deletion' }),
  ).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'undo')
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
})

test('UI-03 the profile on a phone, in Arabic and in the dark', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/profile')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await expect(page.getByRole('heading', { name: 'الملف الشخصي' })).toBeVisible()
  await expect(page.getByText('هذه الجلسة')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  await picture(page, 'phone in Arabic')
})

test("I18N-02 the language is the chosen one, else the browser's first supported one, else English", async ({
  openBrowser,
}) => {
  for (const [locale, language] of [
    ['vi-VN', 'vi'],
    ['zh-TW', 'zh'],
    ['de-DE', 'en'],
    ['fry-NL', 'en'],
  ] as const) {
    const { page } = await openBrowser({ locale })
    await page.goto('/auth/login')
    await expect(page.locator('html'), locale).toHaveAttribute('lang', language)
    await page.getByRole('combobox').selectOption('fr')
    await expect(page.locator('html'), locale).toHaveAttribute('lang', 'fr')
    await page.reload()
    await expect(page.locator('html'), locale).toHaveAttribute('lang', 'fr')
  }
})
