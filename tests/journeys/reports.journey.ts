import { readFileSync } from 'node:fs'
import { call } from '@atrium/testkit/api-client.ts'
import { reportOf } from './support/addresses.ts'
import { openSettings } from './support/sign-in.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('REP-01 NAV-06 NAV-10 an admin asks, and finds the credits by member, date and room, in the details and in the files', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await page.goto(reportOf(member, 'credit-usage-by-member'))
  await expect(page.getByText('No credits were used in this period')).toBeVisible()
  await picture(page, 'empty')
  await page.getByRole('combobox', { name: 'Period' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Last 7 days',
    'Last 14 days',
    'Last 30 days',
    'Last 3 months',
    'Last 12 months',
    'Custom dates',
  ])

  await page.goto('/chat/new')
  await page.getByRole('textbox').first().fill('What is a ledger?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Good response' })).toBeVisible()

  const settings = await openSettings(page)
  await settings.getByRole('link', { name: 'Reports & Analytics' }).click()
  await expect(page).toHaveURL(new RegExp(reportOf(member, 'credit-usage-by-member')))
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await picture(page, 'by member')
  await table.getByRole('rowheader').getByRole('button').click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('slider', { name: 'Credits by date' })).toHaveAttribute(
    'aria-valuetext',
    /requests [12]$/,
  )
  await expectAccessible(page)
  await picture(page, 'details')
  await page.goBack()
  await expect(details).toBeHidden()
  await page.goForward()
  await expect(table).toBeVisible()
  await expect(details).toBeHidden()

  const parts = page.getByRole('navigation', { name: 'Reports' })
  await parts.getByRole('link', { name: 'Credit usage by date' }).click()
  await expect(page.getByRole('columnheader', { name: 'Date' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Used for' }).click()
  await page.getByRole('option', { name: 'Pictures' }).click()
  await expect(page).toHaveURL(/kind=picture/)
  await page.reload()
  await expect(page.getByText('No usage matches these filters')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
  await expect(table.getByRole('row')).toHaveCount(2)
  for (const [button, beginning] of [
    ['Download CSV', '\uFEFFDate,Requests,Credits'],
    ['Download chart (PNG)', '\uFFFDPNG'],
  ] as const) {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect(readFileSync(await (await waiting).path(), 'utf8').slice(0, beginning.length)).toBe(beginning)
  }

  await parts.getByRole('link', { name: 'Credit usage by room' }).click()
  await expect(table).toContainText('General')
  await page.getByRole('link', { name: 'View Usage History' }).click()
  await expect(page).toHaveURL(new RegExp(reportOf(member, 'credit-usage-history')))
  await expect(table).toContainText('Questions')
  await expectAccessible(page)
})

test('PERM-04 NAV-05 a member sees only their own history; another account and unknown reports lead away', async ({
  member,
  product,
  openBrowser,
  picture,
}) => {
  const theirs = await openBrowser()
  const guest = await joinTeamOf(member, theirs.context, product)
  await theirs.page.goto(reportOf(guest, 'credit-usage-by-member'))
  await expect(theirs.page).toHaveURL(new RegExp(reportOf(guest, 'credit-usage-history')))
  const parts = theirs.page.getByRole('navigation', { name: 'Reports' })
  await expect(parts.getByRole('link')).toHaveText(['Your credit usage history'])
  await expect(
    theirs.page.getByRole('navigation', { name: 'Parts of the account' }).getByRole('link'),
  ).toHaveText(['Members', 'Reports & Analytics', 'API'])
  await picture(theirs.page, 'member')
  const { data: own } = await call('listAccounts', guest.api)
  const other = own.find(({ id }) => id !== guest.accountId)?.id ?? 'account_other'
  await theirs.page.goto(`/reports-and-analytics/credit-usage-history/${other}?kind=picture`)
  await expect(theirs.page).toHaveURL(new RegExp(`/account-members/${guest.accountId}$`))
  await theirs.page.goto(`/reports-and-analytics/credit-usage-by-weather/${guest.accountId}`)
  await expect(theirs.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
