import { call } from '@atrium/testkit/api-client.ts'
import { membersOf, settingsOf } from './support/addresses.ts'
import {
  chooseFor,
  mailedLink,
  memberRow,
  openInvite,
  signUpOnInvitation,
  stranger,
} from './support/invites.ts'
import { joinAs, type Member, sendSignUp, skipWelcome } from './support/people.ts'
import { keepSidebarOpen, openRoom } from './support/rooms.ts'
import { openSettings } from './support/sign-in.ts'
import { makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

test('ACC-05 ACC-06 AUTH-11 a new person is invited by mail, signs up on the linked page without a code, and is greeted in the room', async ({
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
  await expect(page.getByText('No one else is here yet')).toBeVisible()
  await picture(page, 'alone')
  await expectAccessible(page)

  const dialog = await openInvite(page, 'One person')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Enter an email address.')).toBeVisible()
  await dialog.getByLabel('Email address').fill(grace.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${grace.email}.`)).toBeVisible()
  await picture(page, 'invited')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(memberRow(page, grace.email)).toContainText('Invited')

  const link = await mailedLink(product, grace.email)
  const theirs = await openBrowser()
  await theirs.page.goto(link)
  await expect(theirs.page.getByRole('heading', { name: 'Join Ada’s team' })).toBeVisible()
  await expect(theirs.page.getByText('Ada L. invited you.')).toBeVisible()
  await picture(theirs.page, 'what one would join')
  await expectAccessible(theirs.page)
  // The link's secret stays neither in the URL nor in the browser history.
  await expect(theirs.page).toHaveURL(/\/public-invite\/join$/)
  await expect(theirs.page.getByLabel('Email address')).toHaveValue(grace.email)
  await expect(theirs.page.getByLabel('Email address')).toHaveAttribute('readonly')
  await theirs.page.getByRole('button', { name: 'Join Ada’s team' }).click()
  await expect(theirs.page.getByText('Enter your first name.')).toBeVisible()
  await expect(theirs.page.getByText('Please confirm that you are of legal age.')).toBeVisible()
  // Viewing the page joins nothing.
  await expect(memberRow(page, grace.email)).toContainText('Invited')
  await signUpOnInvitation(theirs.page, grace)
  await expect(theirs.page).toHaveURL(/\/chat\/new$/)
  await skipWelcome(theirs.page)
  await expect(theirs.page.getByRole('banner')).toContainText('Shared with 2 members')
  await expect(theirs.page.getByText('Welcome to Ada’s team! Ada L. invited you.')).toBeVisible()
  await picture(theirs.page, 'greeted')
  await expectAccessible(theirs.page)

  // The admin's page updates without a reload.
  await expect(memberRow(page, 'Grace Hopper')).toContainText('Accepted', { timeout: 30_000 })
  await picture(page, 'accepted')

  // The link is used up, and the page says so.
  theirs.watched.expectProblems(replied(404))
  await theirs.page.goto(link)
  await expect(theirs.page.getByText('This invitation is no longer valid')).toBeVisible()
  await picture(theirs.page, 'used up')
  await expectAccessible(theirs.page)
})

test('ACC-02 ACC-05 an existing user finds the invitation on the accounts screen, declines it and accepts the next', async ({
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
  await expect(page.getByText('Grace H. invited you.')).toBeVisible()
  await picture(page, 'invited')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decline: Grace’s team' }).click()
  await expect(page.getByText('Grace H. invited you.')).toBeHidden()

  await invite()
  await page.reload()
  await page.getByRole('button', { name: 'Accept: Grace’s team' }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(page.getByRole('banner')).toContainText('Shared with 2 members')

  // Members see the list, but no admin actions, and admin URLs redirect them.
  const settings = await openSettings(page)
  await expect(settings.getByRole('link', { name: 'Accounts & Members' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(settingsOf(host))
  await expect(page).toHaveURL(new RegExp(membersOf(host)))
  await expect(memberRow(page, 'Grace Hopper')).toContainText('Owner')
  await expect(page.getByRole('button', { name: 'Send Invite' })).toHaveCount(0)
  const parts = page.getByRole('navigation', { name: 'Parts of the account' })
  await expect(parts).toContainText('Reports & Analytics')
  for (const name of ['Settings', 'Audit Log'])
    await expect(parts.getByRole('link', { name, exact: true })).toHaveCount(0)
  await picture(page, 'as a member')
  await expectAccessible(page)

  // And leaves by their own will.
  watched.expectProblems(replied(403))
  await page.getByRole('button', { name: 'Leave the account' }).click()
  await page
    .getByRole('dialog', { name: 'Leave Grace’s team?' })
    .getByRole('button', { name: 'Leave the account' })
    .click()
  await expect(page.getByText('You left Grace’s team.')).toBeVisible()
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(page.getByRole('button', { name: /^Ada’s team/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Grace’s team/ })).toHaveCount(0)
})

test('ACC-05 a pasted list is checked first: every invalid line shows the reason, the valid ones are sent', async ({
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
  await expect(dialog.getByText('2 lines are valid. 5 lines skipped.')).toBeVisible()
  for (const [line, why] of [
    ['Line 4', 'No email address in this line.'],
    ['Line 5', 'This address is already in the list.'],
    ['Line 6', 'Unknown role.'],
    ['Line 7', 'This person is already a member.'],
    ['Line 8', 'More than one address in this line.'],
    ['Line 2', 'Admin · can be invited'],
  ] as const)
    await expect(lines.getByRole('listitem').filter({ hasText: line })).toContainText(why)
  await picture(page, 'looked at')
  await expectAccessible(page)
  expect(await invitedOf(member)).toEqual([])

  // The connection is cut during sending: nothing is lost, and a message says what to do.
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(page.getByText('2 invitations were sent.')).toBeVisible()
  expect(await invitedOf(member)).toEqual(['grace@example.org', 'mary@example.org'])
  await dialog.getByRole('button', { name: 'Keep only skipped lines' }).click()
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

  // Once more, then revoked.
  await chooseFor(page, 'mary@example.org', 'Resend')
  await expect(page.getByText('Invitation resent to mary@example.org.')).toBeVisible()
  await chooseFor(page, 'mary@example.org', 'Withdraw the invitation')
  await page
    .getByRole('dialog', { name: 'Withdraw this invitation?' })
    .getByRole('button', { name: 'Withdraw the invitation' })
    .click()
  await expect(page.getByText('Invitation for mary@example.org withdrawn.')).toBeVisible()
  await expect(memberRow(page, 'mary@example.org')).toHaveCount(0)

  watched.expectProblems(replied(409))
  const again = await openInvite(page, 'One person')
  await again.getByLabel('Email address').fill('grace@example.org')
  await again.getByRole('button', { name: 'Send invitation' }).click()
  await expect(again.getByRole('alert')).toContainText('This address has already been invited.')
})

test('ACC-06 a public link admits new people up to its limit; it can be revoked', async ({
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
  await dialog.getByLabel('Number of people').fill('1')
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
  await first.page.getByLabel('I accept the terms of use').check()
  await first.page.getByRole('button', { name: 'Join Ada’s team' }).click()
  await expect(first.page).toHaveURL(/\/chat\/new$/)

  // Opened while valid, used after it ended: the server refuses, and the page shows the reason.
  const second = await openBrowser()
  second.watched.expectProblems(replied(404))
  await second.page.goto(link)
  await expect(second.page.getByText('This invitation is no longer valid')).toBeVisible()

  await page.reload()
  await expect(memberRow(page, 'Grace Hopper')).toContainText('Joined')
  const links = await openInvite(page, 'Public link')
  await expect(links.getByRole('list', { name: 'Public links' })).toContainText('Used up')
  await links.getByRole('button', { name: 'Create a link' }).click()
  const open = await links.getByLabel('Your new link').inputValue()
  await second.page.goto(open)
  await expect(second.page.getByRole('heading', { name: 'Join Ada’s team' })).toBeVisible()
  await links.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The link was revoked. It can no longer be used to join.')).toBeVisible()
  await expect(links.getByRole('list', { name: 'Public links' })).toContainText('Revoked')
  await picture(page, 'taken back')
  await second.page.reload()
  await expect(second.page.getByText('This invitation is no longer valid')).toBeVisible()
})

for (const [how, options] of [
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['in Arabic', { locale: 'ar' }],
  ['in Chinese, in the dark', { locale: 'zh-CN', colorScheme: 'dark' as const }],
] as const)
  test(`ACC-05 from the mail to the greeting in the room takes four steps ${how}`, async ({
    member,
    product,
    openBrowser,
    picture,
    expectAccessible,
  }) => {
    const guest = stranger('Grace', 'Hopper')
    const roomId = await makeRoom(member, 'Harbor')
    await call('inviteMember', member.api, {
      params: { id: member.accountId },
      body: { email: guest.email, role: 'member', roomId },
    })
    const { page } = await openBrowser(options)
    const link = await mailedLink(product, guest.email)
    const steps: string[] = []
    const step = async (name: string, act: () => Promise<unknown>) => {
      steps.push(name)
      await act()
    }
    await step('opens the link of the mail', () => page.goto(link))
    await expect(page.locator('input[name=email]')).toHaveValue(guest.email)
    await expect(page.locator('main')).toContainText('Harbor')
    await picture(page, `invitation ${how}`)
    await expectAccessible(page)
    await step('fills in names and a password', async () => {
      await page.locator('input[name=firstName]').fill(guest.firstName)
      await page.locator('input[name=lastName]').fill(guest.lastName)
      await page.locator('input[name=password]').fill(guest.password)
    })
    await step('accepts the terms', () => page.locator('input[name=confirmed]').check())
    await step('joins', () => page.locator('main button[type=submit]').click())
    await expect(page).toHaveURL(/\/chat\/new$/)
    const greeting = page.getByRole('status').filter({ hasText: 'Ada L.' })
    await expect(greeting).toContainText('Harbor')
    await expect(page.getByRole('banner')).toContainText('Harbor')
    expect(steps.length).toBeLessThanOrEqual(4)
    await picture(page, `greeted ${how}`)
    await expectAccessible(page)
  })

test('ACC-05 an existing user signs in on the invitation and joins; a different signed-in user sees a message', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const known = await joinAs((await openBrowser()).context, product, {
    firstName: 'Grace',
    lastName: 'Hopper',
  })
  await call('inviteMember', member.api, {
    params: { id: member.accountId },
    body: { email: known.email, role: 'member' },
  })
  const link = await mailedLink(product, known.email)
  await page.goto(link)
  await expect(page.getByText('This invitation was sent to a different address.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(known.email)
  await expect(page.getByRole('alert')).toContainText(member.email)
  await picture(page, 'for another address')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign out to accept it' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(known.email)
  await expect(page.getByLabel('Email address')).toHaveAttribute('readonly')
  await picture(page, 'signs in')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(known.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(page.getByText('Welcome to Ada’s team! Ada L. invited you.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Shared with 2 members')
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Welcome to Ada’s team!')).toBeHidden()
})

test('ACC-05 an admin invites from a room; if the room is deleted first, the person joins only the account and sees a message', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const grace = stranger('Grace', 'Hopper')
  const mary = stranger('Mary', 'Somerville')
  await keepSidebarOpen(context)
  const roomId = await makeRoom(member, 'Harbor')
  await page.goto('/chat/new')
  await openRoom(page, 'Harbor')
  await page.goto('/room-and-members')
  await page.getByRole('button', { name: 'Invite by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Invite' })
  await expect(dialog.getByRole('combobox', { name: 'Room they start in (optional)' })).toHaveValue('Harbor')
  await picture(page, 'from the room')
  await expectAccessible(page)
  for (const { email } of [grace, mary]) {
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible()
  }
  const first = await openBrowser()
  await first.page.goto(await mailedLink(product, grace.email))
  await expect(first.page.getByText('Ada L. invited you to the room Harbor.')).toBeVisible()
  await signUpOnInvitation(first.page, grace)
  await expect(
    first.page.getByText('Welcome to Ada’s team! Ada L. invited you to the room Harbor.'),
  ).toBeVisible()
  await expect(first.page.getByRole('banner')).toContainText('Harbor')

  // Grace's page may be loading something of the room in this moment.
  first.watched.expectProblems(replied(404))
  await call('deleteRoom', member.api, { params: { accountId: member.accountId, roomId } })
  const second = await openBrowser()
  await second.page.goto(await mailedLink(product, mary.email))
  await expect(second.page.getByText('Ada L. invited you.')).toBeVisible()
  await signUpOnInvitation(second.page, mary)
  await expect(second.page.getByRole('status').filter({ hasText: 'Welcome to Ada’s team!' })).toContainText(
    'Ada L. invited you. The room you were invited to is no longer open to you.',
  )
  await expect(second.page.getByRole('banner')).toContainText('General')
  await picture(second.page, 'room closed')
  await expectAccessible(second.page)
})

/** The addresses with pending invitations. */
async function invitedOf({ api, accountId }: Member): Promise<string[]> {
  const { data } = await call('listMembers', api, {
    params: { id: accountId },
    query: { sort_by: 'email' },
  })
  return data.filter(({ status: state }) => state === 'INVITED').map(({ userName }) => userName)
}
