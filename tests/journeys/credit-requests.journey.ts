import { call } from '@atrium/testkit/api-client.ts'
import { membersOf } from './support/addresses.ts'
import { openSettings } from './support/sign-in.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

test('CHAT-14 a member without credits requests more below the refused question; the admin sees the badge and grants them', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const theirs = await openBrowser()
  theirs.watched.expectProblems(replied(402))
  const guest = await joinTeamOf(member, theirs.context, product)
  await call('changeMember', member.api, {
    params: { id: member.accountId },
    body: { userId: guest.userId, monthlyCreditLimit: 0 },
  })
  await theirs.page.goto('/chat/new')
  await theirs.page.getByRole('textbox').first().fill('What is a ledger?')
  await theirs.page.keyboard.press('Enter')
  await theirs.page.getByRole('button', { name: 'Ask for credits' }).click()
  const dialog = theirs.page.getByRole('dialog', { name: 'Ask for credits' })
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('What do you need them for?').fill('The quarterly report')
  await picture(theirs.page, 'asked')
  await expectAccessible(theirs.page)
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  await expect(theirs.page.getByText('Request sent.')).toBeVisible()

  await page.goto('/chat/new')
  await expect(page.getByRole('img', { name: '1 request for credits' })).toBeVisible()
  await picture(page, 'badge')
  const settings = await openSettings(page)
  await settings.getByRole('link', { name: /Members/ }).click()
  await expect(page).toHaveURL(new RegExp(membersOf(member)))
  const requests = page.getByRole('region', { name: 'Credit requests' })
  await expect(requests).toContainText('The quarterly report')
  await requests.getByLabel('Credits for Grace Hopper').fill('20')
  await picture(page, 'decides')
  await expectAccessible(page)
  await requests.getByRole('button', { name: 'Approve' }).click()
  await expect(requests).toBeHidden()
  await expect(theirs.page.getByText('Your request was approved: 20 more credits.')).toBeVisible()
  await theirs.page.getByRole('button', { name: 'Try again' }).click()
  await expect(theirs.page.getByRole('button', { name: 'Ask for credits' })).toBeHidden()
})

test('ACC-09 CHAT-14 an admin approves credits for every month, sees them beside the limit, and changes them', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const theirs = await openBrowser()
  const guest = await joinTeamOf(member, theirs.context, product)
  await call('changeMember', member.api, {
    params: { id: member.accountId },
    body: { userId: guest.userId, monthlyCreditLimit: 10 },
  })
  await call('requestCredits', guest.api, {
    params: { id: member.accountId },
    body: { reason: 'A report every month' },
  })
  await page.goto(membersOf(member))
  const requests = page.getByRole('region', { name: 'Credit requests' })
  await requests.getByLabel('Credits for Grace Hopper').fill('20')
  await requests.getByText('Every month', { exact: true }).click()
  await expect(requests.getByText(/^Raises Grace Hopper’s credits and limit of each month/)).toBeVisible()
  await picture(page, 'monthly')
  await expectAccessible(page)
  await requests.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Grace Hopper has been notified.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
  await expect(row).toContainText('30')

  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Monthly credit limit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit limit of Grace Hopper' })
  await expect(dialog.getByLabel('Additional credits per month')).toHaveValue('20')
  await picture(page, 'limit-dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Additional credits per month').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('15')
})
