import { call } from '@atrium/testkit/api-client.ts'
import { lookEverywhere } from './support/look-everywhere.ts'
import { joinAs } from './support/people.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { toast } from './support/rooms.ts'
import { expect } from './support/test.ts'
import { replied } from './support/watch.ts'

const test = systemTest()

test('PLAN-03 a system administrator finds an account, sets its plan, grants credits and ends a monthly grant', async ({
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
  const guest = await openBrowser()
  const host = await joinAs(guest.context, product, { firstName: 'Grace', lastName: 'Hopper' })
  await joinAs(context, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
  await page.goto('/system/providers')
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Accounts and plans' })).toBeVisible()
  await page.getByRole('searchbox').fill('hopper')
  const row = page.getByRole('row', { name: /Grace’s team/ })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Basic')
  await expect(row).toContainText('0 of 200')
  await picture(page, 'found')
  await expectAccessible(page)

  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Options for Grace’s team' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await test.step('the plan is changed', async () => {
    await choose('Change plan…')
    const dialog = page.getByRole('dialog', { name: 'Plan of Grace’s team' })
    await dialog.getByRole('radio', { name: 'Team' }).check()
    await picture(page, 'plan')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await expect(toast(page, 'Grace’s team is now on the Team plan.')).toBeVisible()
    await expect(row).toContainText('0 of 2,000')
  })
  await test.step('credits are granted every month, with a reason', async () => {
    await choose('Grant credits…')
    const dialog = page.getByRole('dialog', { name: 'Grant credits to Grace’s team' })
    await dialog.getByRole('button', { name: 'Grant credits' }).click()
    await expect(dialog.getByText('Enter a whole number from 1 to 1,000,000,000.')).toBeVisible()
    await dialog.getByLabel('Credits', { exact: true }).fill('250')
    await dialog.getByRole('radio', { name: 'Every month' }).check()
    await dialog.getByLabel('Reason').fill('A long project')
    await picture(page, 'grant')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Grant credits' }).click()
    await expect(row).toContainText('0 of 2,250')
    await expect(row).toContainText('including 250 granted every month')
  })
  await test.step('the monthly grant is ended', async () => {
    await choose('View grants…')
    const dialog = page.getByRole('dialog', { name: 'Grants of Grace’s team' })
    await expect(dialog.getByText('250 credits every month')).toBeVisible()
    await picture(page, 'grants')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'End this monthly grant: A long project' }).click()
    await expect(dialog.getByText('Ended')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('the account has it and its admins read of it; they find no such page', async () => {
    const { message } = await call('getUserInfo', host.api)
    expect(message.balanceUserCredits).toBe(750)
    await guest.page.goto(`/account-admin/audit-log/${host.accountId}`)
    await expect(guest.page.getByRole('rowheader', { name: 'Plan changed' })).toBeVisible()
    await expect(guest.page.getByText('A long project').first()).toBeVisible()
    await picture(guest.page, 'audit log')
    await guest.page.goto('/system/plans')
    await expect(guest.page.getByRole('heading', { name: 'Accounts and plans' })).toHaveCount(0)
  })
  await lookEverywhere(page, '/system/plans', picture, expectAccessible)
})
