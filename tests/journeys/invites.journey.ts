import { call } from '@atrium/testkit/api-client.ts'
import { membersOf, settingsOf } from './support/addresses.ts'
import { chooseFor, mailedLink, memberRow, openInvite, stranger } from './support/invites.ts'
import { acceptTerms, joinAs, type Member, sendSignUp } from './support/people.ts'
import { openSettings } from './support/sign-in.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

test('ACC-05 ACC-06 AUTH-11 somebody is invited by mail, signs up from the mail and joins by a click', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const grace = stranger('Grace', 'Hopper')
  await page.goto('/chat/new')
  const settings = await openSettings(page)
  await settings.getByRole('link', { name: 'Accounts & Members' }).click()
  await expect(page).toHaveURL(new RegExp(membersOf(member)))
  await expect(page.getByText('Nobody else is here yet')).toBeVisible()
  await picture(page, 'alone')
  await expectAccessible(page)

  const dialog = await openInvite(page, 'One person')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog.getByText('Enter an email address.')).toBeVisible()
  await dialog.getByLabel('Email address').fill(grace.email)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText(`${grace.email} is invited.`)).toBeVisible()
  await picture(page, 'invited')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(memberRow(page, grace.email)).toContainText('Invited')

  const link = await mailedLink(product, grace.email)
  const theirs = await openBrowser()
  await theirs.page.goto(link)
  await expect(theirs.page.getByRole('heading', { name: 'Join Ada’s team' })).toBeVisible()
  await expect(theirs.page.getByText('Ada L. invites you.')).toBeVisible()
  await picture(theirs.page, 'what one would join')
  await expectAccessible(theirs.page)
  await theirs.page.getByRole('link', { name: 'Sign up to join' }).click()
  await sendSignUp(theirs.page, grace)
  await theirs.page.getByRole('link', { name: 'Read and accept the terms first' }).click()
  await acceptTerms(theirs.page)
  // Nothing is joined by looking.
  await expect(theirs.page).toHaveURL(link)
  await expect(theirs.page.getByText(grace.email)).toBeVisible()
  await expect(memberRow(page, grace.email)).toContainText('Invited')
  await picture(theirs.page, 'signed up')
  await theirs.page.getByRole('button', { name: 'Join Ada’s team' }).click()
  await expect(theirs.page).toHaveURL(/\/chat\/new$/)
  await expect(theirs.page.getByRole('banner')).toContainText('Shared with 2 members')

  // The admin's page hears of it without being loaded.
  await expect(memberRow(page, 'Grace Hopper')).toContainText('Accepted', { timeout: 30_000 })
  await picture(page, 'accepted')

  // The link is used up; it tells so.
  theirs.watched.expectProblems(replied(404))
  await theirs.page.goto(link)
  await expect(theirs.page.getByText('This invitation leads nowhere')).toBeVisible()
  await picture(theirs.page, 'used up')
  await expectAccessible(theirs.page)
})

test('ACC-02 ACC-05 who is there already finds the invitation on the accounts screen, declines it and accepts the next', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  const other = await openBrowser()
  const host = await joinAs(other.context, product, { firstName: 'Grace', lastName: 'Hopper' })
  const invite = () =>
    call('inviteMember', host.api, {
      params: { id: host.accountId },
      body: { email: member.email, role: 'member' },
    })
  await invite()
  await page.goto('/accounts')
  await expect(page.getByRole('heading', { name: 'Invitations for you' })).toBeVisible()
  await expect(page.getByText('Grace H. invites you.')).toBeVisible()
  await picture(page, 'invited')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decline: Grace’s team' }).click()
  await expect(page.getByText('Grace H. invites you.')).toBeHidden()

  await invite()
  await page.reload()
  await page.getByRole('button', { name: 'Accept: Grace’s team' }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(page.getByRole('banner')).toContainText('Shared with 2 members')

  // Members see who is there; what only admins may do is not offered, and its addresses lead back.
  const settings = await openSettings(page)
  await expect(settings.getByRole('link', { name: 'Accounts & Members' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(settingsOf(host))
  await expect(page).toHaveURL(new RegExp(membersOf(host)))
  await expect(memberRow(page, 'Grace Hopper')).toContainText('Owner')
  await expect(page.getByRole('button', { name: 'Send Invite' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Parts of the account' })).toHaveCount(0)
  await picture(page, 'as a member')
  await expectAccessible(page)

  // And leaves by their own will.
  watched.expectProblems(replied(403))
  await page.getByRole('button', { name: 'Leave the account' }).click()
  await page
    .getByRole('dialog', { name: 'Leave Grace’s team?' })
    .getByRole('button', { name: 'Leave the account' })
    .click()
  await expect(page.getByText('You have left Grace’s team.')).toBeVisible()
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(page.getByRole('button', { name: /^Ada’s team/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Grace’s team/ })).toHaveCount(0)
})

test('ACC-05 a pasted list is looked at first: every wrong line says why, the right ones are sent', async ({
  page,
  context,
  member,
  watched,
  picture,
  expectAccessible,
}) => {
  await page.goto(membersOf(member))
  const dialog = await openInvite(page, 'Several people')
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await expect(dialog.getByText('Enter at least one address.')).toBeVisible()
  await dialog
    .getByLabel('List of people')
    .fill(
      [
        'Name, Email, Role',
        'Grace Hopper, grace@example.org, admin',
        '',
        'nobody at all',
        'grace@example.org',
        'charles@example.org, owner',
        member.email,
        'one@example.org, two@example.org',
        'mary@example.org',
      ].join('\n'),
    )
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  const lines = dialog.getByRole('group', { name: 'Lines of the list' })
  await expect(dialog.getByText('2 lines are right. 5 lines are passed over.')).toBeVisible()
  for (const [line, why] of [
    ['Line 4', 'There is no email address in this line.'],
    ['Line 5', 'This address is in the list already.'],
    ['Line 6', 'Nobody can be invited in this role.'],
    ['Line 7', 'This person is a member already.'],
    ['Line 8', 'There are several addresses in this line.'],
    ['Line 2', 'Admin · can be invited'],
  ] as const)
    await expect(lines.getByRole('listitem').filter({ hasText: line })).toContainText(why)
  await picture(page, 'looked at')
  await expectAccessible(page)
  expect(await invitedOf(member)).toEqual([])

  // The line is cut while it is sent: nothing is lost, and it says what to do.
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(page.getByText('2 invitations were sent.')).toBeVisible()
  expect(await invitedOf(member)).toEqual(['grace@example.org', 'mary@example.org'])
  await dialog.getByRole('button', { name: 'Keep only what was passed over' }).click()
  await expect(dialog.getByLabel('List of people')).toHaveValue(/^nobody at all\ngrace@example.org\n/)

  await dialog.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('email;name\r\nkatherine@example.org;"Johnson; Katherine"\r\n'),
  })
  await expect(dialog.getByLabel('List of people')).toHaveValue(
    'email,name\nkatherine@example.org,Johnson Katherine',
  )
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await dialog.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByText('1 invitation was sent.')).toBeVisible()
  await page.keyboard.press('Escape')

  // Once more, and taken back.
  await chooseFor(page, 'mary@example.org', 'Send again')
  await expect(page.getByText('mary@example.org is invited once more.')).toBeVisible()
  await chooseFor(page, 'mary@example.org', 'Withdraw the invitation')
  await page
    .getByRole('dialog', { name: 'Withdraw this invitation?' })
    .getByRole('button', { name: 'Withdraw the invitation' })
    .click()
  await expect(page.getByText('The invitation of mary@example.org is withdrawn.')).toBeVisible()
  await expect(memberRow(page, 'mary@example.org')).toHaveCount(0)

  watched.expectProblems(replied(409))
  const again = await openInvite(page, 'One person')
  await again.getByLabel('Email address').fill('grace@example.org')
  await again.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(again.getByRole('alert')).toContainText('This address is invited already.')
})

test('ACC-06 a public link brings in somebody new, as often as it may and no oftener; it can be taken back', async ({
  page,
  context,
  member,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(membersOf(member))
  const dialog = await openInvite(page, 'Public link')
  await dialog.getByLabel('For how many people').fill('1')
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(await dialog.getByLabel('Your new link').inputValue())
  await expect(dialog.getByRole('list', { name: 'Public links' })).toContainText('used by 0 of 1')
  await picture(page, 'a link')
  await expectAccessible(page)

  const first = await openBrowser()
  await first.page.goto(link)
  await first.page.getByRole('link', { name: 'Sign up to join' }).click()
  await sendSignUp(first.page, stranger('Grace', 'Hopper'))
  await first.page.getByRole('link', { name: 'Read and accept the terms first' }).click()
  await acceptTerms(first.page)
  await first.page.getByRole('button', { name: 'Join Ada’s team' }).click()
  await expect(first.page).toHaveURL(/\/chat\/new$/)

  // Opened while it was good, pressed when it is not: the server says no, the page says why.
  const second = await openBrowser()
  second.watched.expectProblems(replied(404))
  await second.page.goto(link)
  await expect(second.page.getByText('This invitation leads nowhere')).toBeVisible()

  await page.reload()
  await expect(memberRow(page, 'Grace Hopper')).toContainText('Joined')
  const links = await openInvite(page, 'Public link')
  await expect(links.getByRole('list', { name: 'Public links' })).toContainText('Used up')
  await links.getByRole('button', { name: 'Create a link' }).click()
  const open = await links.getByLabel('Your new link').inputValue()
  await second.page.goto(open)
  await expect(second.page.getByRole('heading', { name: 'Join Ada’s team' })).toBeVisible()
  await links.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The link is revoked. Nobody joins by it any more.')).toBeVisible()
  await expect(links.getByRole('list', { name: 'Public links' })).toContainText('Revoked')
  await picture(page, 'taken back')
  await second.page.reload()
  await expect(second.page.getByText('This invitation leads nowhere')).toBeVisible()
})

/** Whose invitations are open, by their addresses. */
async function invitedOf({ api, accountId }: Member): Promise<string[]> {
  const { data } = await call('listMembers', api, {
    params: { id: accountId },
    query: { sort_by: 'email' },
  })
  return data.filter(({ status: state }) => state === 'INVITED').map(({ userName }) => userName)
}
