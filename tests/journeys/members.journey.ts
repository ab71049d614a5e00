import { call } from '@atrium/testkit/api-client.ts'
import { auditOf, membersOf, settingsOf } from './support/addresses.ts'
import { foreignTexts } from './support/foreign-texts.ts'
import { chooseFor, memberRow, openInvite } from './support/invites.ts'
import { expectNothingBeside } from './support/measure.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

test('ACC-07 PERM-01 PERM-02 a role changes while its holder works, the account is transferred, and a removed member leaves its pages', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const theirs = await openBrowser()
  theirs.watched.expectProblems(replied(403))
  await joinTeamOf(member, theirs.context, product)
  await page.goto(membersOf(member))
  await theirs.page.goto(membersOf(member))
  const tabs = theirs.page.getByRole('navigation', { name: 'Parts of the account' })
  await expect(memberRow(theirs.page, 'Grace Hopper')).toContainText('Member')
  await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveCount(0)

  await chooseFor(page, 'Grace Hopper', 'Make admin')
  await expect(page.getByText('Grace Hopper is now an admin.')).toBeVisible()
  // The other browser was not touched.
  await expect(tabs.getByRole('link', { name: 'Settings' })).toBeVisible()
  await picture(theirs.page, 'an admin now')
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await expect(theirs.page.getByRole('heading', { name: 'Account settings' })).toBeVisible()

  // Their invitations end with their role, and the other admin sends one again.
  await theirs.page.goto(membersOf(member))
  const inviting = await openInvite(theirs.page, 'One person')
  await inviting.getByLabel('Email address').fill('mary@example.org')
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expect(theirs.page.getByText('Invitation sent to mary@example.org.')).toBeVisible()
  await inviting.getByRole('tab', { name: 'Public link' }).click()
  await inviting.getByRole('button', { name: 'Create a link' }).click()
  await expect(inviting.getByLabel('Your new link')).not.toHaveValue('')
  await theirs.page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Ended invitations' })).toHaveCount(0)

  await chooseFor(page, 'Grace Hopper', 'Make member')
  await expect(theirs.page).toHaveURL(new RegExp(membersOf(member)))
  await expect(theirs.page.getByRole('button', { name: 'Send Invite' })).toHaveCount(0)
  const ended = page.getByRole('region', { name: 'Ended invitations' })
  const mary = ended.getByRole('listitem').filter({ hasText: 'mary@example.org' })
  await expect(mary).toContainText('invited by Grace H.')
  await expect(mary).toContainText('no longer an admin')
  await expect(memberRow(page, 'mary@example.org')).toHaveCount(0)
  await picture(page, 'ended invitations')
  await expectAccessible(page)
  await ended.getByRole('button', { name: 'Invite again: mary@example.org' }).click()
  await expect(page.getByText('Invitation sent to mary@example.org.')).toBeVisible()
  await expect(memberRow(page, 'mary@example.org')).toContainText('Invited')
  await ended.getByRole('button', { name: 'Invite again: Public link' }).click()
  await expect(page.getByRole('button', { name: 'Create a link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await ended.getByRole('button', { name: 'Dismiss: Public link' }).click()
  await expect(ended).toHaveCount(0)
  await chooseFor(page, 'mary@example.org', 'Withdraw the invitation')
  await page
    .getByRole('dialog', { name: 'Withdraw this invitation?' })
    .getByRole('button', { name: 'Withdraw the invitation' })
    .click()
  await expect(memberRow(page, 'mary@example.org')).toHaveCount(0)

  await chooseFor(page, 'Grace Hopper', 'Monthly credit limit…')
  const limit = page.getByRole('dialog', { name: 'Credit limit of Grace Hopper' })
  await limit.getByLabel('Credits per month', { exact: true }).fill('1250')
  await picture(page, 'a limit')
  await limit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Credit limit of Grace Hopper saved.')).toBeVisible()
  await expect(memberRow(page, 'Grace Hopper')).toContainText('1,250')

  await chooseFor(page, 'Grace Hopper', 'Transfer ownership…')
  const handOver = page.getByRole('dialog', { name: 'Transfer ownership to Grace Hopper?' })
  await picture(page, 'handing over')
  await handOver.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByText('Grace Hopper is now the owner.')).toBeVisible()
  await expect(memberRow(page, 'Ada Lovelace')).toContainText('Admin')
  await expect(memberRow(theirs.page, 'Grace Hopper')).toContainText('Owner', { timeout: 30_000 })

  // The new owner removes the former one, whose page shows that and offers a way on.
  watched.expectProblems(replied(403))
  await expect(theirs.page.getByRole('button', { name: 'Send Invite' })).toBeVisible()
  await chooseFor(theirs.page, 'Ada Lovelace', 'Remove')
  await theirs.page
    .getByRole('dialog', { name: 'Remove Ada Lovelace?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(theirs.page.getByText('Ada Lovelace is no longer a member.')).toBeVisible()
  await expect(
    page.getByText(
      "You Don't have permission to perform this action. It seems that you are not currently a member of this workspace. Please reach out to the admin for access.",
    ),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/accounts$/)
  await picture(page, 'led out')
  await expect(page.getByText('There is no account you are a part of,', { exact: false })).toBeVisible()
})

test('UI-02 I18N-01 the account on a phone, in dark mode and in Arabic; a list that fails to load shows an error', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const theirs = await openBrowser()
  const name = { firstName: 'Katherine-Johnson-whose-name', lastName: 'does-not-end-where-a-phone-does' }
  await joinTeamOf(member, theirs.context, product, name)
  await call('inviteMember', member.api, {
    params: { id: member.accountId },
    body: { email: `${'long.'.repeat(11)}address@example.org`, role: 'member' },
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [title, address] of [
      ['accounts', '/accounts'],
      ['members', membersOf(member)],
      ['settings', settingsOf(member)],
      ['audit', auditOf(member)],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      expect(await foreignTexts(page, 'ar'), title).toEqual([])
      await expectNothingBeside(page)
      await picture(page, `${title}-${colorScheme}`)
      await expectAccessible(page)
    }
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'English' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await page.goto(membersOf(member))
  await expect(memberRow(page, 'Ada Lovelace')).toBeVisible()
  await picture(page, 'members-en')
  const dialog = await openInvite(page, 'Several people')
  await dialog.getByLabel('List of people').fill('grace@example.org\nnobody')
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await expect(dialog.getByRole('button', { name: 'Send 1 invitation' })).toBeInViewport()
  await picture(page, 'list')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The connection breaks while the list loads, also on the retry.
  watched.expectProblems(/ERR_FAILED/)
  const list = /\/user\/teams\/members\//
  await page.route(list, (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('kath')
  await expect(page.getByText("Couldn't load the members")).toBeVisible()
  await picture(page, 'failed')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(memberRow(page, 'Katherine-Johnson')).toBeVisible()
  await expect(memberRow(page, 'Ada Lovelace')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('zzz')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await expect(memberRow(page, 'Ada Lovelace')).toBeVisible()
})
