import { readFileSync } from 'node:fs'
import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import { textOfPdf } from '@atrium/documents/testing/text-of-pdf.ts'
import { membersOf } from './support/addresses.ts'
import type { Member } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { openSettings } from './support/sign-in.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest } from './support/test.ts'

const plansFile = path.resolve(import.meta.dirname, '../../packages/testkit/plans.shop.yaml')

/** Journeys of a product that sells plans and packs in the sandbox. */
const test = memberTest.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ ATRIUM_PLANS_FILE: plansFile })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const pageOf = ({ accountId }: Pick<Member, 'accountId'>, page: string) =>
  `/plans-and-billing/${page}/${accountId}`

const saveAddress = (member: Member, country: 'NO' | 'IN') =>
  call('changeBillingDetails', member.api, {
    params: { accountId: member.accountId },
    body: {
      billingDetails: {
        name: 'Tidewater Probes Ltd',
        email: 'billing@tidewater.example',
        line1: '1 Harbour Street',
        city: country === 'NO' ? 'Oslo' : 'Mumbai',
        postalCode: country === 'NO' ? '0150' : '400001',
        state: country === 'NO' ? '' : 'Maharashtra',
        country,
      },
    },
  })

test('PAY-01 PLAN-01 NAV-05 NAV-06 NAV-10 NAV-11 an admin enters the address, buys a pack and a plan, and finds order and receipt', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await page.goto(membersOf(member))
  await expect(page.getByRole('link', { name: 'Buy Top-up Pack' })).toBeVisible()
  const settings = await openSettings(page)
  await settings.getByRole('link', { name: 'Plans and Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Plan Details' })).toBeVisible()
  await expect(page.getByText('Payments here are made up')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'plan-details')

  const parts = page.getByRole('navigation', { name: 'Plans & Billing' })
  await expect(parts.getByRole('link')).toHaveText(['Plan Details', 'Plans and Top-ups', 'Order History'])
  await parts.getByRole('link', { name: 'Plans and Top-ups' }).click()
  await expect(page.getByRole('article', { name: 'Team' })).toContainText('$49.00')
  await expectAccessible(page)
  await picture(page, 'plans')
  await page.getByRole('button', { name: 'Buy 500 credits', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Enter billing details' }).click()

  await expect(page.getByRole('heading', { name: 'Billing Details' })).toBeVisible()
  await page.getByLabel('Company or full name').fill('Tidewater Probes Ltd')
  await page.getByLabel('Email for receipts').fill('billing@tidewater.example')
  await page.getByRole('combobox', { name: 'Country or region' }).fill('Norw')
  await page.getByRole('option', { name: 'Norway' }).click()
  await page.getByLabel('Street address').fill('1 Harbour Street')
  await page.getByLabel('City').fill('Oslo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is required.')).toBeVisible()
  await page.getByLabel('Postal code').fill('0150')
  await picture(page, 'billing-details')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Billing details saved.')).toBeVisible()

  await page.goto(pageOf(member, 'plans-and-top-ups'))
  await page.getByRole('button', { name: 'Buy 500 credits', exact: true }).click()
  await expect(dialog).toContainText('Due now')
  await expectAccessible(page)
  await picture(page, 'pack-dialog')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  await picture(page, 'checkout')
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click()
  await expect(page.getByRole('alert')).toContainText('The card was declined.')
  await page.getByRole('button', { name: 'Pay with an extra step at the bank' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByText('Payment successful.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '500 credits' })
  await expect(row).toContainText('Successful')
  await expectAccessible(page)
  await picture(page, 'order-history')
  const waiting = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Receipt SANDBOX-ATR-/ }).click()
  const bytes = readFileSync(await (await waiting).path())
  const text = await textOfPdf(bytes)
  for (const words of ['Atrium Operations Pvt Ltd', 'Tidewater Probes Ltd', '$19.00'])
    expect(text).toContain(words)

  await page.goto(pageOf(member, 'plans-and-top-ups'))
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await expect(dialog).toContainText('The plan starts as soon as it is paid')
  await picture(page, 'plan-dialog')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Payment successful.')).toBeVisible()
  await page.goto(pageOf(member, 'plan-details'))
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  await expect(page.getByRole('definition').last()).toHaveText('2,500')
  await picture(page, 'subscribed')
  await page.goto(pageOf(member, 'plans-and-top-ups'))
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await dialog.getByRole('button', { name: 'Change at period end' }).click()
  await page.goto(pageOf(member, 'plan-details'))
  await expect(page.getByText(/^Paid until .* then the plan changes to Basic\.$/)).toBeVisible()
})

test('PAY-01 coming back without paying cancels the order and charges nothing', async ({ page, member }) => {
  await saveAddress(member, 'NO')
  await page.goto(pageOf(member, 'plans-and-top-ups'))
  await page.getByRole('button', { name: 'Buy 500 credits', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Back without paying' }).click()
  await expect(page.getByText('Payment cancelled.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '500 credits' })).toContainText('Cancelled')
  await page.getByText('Completed', { exact: true }).click()
  await expect(page.getByText('No orders of this kind')).toBeVisible()
})

test('PERM-03 members have no Plans & Billing; another account leads away', async ({
  member,
  product,
  openBrowser,
}) => {
  const theirs = await openBrowser()
  const guest = await joinTeamOf(member, theirs.context, product)
  await theirs.page.goto(pageOf(guest, 'order-history'))
  await expect(theirs.page).toHaveURL(new RegExp(`/account-members/${guest.accountId}$`))
  await expect(theirs.page.getByRole('link', { name: 'Plans & Billing' })).toBeHidden()
})

test('PAY-01 rupees with tax, in Arabic on a phone', async ({
  member,
  openBrowser,
  context,
  picture,
  expectAccessible,
}) => {
  await saveAddress(member, 'IN')
  const state = await context.storageState()
  const browser = await openBrowser({
    storageState: state,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  })
  const { page } = browser
  await browser.context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', JSON.stringify('ar'))
  })
  await page.goto(pageOf(member, 'plans-and-top-ups'))
  await page.getByText('₹ INR').click()
  await expect(page.getByRole('article', { name: 'Team' })).toContainText('₹3,999.00')
  await expectAccessible(page)
  await picture(page, 'phone-plans')
  await page.getByRole('article', { name: '500 credits', exact: true }).getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText('₹1,768.82')
  await expectAccessible(page)
  await picture(page, 'phone-dialog')
})

const allOrders = async ({ api }: Member) =>
  (await call('listTransactions', api, { query: { status: 'all' } })).message

test('PAY-01 P05 a double click buys once, the back button leaves the page usable, and two tabs buy twice', async ({
  page,
  member,
  context,
}) => {
  await saveAddress(member, 'NO')
  const buy = async (tab = page, clicks = 1) => {
    await tab.goto(pageOf(member, 'plans-and-top-ups'))
    await tab.getByRole('button', { name: 'Buy 500 credits', exact: true }).click()
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: 'Continue to payment' })
      .click({ clickCount: clicks })
    await expect(tab.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  }
  await buy(page, 2)
  expect(await allOrders(member)).toHaveLength(1)

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Buy 500 credits', exact: true })).toBeEnabled()
  await page.goto(pageOf(member, 'order-history'))
  await page.getByRole('link', { name: 'Continue payment' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Payment successful.')).toBeVisible()
  // The browser's history leads to a checkout that is over.
  await page.goBack()
  await page.goForward()
  await expect(page.getByText('Payment successful.')).toBeVisible()
  expect((await allOrders(member)).map(({ status }) => status)).toEqual(['COMPLETED'])

  const other = await context.newPage()
  await Promise.all([buy(page), buy(other)])
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(tab.getByText('Payment successful.')).toBeVisible()
  }
  expect((await allOrders(member)).map(({ status }) => status)).toEqual([
    'COMPLETED',
    'COMPLETED',
    'COMPLETED',
  ])
  const { message: details } = await call('getPlanDetails', member.api, {})
  expect(details.credits.left).toBe(1700)
})

test('PAY-02 a tab closed at the provider: the unpaid order can be continued, the paid one is credited all the same', async ({
  page,
  member,
  context,
  expectAccessible,
}) => {
  await saveAddress(member, 'NO')
  const tab = await context.newPage()
  await tab.goto(pageOf(member, 'plans-and-top-ups'))
  await tab.getByRole('button', { name: 'Buy 500 credits', exact: true }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click()
  await expect(tab.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  const checkout = tab.url()
  await tab.close()

  await page.goto(pageOf(member, 'order-history'))
  const row = page.getByRole('row').filter({ hasText: '500 credits' })
  await expect(row).toContainText('Initiated')
  await expectAccessible(page)
  const again = await context.newPage()
  // The way back from the provider never arrives.
  await again.route(/\/plans-and-billing\/order-history\//, (route) => route.abort())
  await again.goto(checkout)
  await again.getByRole('button', { name: 'Pay', exact: true }).click({ noWaitAfter: true })
  await expect.poll(async () => (await allOrders(member)).map(({ status }) => status)).toEqual(['COMPLETED'])
  await again.close()
  await page.reload()
  await expect(row).toContainText('Successful')
  const { message: details } = await call('getPlanDetails', member.api, {})
  expect(details.credits.left).toBe(700)
})
