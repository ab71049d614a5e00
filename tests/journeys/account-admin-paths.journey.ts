import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mintId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import type { Member } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { openSettings } from './support/sign-in.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest } from './support/test.ts'

/** The shop of tests, with a default plan without reports. */
function plansWithoutReports(): string {
  const shop = readFileSync(
    path.resolve(import.meta.dirname, '../../packages/testkit/plans.shop.yaml'),
    'utf8',
  )
  const changed = shop.replace(/(name: Basic, .*)enable_reports: true(.*)/, '$1enable_reports: false$2')
  if (changed === shop) throw new Error('The default plan has reports.')
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'atrium-plans-')), 'plans.yaml')
  writeFileSync(file, changed)
  return file
}

const test = memberTest.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({
        ATRIUM_PLANS_FILE: plansWithoutReports(),
        ATRIUM_FEEDBACK_FORM_URL: 'https://forms.example/feedback',
      })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const plans = ['plan-details', 'billing-details', 'plans-and-top-ups', 'order-history'].map(
  (page) => `/plans-and-billing/${page}`,
)
const reports = ['by-member', 'by-date', 'by-room', 'history'].map(
  (page) => `/reports-and-analytics/credit-usage-${page}`,
)
const earlier = ['/workspace-members', '/workspace-admin']
const others = ['/account-members', '/account-admin', '/knowledge-bases', ...earlier]

/** Opens each path and returns where it led, relative to the account. */
async function walk(page: Page, paths: readonly string[], id: string, search = ''): Promise<string[]> {
  const led: string[] = []
  for (const one of paths) {
    await page.goto(`${one}/${id}${search}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    const { pathname, search: left } = new URL(page.url())
    led.push(`${pathname.replace(/\/[^/]+$/, '')}${left}`)
  }
  return led
}

async function buyTeam(page: Page, member: Member): Promise<void> {
  await call('changeBillingDetails', member.api, {
    params: { accountId: member.accountId },
    body: {
      billingDetails: {
        name: 'Tidewater Probes Ltd',
        email: 'billing@tidewater.example',
        line1: '1 Harbour Street',
        city: 'Oslo',
        postalCode: '0150',
        country: 'NO',
      },
    },
  })
  await page.goto(`/plans-and-billing/plans-and-top-ups/${member.accountId}`)
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Payment successful.')).toBeVisible()
}

test('NAV-05 NAV-06 PERM-03 PERM-04 every path of the account area, for an admin, a member, another account and a plan without reports', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const { accountId } = member
  // A plan without reports closes two tabs, and its page offers the plan that has them.
  await page.goto(`${reports[0]}/${accountId}`)
  await expect(page.getByText("Your plan doesn't include reports")).toBeVisible()
  for (const tab of ['Plans & Billing', 'Reports & Analytics', 'API'])
    await expect(page.getByRole('link', { name: new RegExp(`^${tab} \\(not`) })).toBeDisabled()
  await picture(page, 'reports-closed')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the plan Team' }).click()
  await expect(page.getByRole('article', { name: 'Team' })).toBeVisible()

  await buyTeam(page, member)
  expect(await walk(page, [...plans, ...reports], accountId)).toEqual([...plans, ...reports])
  expect(await walk(page, others, accountId)).toEqual([
    '/account-members',
    expect.stringMatching(/^\/account-(admin|members)/),
    '/knowledge-bases',
    '/account-members',
    expect.stringMatching(/^\/account-(admin|members)/),
  ])
  for (const unknown of [
    '/plans-and-billing/nothing',
    '/reports-and-analytics/nothing',
    '/account-admin/nothing',
  ]) {
    await page.goto(`${unknown}/${accountId}`)
    await expect(page.getByText('Page not found')).toBeVisible()
  }
  await page.goto('/api')
  await expect(page.getByText("The API isn't available")).toBeVisible()

  // Another account: without the filters, to the members of the active one.
  const foreign = mintId('account')
  const all = [...plans, ...reports, ...others]
  expect(await walk(page, all, foreign, '?range=90&kind=picture')).toEqual(all.map(() => '/account-members'))
  await expect(page).toHaveURL(new RegExp(`/account-members/${accountId}$`))
  await page.goto(`${reports[1]}/${accountId}`)
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('Last 7 days')

  const theirs = await openBrowser()
  const guest = await joinTeamOf(member, theirs.context, product)
  expect(await walk(theirs.page, plans, guest.accountId)).toEqual(plans.map(() => '/account-members'))
  expect(await walk(theirs.page, reports, guest.accountId)).toEqual(reports.map(() => reports[3]))
  await expect(theirs.page.getByRole('link', { name: 'Plans & Billing' })).toBeHidden()
  await expect(theirs.page.getByRole('navigation', { name: 'Reports' }).getByRole('link')).toHaveText([
    'Your credit usage history',
  ])
})

test('NAV-11 NAV-15 Account Settings names the team and leads to its parts; Write To Us opens the form with name and email', async ({
  page,
  member,
  watched,
  picture,
  expectAccessible,
}) => {
  watched.expectProblems(/^off-origin request: GET https:\/\/forms\.example\/feedback/)
  const body = '<!doctype html><html lang="en"><title>Form</title><input aria-label="Message">'
  await page.route('https://forms.example/**', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/chat-history/all')
  const settings = await openSettings(page)
  await expect(settings.getByText('Ada’s team')).toBeVisible()
  const led = {
    'Accounts & Members': 'account-members',
    'Plans and Billing': 'plans-and-billing/plan-details',
  }
  for (const [name, path] of Object.entries(led))
    await expect(settings.getByRole('link', { name })).toHaveAttribute('href', `/${path}/${member.accountId}`)
  await expect(settings.getByRole('link', { name: 'Switch/Add Account' })).toHaveAttribute(
    'href',
    '/accounts',
  )
  await expect(settings.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  await expect(settings.getByText(`© ${new Date().getFullYear()} Atrium`)).toBeVisible()
  await settings.getByRole('button', { name: 'Write To Us' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hello Ada, what would you like to tell us?' })
  // The dialog lists what is sent to whom before it is sent.
  await expect(
    dialog.getByText(/^The form is from forms\.example\..* your name and email address/),
  ).toBeVisible()
  await expect(dialog.locator('iframe')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Open the form' }).click()
  await expect(dialog.frameLocator('iframe').getByLabel('Message')).toBeVisible()
  const address = new URL((await dialog.locator('iframe').getAttribute('src')) ?? '')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    name: 'Ada Lovelace',
    email: member.email,
  })
  await picture(page, 'write-to-us')
  await expectAccessible(page)
})

test('an admin limits a room and names the model that answers at a limit', async ({
  page,
  member,
  openBrowser,
  context,
  picture,
  expectAccessible,
}) => {
  const settings = `/account-admin/settings/${member.accountId}`
  await page.goto(settings)
  const limits = page.getByRole('region', { name: 'Monthly limits' })
  await expect(limits.getByText('No room and no member has a limit.')).toBeVisible()
  await limits.getByRole('button', { name: 'Set limit' }).click()
  await expect(limits.getByText('Choose a room.')).toBeVisible()
  await limits.getByRole('combobox', { name: 'Room' }).click()
  await page.getByRole('option').first().click()
  await limits.getByLabel('Credits per month', { exact: true }).fill('0')
  await limits.getByRole('button', { name: 'Set limit' }).click()
  await expect(page.getByText('Limit saved.')).toBeVisible()
  await expect(limits.getByText('Limit reached')).toBeVisible()
  const choice = page.getByRole('region', { name: 'At a monthly limit' })
  await choice.getByText('Answer with a cheaper model').click()
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(choice.getByText('Choose a model.')).toBeVisible()
  await choice.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option').first().click()
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await limits.scrollIntoViewIfNeeded()
  await picture(page, 'limits')
  await expectAccessible(page)

  const state = await context.storageState()
  const phone = await openBrowser({
    storageState: state,
    viewport: { width: 360, height: 780 },
    colorScheme: 'dark',
    hasTouch: true,
  })
  await phone.context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', JSON.stringify('ar'))
  })
  await phone.page.goto(settings)
  const shown = phone.page.getByRole('region', { name: 'الحدود الشهرية' })
  await shown.scrollIntoViewIfNeeded()
  await expect(shown.getByText('بُلغ الحد')).toBeVisible()
  await picture(phone.page, 'limits-phone')
  await expectAccessible(phone.page)

  await limits.getByRole('button', { name: /^Remove the limit of / }).click()
  await expect(page.getByText('Limit removed.')).toBeVisible()
})
