import path from 'node:path'
import type { AccessToken } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { composer } from './support/conversation.ts'
import { lookEverywhere } from './support/look-everywhere.ts'
import { joinAs, type Member } from './support/people.ts'
import type { Product } from './support/product.ts'
import { toast } from './support/rooms.ts'
import { sendSignIn, signIn } from './support/sign-in.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'
import { replied } from './support/watch.ts'

const test = systemTest()
let operatorOfProduct: Member | undefined
/** Signs in the system administrator, who signs up in the first test of a product. */
async function operator(page: Page, context: BrowserContext, product: Product): Promise<Member> {
  const isNew = operatorOfProduct === undefined
  operatorOfProduct ??= await joinAs(context, product, {
    firstName: 'Sam',
    lastName: 'System',
    email: adminEmail,
  })

  if (!isNew) await signIn(page, operatorOfProduct)
  const { url } = product
  const reply = await context.request.post(`${url}/api/auth/token`, { headers: { origin: url } })
  const { data } = (await reply.json()) as { data: AccessToken }
  operatorOfProduct.api.token = data.accessToken
  return operatorOfProduct
}

const logo = path.join(import.meta.dirname, 'support/logo.png')

/** What a person sees who comes back to their tab: the configuration is loaded again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
/** The value of a `datetime-local` field in the browser's time zone. */
const fieldValue = (page: Page, iso: string) =>
  page.evaluate((time) => {
    const at = new Date(time)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, iso)

test('LIFE-03 signing everybody out needs the password, ends every session and clears the browsers', async ({
  page,
  context,
  product,
  openBrowser,
  watched,
}) => {
  watched.expectProblems(replied(401))
  watched.expectProblems(replied(403))
  const guest = await openBrowser()
  guest.watched.expectProblems(replied(401))
  const ada = await joinAs(guest.context, product, { firstName: 'Ada', lastName: 'Lovelace' })
  await guest.page.goto('/')
  await expect(guest.page).toHaveURL(/\/chat\/new$/)
  await guest.page.evaluate(() => localStorage.setItem('atrium.draft', '"words"'))
  const sam = await operator(page, context, product)
  await page.goto('/system/notices')
  await page.getByRole('button', { name: 'Sign everyone out…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign everyone out?' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Wrong-Password-1')
  await dialog.getByRole('button', { name: 'Sign everyone out' }).click()
  await expect(dialog.getByText('The password or the code is incorrect.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(sam.password)
  await page.evaluate(() => Object.assign(window, { isBeforeReload: true }))
  await dialog.getByRole('button', { name: 'Sign everyone out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)

  await comeBack(guest.page)
  await expect(guest.page).toHaveURL(/\/auth\/login/)
  // Carried out a second after the page knows of it, or once somebody is signed in, who then stays signed in; the reload may take away
  // what the form had.
  await expect(async () => {
    await sendSignIn(guest.page, ada)
    await expect(guest.page).toHaveURL(/\/chat\/new$/, { timeout: 10_000 })
  }).toPass()
  await guest.page.waitForFunction(() => localStorage.getItem('atrium.draft') === null)
  await expect(composer(guest.page)).toBeVisible()

  // The operator's browser is cleared too. Whoever signs in from now on in another browser keeps its data.
  await page.waitForFunction(() => !('isBeforeReload' in window))
  await sendSignIn(page, sam)
  await page.getByRole('button', { name: 'Stop clearing browsers' }).click()
  await expect(toast(page, 'Browsers keep their data from now on')).toBeVisible()
})

test('LIFE-04 CHAT-15 an announcement shows once, with another picture on phones', async ({
  page,
  context,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  watched.expectProblems(replied(401))
  const guest = await openBrowser()
  guest.watched.expectProblems(replied(401))
  await operator(guest.page, guest.context, product)
  await joinAs(context, product, { firstName: 'Ada', lastName: 'Lovelace' })
  await guest.page.goto('/system/notices')
  const form = guest.page.locator('section', {
    has: guest.page.getByRole('heading', { name: 'Announcement' }),
  })
  await form.getByRole('button', { name: 'Show announcement' }).click()
  await expect(form.getByText('Choose a picture.')).toBeVisible()
  await form.locator('input[type=file]').first().setInputFiles(logo)
  await expect(form.locator('img')).toBeVisible()
  await form.getByLabel('Description').fill('Canvases are here')
  await form.getByRole('button', { name: 'Show announcement' }).click()
  await expect(toast(guest.page, 'The announcement is shown')).toBeVisible()

  await page.goto('/')
  const dialog = page.getByRole('dialog', { name: 'Announcement' })
  await expect(dialog.getByRole('img', { name: 'Canvases are here' })).toBeVisible()
  await picture(page, 'announcement')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await expect(dialog).toBeHidden()
  // A page that is open learns of it with its next look at the configuration.
  await guest.page.reload()
  await guest.page
    .getByRole('dialog', { name: 'Announcement' })
    .getByRole('button', { name: 'Got it' })
    .click()
  await form.getByRole('button', { name: 'End announcement' }).click()
  await expect(toast(guest.page, 'The announcement has ended')).toBeVisible()

  await test.step('CHAT-15 the new-chat screen has a picture, a title and a text of the operator', async () => {
    const screen = guest.page.locator('section', {
      has: guest.page.getByRole('heading', { name: 'New-chat screen' }),
    })
    await screen.locator('input[type=file]').first().setInputFiles(logo)
    await screen.getByLabel('Title').fill('Ahoy, crew')
    await screen.getByLabel('Text').fill('Ask about the ship.')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect(screen.getByRole('button', { name: "Use Atrium's own" })).toBeEnabled()
    await page.goto('/chat/new')
    await expect(page.getByRole('heading', { name: 'Ahoy, crew' })).toBeVisible()
    await expect(page.getByText('Ask about the ship.')).toBeVisible()
    await picture(page, 'new-chat-screen')
  })
})

test('LIFE-01 LIFE-02 LIFE-07 a downtime is announced, counted down, entered and ended, and a running answer is kept', async ({
  page,
  context,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  watched.expectProblems(replied(401))
  watched.expectProblems(replied(503))
  const guest = await openBrowser()
  guest.watched.expectProblems(replied(401))
  guest.watched.expectProblems(replied(503))
  await joinAs(guest.context, product, { firstName: 'Grace', lastName: 'Hopper' })
  await guest.page.goto('/')
  await expect(guest.page).toHaveURL(/\/chat\/new$/)
  const { api } = await operator(page, context, product)

  await test.step('the operator plans it', async () => {
    await page.goto('/system/notices')
    await expect(page.getByRole('heading', { name: 'Planned downtime' })).toBeVisible()
    await page.getByRole('button', { name: 'Announce downtime' }).click()
    await expect(page.getByText('Enter when the downtime starts.')).toBeVisible()
    await page.getByLabel('Start', { exact: true }).fill(await fieldValue(page, inMinutes(62)))
    await page.getByLabel('End', { exact: true }).fill(await fieldValue(page, inMinutes(30)))
    await page.getByRole('button', { name: 'Announce downtime' }).click()
    await expect(page.getByText('The end should be after the start.')).toBeVisible()
    await page.getByLabel('End', { exact: true }).fill(await fieldValue(page, inMinutes(122)))
    await page.getByLabel('Title of the dialog').fill('Upgrade on {date}')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(/Upgrade on \d+ \w+ \d{4}/)
    await page.getByRole('button', { name: 'Announce downtime' }).click()
    await expect(toast(page, 'The downtime is announced')).toBeVisible()
    await expect(page.getByText(/^Planned from/)).toBeVisible()
    await picture(page, 'planned')
    await expectAccessible(page)
  })

  const dialog = guest.page.getByRole('dialog', { name: /^Upgrade on/ })
  await test.step('people see the dialog, then the timer', async () => {
    await comeBack(guest.page)
    await expect(dialog).toContainText('Atrium will be down for maintenance from')
    await picture(guest.page, 'dialog')
    await expectAccessible(guest.page)
    await dialog.getByRole('button', { name: 'Okay, got it' }).click()
    await expect(dialog).toBeHidden()
    await expect(guest.page.getByRole('timer')).toHaveText(/^6[0-2] minutes left$/)
    await picture(guest.page, 'timer')
    await expectAccessible(guest.page)
    await guest.page.reload()
    await expect(guest.page.getByRole('timer')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('a changed downtime asks again', async () => {
    const text = { notificationWindowHours: 2, timerMessage: '', dialogTitle: '', dialogMessage: '' }
    const body = { downtime: { downTimeStart: inMinutes(50), downTimeEnd: inMinutes(90), ...text } }
    await call('changeNotices', api, { body })
    await comeBack(guest.page)
    await guest.page.getByRole('button', { name: 'Okay, got it' }).click()
  })

  await test.step('at zero the maintenance page opens; the operator stays', async () => {
    await composer(guest.page).fill('Tell me about tea')
    await guest.page.keyboard.press('Enter')
    await expect(guest.page).toHaveURL(/\/chat\/(?!new)/)
    const text = { notificationWindowHours: 2, timerMessage: '', dialogTitle: '', dialogMessage: '' }
    const body = { downtime: { downTimeStart: inMinutes(-1), downTimeEnd: inMinutes(90), ...text } }
    await call('changeNotices', api, { body })
    await comeBack(guest.page)
    await expect(guest.page.getByRole('heading', { name: 'Atrium is down for maintenance' })).toBeVisible()
    await expect(guest.page.getByText(/^Planned maintenance ends at about/)).toBeVisible()
    await picture(guest.page, 'maintenance')
    await expectAccessible(guest.page)
    await guest.page.getByRole('button', { name: 'Try again' }).click()
    await expect(guest.page.getByText(/^Planned maintenance ends at about/)).toBeVisible()

    await comeBack(page)
    await expect(page.getByText(/^Planned downtime is on until/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Under way until/)).toBeVisible()
  })

  await test.step('once it ends, everybody is back where they were, with the whole answer', async () => {
    await page.getByRole('button', { name: 'End downtime now' }).click()
    await expect(toast(page, 'The downtime has ended')).toBeVisible()
    await expect(page.getByText(/^Planned downtime is on until/)).toBeHidden()
    // The maintenance page looks again every 15 s.
    await expect(guest.page).toHaveURL(/\/chat\/(?!new)/)
    await expect(guest.page.getByRole('button', { name: 'Good response' })).toBeVisible()
    await expect(guest.page.getByRole('timer')).toBeHidden()
  })
  await lookEverywhere(page, '/system/notices', picture, expectAccessible)
})
