import { readFile } from 'node:fs/promises'
import { call } from '@atrium/testkit/api-client.ts'
import { lookEverywhere } from './support/look-everywhere.ts'
import { joinAs } from './support/people.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'

const test = systemTest()

test('a system administrator reads, filters and exports what administrators did', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const sam = await joinAs(context, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
  await page.goto('/system/audit')
  await expect(page.getByText('Nothing recorded yet')).toBeVisible()
  await picture(page, 'nothing recorded')
  const guest = await openBrowser()
  const grace = await joinAs(guest.context, product, { firstName: 'Grace', lastName: 'Hopper' })
  const params = { id: grace.accountId }
  await call('changeSystemSettings', sam.api, { body: { signUp: 'invited-only' } })
  await call('suspendAccount', sam.api, { params, body: { reason: 'The invoice of May is open' } })
  await call('reinstateAccount', sam.api, { params })
  await call('stopMailTo', sam.api, { body: { address: 'gone@example.com' } })
  await page.goto('/system/people')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText('Email stopped')
  await expect(rows.nth(0)).toContainText('gone@example.com')
  await expect(rows.nth(2)).toContainText('Account suspended')
  await expect(rows.nth(2)).toContainText('Grace’s team')
  await expect(rows.nth(2)).toContainText('The invoice of May is open')
  await expect(rows.nth(3)).toContainText('open → invited-only')
  await picture(page, 'log')
  await expectAccessible(page)

  await page.getByLabel('What', { exact: true }).selectOption('Accounts')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Who', { exact: true }).selectOption('Sam System')
  await page.getByLabel('To', { exact: true }).fill('2001-01-01')
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(rows).toHaveCount(4)
  await rows.nth(0).getByRole('button', { name: 'Show only actions by Sam System' }).click()
  await expect(page).toHaveURL(/actor=user_/)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain('account.suspended')
  expect(text).toContain('gone@example.com')
  await lookEverywhere(page, '/system/audit', picture, expectAccessible)
})
