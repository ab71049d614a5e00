import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, composer, startChat } from './support/conversation.ts'
import { openRoomSettings, keepSidebarOpen, toast } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

const form = (page: Page) => page.locator('form').filter({ has: composer(page) })
const toolSwitch = (page: Page) => form(page).getByRole('button', { name: 'Use tools' })

test('JOB-04 an admin connects a tool server and accepts its tools; a room allows them; a writing tool asks the person each time', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await page.goto(`/account-admin/tools/${member.accountId}`)
  await expect(page.getByText('No tool servers yet')).toBeVisible()
  await picture(page, 'empty')

  await page.getByRole('button', { name: 'Connect server' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Connect a tool server' })
  // The operator's installed ones are listed; the sandbox has a service desk.
  await dialog.getByRole('combobox', { name: 'Server' }).click()
  await page.getByRole('option').nth(1).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Service desk')
  await dialog.getByLabel('Prefix').fill('desk')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText(/^Connected to .+: 2 tools\.$/)).toBeVisible()
  await picture(page, 'connect')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(toast(page, 'Service desk was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept 2 tools' }).click()
  await expect(toast(page, 'Tools accepted.')).toBeVisible()
  await picture(page, 'accepted')
  await expectAccessible(page)

  await page.goto('/chat/new')
  await openRoomSettings(page, 'General')
  const section = page.getByRole('region', { name: 'Tools' })
  const modes = section.getByRole('combobox')
  await expect(modes).toHaveCount(2)
  for (const mode of await modes.all()) await mode.selectOption('Ask each time')
  await section.scrollIntoViewIfNeeded()
  await picture(page, 'room')

  await startChat(page, 'Sandbox Quick')
  await toolSwitch(page).click()
  await expect(toolSwitch(page)).toHaveAttribute('aria-pressed', 'true')
  await ask(page, 'Please create a ticket: the pump is loud')
  await expect(page.getByText(/^Service desk asks to run/)).toBeVisible()
  await expect(page.getByText('It may change something outside Atrium.')).toBeVisible()
  await picture(page, 'consent')
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Allow once' }).click()
  await answerEnds(page)
  await expect(answer(page)).toContainText(/SD-\d+/)
  await picture(page, 'answered')

  await ask(page, 'Create another ticket, please')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await answerEnds(page)
  await expect(answer(page)).toContainText('Refused. It was not run.')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'refused-phone-dark')
  await expectAccessible(page)
})

test('JOB-04 an admin signs in to a tool server that asks for it, sees what it will ask for, and signs out', async ({
  page,
  context,
  member,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  watched.expectProblems(/off-origin request: \w+ http:\/\/127\.0\.0\.1:\d+\/(authorize|decide|favicon)/)
  const servers = `/account-admin/tools/${member.accountId}`
  await page.goto(servers)
  await page.getByRole('button', { name: 'Connect server' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Connect a tool server' })
  await dialog.getByRole('combobox', { name: 'Server' }).click()
  await page.getByRole('option', { name: /with a sign-in/ }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Ticket desk')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByRole('heading', { name: 'The server asks for a sign-in' })).toBeVisible()
  await expect(dialog.getByText('tickets:write')).toBeVisible()
  await expect(dialog.getByText(/Your sign-in is for the whole account/)).toBeVisible()
  await dialog.getByText('Use your own client').click()
  await picture(page, 'sign-in')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'sign-in-dark')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  await dialog.getByRole('button', { name: 'Sign in to the server' }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox service desk' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    page.getByText(/Access was not granted\. The service says: .*The person would rather not/),
  ).toBeVisible()
  await picture(page, 'sign-in-refused')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the tool servers' }).click()
  await page.getByRole('button', { name: 'Sign in to the server: Ticket desk' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign in to Ticket desk' })
  await expect(signIn.getByText('tickets:read')).toBeVisible()
  await signIn.getByRole('button', { name: 'Sign in to the server' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(toast(page, 'Signed in to Ticket desk.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(servers))
  await expect(page.getByText(/^Signed in at 127\.0\.0\.1:\d+ by /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept 2 tools' })).toBeVisible()
  await picture(page, 'signed-in')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign out: Ticket desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(toast(page, 'Signed out of Ticket desk.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Sign in to the server: Ticket desk' }).click()
  await expect(signIn.getByText('tickets:read')).toBeVisible()
  await picture(page, 'sign-in-phone')
  await expectAccessible(page)

  await page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.goto(servers)
  await page.getByRole('button', { name: 'تسجيل الدخول إلى الخادم: Ticket desk' }).click()
  await expect(page.getByRole('dialog').getByText('tickets:read')).toBeVisible()
  await picture(page, 'sign-in-arabic')
  await expectAccessible(page)
})
