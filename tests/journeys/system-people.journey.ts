import { readFile } from 'node:fs/promises'
import { lookEverywhere } from './support/look-everywhere.ts'
import { joinAs } from './support/people.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { toast } from './support/rooms.ts'
import { expect } from './support/test.ts'
import { replied } from './support/watch.ts'

const test = systemTest()

test('a system administrator finds people, makes one an administrator, who ends it again, signs one out, deletes and restores one, and takes the list away', async ({
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
  const grace = await joinAs(guest.context, product, { firstName: 'Grace', lastName: 'Hopper' })
  const sam = await joinAs(context, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
  await page.goto('/system/plans')
  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: /Grace Hopper/ })
  await expect(row).toContainText('Grace’s team')
  await expect(row).toContainText('Owner')
  await expect(row).toContainText('Active')
  await expect(page.getByRole('row', { name: /Sam System/ })).toContainText('System administrator')
  await picture(page, 'people')
  await expectAccessible(page)

  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Options for Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await test.step('search and filters narrow the list; an empty result has a message', async () => {
    await page.getByRole('searchbox').fill('hopp')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Role').selectOption('System administrators')
    await expect(page.getByText('No one matches this search and these filters.')).toBeVisible()
    await picture(page, 'nobody')
    await page.getByRole('button', { name: 'Show everyone' }).click()
    await expect(row).toBeVisible()
  })
  await test.step('appointing an administrator requires the password, and takes effect at once', async () => {
    await choose('Make system administrator…')
    const dialog = page.getByRole('dialog', { name: 'Make Grace Hopper a system administrator?' })
    await dialog.getByLabel('Your password', { exact: true }).fill(sam.password)
    await picture(page, 'make')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make administrator' }).click()
    await expect(toast(page, 'Grace Hopper is now a system administrator.')).toBeVisible()
    await expect(row).toContainText('System administrator')
    await expect(page.getByText('Sam System made Grace Hopper a system administrator')).toBeVisible()
  })
  await test.step("giving up one's own role needs a second confirmation, and closes the page", async () => {
    await guest.page.goto('/system/people')
    await guest.page.getByRole('button', { name: 'Options for Grace Hopper' }).click()
    await guest.page.getByRole('menuitem', { name: 'Remove administrator role…' }).click()
    const dialog = guest.page.getByRole('dialog', { name: 'Remove your own administrator role?' })
    await expect(dialog.getByLabel('Your password', { exact: true })).toHaveCount(0)
    await picture(guest.page, 'own role')
    await dialog.getByRole('button', { name: 'Yes, remove my role' }).click()
    await dialog.getByLabel('Your password', { exact: true }).fill(grace.password)
    await dialog.getByRole('button', { name: 'Remove role', exact: true }).click()
    await expect(guest.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
  await test.step('ending all sessions signs the person out', async () => {
    guest.watched.expectProblems(replied(401))
    await page.reload()
    await choose('End all sessions…')
    const dialog = page.getByRole('dialog', { name: 'Sign Grace Hopper out everywhere?' })
    await picture(page, 'sessions')
    await dialog.getByRole('button', { name: 'End sessions' }).click()
    await expect(toast(page, 'Grace Hopper was signed out everywhere.')).toBeVisible()
    await guest.page.goto('/accounts')
    await expect(guest.page).toHaveURL(/auth\/login/)
  })
  await test.step('a deleted person can be restored, from the keyboard', async () => {
    await choose('Delete…')
    const dialog = page.getByRole('dialog', { name: 'Delete Grace Hopper?' })
    await expect(dialog).toContainText('You can restore everything for 7 days')
    await picture(page, 'delete')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete person' }).click()
    await expect(toast(page, 'Grace Hopper was deleted.')).toBeVisible()
    await expect(row).toContainText('Deletion scheduled')
    await row.getByRole('button', { name: 'Options for Grace Hopper' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Restore' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Grace Hopper was restored.')).toBeVisible()
    await expect(row).toContainText('Active')
    await expect(row).toContainText('Grace’s team')
    await expect(page.getByText('Sam System restored Grace Hopper')).toBeVisible()
  })
  await test.step('the list is exported', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain('Grace Hopper,')
    expect(text).toContain('Grace’s team (owner)')
  })
  await lookEverywhere(page, '/system/people', picture, expectAccessible)
})
