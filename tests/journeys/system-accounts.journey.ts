import { lookEverywhere } from './support/look-everywhere.ts'
import { joinAs } from './support/people.ts'
import { toast } from './support/rooms.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'
import { replied } from './support/watch.ts'

const test = systemTest()

test('a system administrator suspends an account, whose members see why, reinstates it, deletes it and restores it', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const guest = await openBrowser()
  guest.watched.expectProblems(replied(403))
  await joinAs(guest.context, product, { firstName: 'Grace', lastName: 'Hopper' })
  await joinAs(context, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
  await guest.page.goto('/chat')
  await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/system/plans')
  const row = page.getByRole('row', { name: /Grace’s team/ })
  await expect(row).toContainText('Active')
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Options for Grace’s team' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('an open page of a member becomes the page of the suspension', async () => {
    await choose('Suspend…')
    const dialog = page.getByRole('dialog', { name: 'Suspend Grace’s team?' })
    await dialog.getByLabel('Reason (its members see it)').fill('The invoice of May is open')
    await picture(page, 'suspend')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expect(toast(page, 'Grace’s team is suspended.')).toBeVisible()
    await expect(row).toContainText('The invoice of May is open')
    const title = guest.page.getByRole('heading', { name: 'Grace’s team is suspended' })
    await expect(title).toBeVisible()
    await expect(guest.page.getByText('The invoice of May is open')).toBeVisible()
    await picture(guest.page, 'suspended account')
    await expectAccessible(guest.page)
    await guest.page.setViewportSize({ width: 360, height: 740 })
    await guest.page.emulateMedia({ colorScheme: 'dark' })
    await guest.page.goto('/chat-history')
    await expect(title).toBeVisible()
    await picture(guest.page, 'suspended account dark phone')
    await guest.page.getByRole('link', { name: 'Choose another account' }).click()
    await expect(guest.page.getByRole('button', { name: /Grace’s team.*Suspended/ })).toBeVisible()
    await picture(guest.page, 'accounts of a member')
  })
  await test.step('reinstating it opens it again', async () => {
    await page.getByLabel('State').selectOption('Suspended')
    await expect(page.getByRole('row')).toHaveCount(2)
    await choose('Reinstate')
    await expect(toast(page, 'Grace’s team can be used again.')).toBeVisible()
    await expect(page.getByText('No account is in this state.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all accounts' }).click()
    await guest.page.goto('/chat')
    await expect(guest.page.getByRole('textbox').first()).toBeVisible()
  })
  await test.step('a deleted account can be restored', async () => {
    await choose('Delete…')
    const dialog = page.getByRole('dialog', { name: 'Delete Grace’s team?' })
    await picture(page, 'delete')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(toast(page, 'Grace’s team was deleted.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.getByLabel('State').selectOption('Deleted')
    await expect(row).toContainText('Erased on')
    await picture(page, 'deleted')
    await choose('Restore')
    await expect(toast(page, 'Grace’s team was restored.')).toBeVisible()
  })
  await test.step('signing the members out spares the administrator', async () => {
    await page.goto('/system/plans')
    await page.getByRole('button', { name: 'Options for Sam’s team' }).click()
    await page.getByRole('menuitem', { name: 'Sign members out…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign all members of Sam’s team out?' })
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(toast(page, 'The members of Sam’s team were signed out.')).toBeVisible()
  })
  await lookEverywhere(page, '/system/plans', picture, expectAccessible)
})
