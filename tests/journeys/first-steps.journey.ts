import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { composer } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { joinAs } from './support/people.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest, test } from './support/test.ts'

const welcome = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Atrium' })
const steps = (page: Page) => page.getByRole('region', { name: 'Get started' })
const facts = (page: Page) => page.getByRole('list', { name: 'About this room' })

test('a new person reads the welcome by keyboard, once on all devices', async ({
  page,
  context,
  product,
  picture,
  expectAccessible,
  openBrowser,
}) => {
  await joinAs(context, product, {}, { isNew: true })
  await page.goto('/chat/new')
  await expect(welcome(page)).toContainText('Step 1 of 3')
  await expectAccessible(page)
  await picture(page, 'welcome')
  await expect(welcome(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(welcome(page).getByRole('heading', { name: 'Work together in rooms' })).toBeFocused()
  await expect(welcome(page)).toContainText('Step 2 of 3')
  await picture(page, 'rooms')
  await welcome(page).getByRole('button', { name: 'Back' }).click()
  await expect(welcome(page)).toContainText('Step 1 of 3')
  for (const _ of [1, 2]) await welcome(page).getByRole('button', { name: 'Next' }).click()
  await expect(welcome(page)).toContainText('Step 3 of 3')
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/user/info') && response.request().method() === 'PATCH',
  )
  await welcome(page).getByRole('button', { name: 'Get started' }).click()
  await expect(welcome(page)).toHaveCount(0)
  expect((await kept).status()).toBe(200)

  const other = await openBrowser({ storageState: await context.storageState() })
  await other.page.goto('/chat/new')
  await expect(steps(other.page)).toBeVisible()
  await expect(welcome(other.page)).toHaveCount(0)
})

test('a new person skips the welcome with Escape, on a phone in Arabic', async ({
  page,
  context,
  product,
  picture,
  expectAccessible,
}) => {
  await joinAs(context, product, {}, { isNew: true })
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chat/new')
  const dialog = page.getByRole('dialog', { name: 'مرحبًا بك في Atrium' })
  await expect(dialog).toContainText('الخطوة')
  await expectNothingBeside(page)
  await expectAccessible(page)
  await picture(page, 'welcome')
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/user/info') && response.request().method() === 'PATCH',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await kept
  await expect(page.getByRole('region', { name: 'الخطوات الأولى' })).toBeVisible()
  await expectNothingBeside(page)
  await expectAccessible(page)
  await picture(page, 'steps')
  await page.reload()
  await expect(page.getByRole('region', { name: 'الخطوات الأولى' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a new account shows three steps, ticks each as it happens, and then the facts of the room', async ({
  page,
  context,
  product,
  picture,
  expectAccessible,
}) => {
  const member = await joinAs(context, product, {}, { isNew: true })
  await call('changeUser', member.api, { body: { isWelcomed: true } })
  await page.goto('/chat/new')
  await expect(steps(page)).toContainText('0 of 3 done')
  await expectAccessible(page)
  await picture(page, 'steps')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingBeside(page)
  await picture(page, 'phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  await steps(page).getByRole('button', { name: 'Invite people' }).click()
  const invite = page.getByRole('dialog', { name: 'Send Invite' })
  await invite.getByLabel('Email address').fill('grace@example.org')
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('grace@example.org').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(invite).toHaveCount(0)
  await expect(steps(page)).toContainText('1 of 3 done')

  await steps(page).getByRole('link', { name: 'Add a file' }).click()
  await expect(page).toHaveURL(/\/room-and-members/)
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'tea.txt', mimeType: 'text/plain', buffer: Buffer.from('Green tea.') })
  await expect(page.getByText('tea.txt').first()).toBeVisible()
  await expect.poll(async () => (await call('getFirstSteps', member.api)).message.hasFile).toBe(true)
  await page.goto('/chat/new')
  await expect(steps(page)).toContainText('2 of 3 done')
  await picture(page, 'two done')

  await steps(page).getByRole('link', { name: 'Use a template' }).click()
  await page.getByRole('button', { name: 'Bug report that gets fixed', exact: true }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('textbox').first()).toBeFocused()
  for (const blank of await form.getByRole('textbox').all()) await blank.fill('tea')
  await form.getByRole('button', { name: 'Put it in the composer' }).click()
  await expect(composer(page)).not.toHaveValue('')
  await expect(steps(page)).toContainText('3 of 3 done')
  await picture(page, 'all done')
  await page.reload()
  await expect(facts(page)).toContainText('1 file')
  await expect(steps(page)).toHaveCount(0)
})

const purpose = 'A room is a shared space: its chats use its files and instructions.'

memberTest(
  'an admin closes the steps for good; an empty room says what it is for',
  async ({ page, product, member, openBrowser }) => {
    const bo = await openBrowser()
    await joinTeamOf(member, bo.context, product)
    await bo.page.goto('/chat/new')
    await expect(facts(bo.page)).toContainText(purpose)
    await expect(steps(bo.page)).toHaveCount(0)

    const other = await openBrowser()
    await joinAs(other.context, product, {}, { isNew: true })
    await other.page.goto('/chat/new')
    await welcome(other.page).getByRole('button', { name: 'Skip' }).click()
    await steps(other.page).getByRole('button', { name: 'Close this list' }).click()
    await expect(steps(other.page)).toHaveCount(0)
    await expect(facts(other.page)).toContainText(purpose)
    await other.page.evaluate(() => localStorage.removeItem('atrium.firstStepsOver'))
    await other.page.reload()
    await expect(facts(other.page)).toBeVisible()
    await expect(steps(other.page)).toHaveCount(0)

    await call('changeRoom', member.api, {
      params: { accountId: member.accountId, roomId: member.roomId },
      body: { description: 'Offers, fairs and letters to customers.' },
    })
    await page.goto('/chat/new')
    await expect(facts(page)).toContainText('Offers, fairs and letters to customers.')
    await expect(facts(page)).not.toContainText(purpose)
  },
)
