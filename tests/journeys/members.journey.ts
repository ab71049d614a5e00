import { readFileSync } from 'node:fs'
import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import { foreignTexts } from './support/foreign-texts.ts'
import { chooseFor, mailedLink, memberRow, openInvite, stranger } from './support/invites.ts'
import { acceptTerms, joinAs, type Member, sendSignUp } from './support/people.ts'
import { openSettings, sendSignIn } from './support/sign-in.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const membersOf = ({ accountId }: Member) => `/account-members/${accountId}`
const settingsOf = ({ accountId }: Member) => `/account-admin/settings/${accountId}`
const auditOf = ({ accountId }: Member) => `/account-admin/audit-log/${accountId}`
/** The browser's own word for a reply that a journey brings about. */
const status = (code: number) => new RegExp(`status of ${code}`)

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
  theirs.watched.expectProblems(status(404))
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
  watched.expectProblems(status(403))
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

  watched.expectProblems(status(409))
  const again = await openInvite(page, 'One person')
  await again.getByLabel('Email address').fill('grace@example.org')
  await again.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(again.getByRole('alert')).toContainText('This address is invited already.')
})

test('ACC-07 PERM-01 PERM-02 a role changes under somebody’s hands, the account is handed over, and who is removed is led out', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
  picture,
}) => {
  test.slow()
  const theirs = await openBrowser()
  theirs.watched.expectProblems(status(403))
  await joinTeamOf(member, theirs.context, product)
  await page.goto(membersOf(member))
  await theirs.page.goto(membersOf(member))
  const tabs = theirs.page.getByRole('navigation', { name: 'Parts of the account' })
  await expect(memberRow(theirs.page, 'Grace Hopper')).toContainText('Member')
  await expect(tabs).toHaveCount(0)

  await chooseFor(page, 'Grace Hopper', 'Make admin')
  await expect(page.getByText('Grace Hopper is an admin now.')).toBeVisible()
  // The other browser was not touched.
  await expect(tabs.getByRole('link', { name: 'Settings' })).toBeVisible()
  await picture(theirs.page, 'an admin now')
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await expect(theirs.page.getByRole('heading', { name: 'Account settings' })).toBeVisible()

  await chooseFor(page, 'Grace Hopper', 'Make member')
  await expect(theirs.page).toHaveURL(new RegExp(membersOf(member)))
  await expect(theirs.page.getByRole('button', { name: 'Send Invite' })).toHaveCount(0)

  await chooseFor(page, 'Grace Hopper', 'Monthly credit limit…')
  const limit = page.getByRole('dialog', { name: 'Credit limit of Grace Hopper' })
  await limit.getByLabel('Credits a month').fill('1250')
  await picture(page, 'a limit')
  await limit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The credit limit of Grace Hopper is saved.')).toBeVisible()
  await expect(memberRow(page, 'Grace Hopper')).toContainText('1,250')

  await chooseFor(page, 'Grace Hopper', 'Hand over the account…')
  const handOver = page.getByRole('dialog', { name: 'Hand the account over to Grace Hopper?' })
  await picture(page, 'handing over')
  await handOver.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('Grace Hopper is the owner now.')).toBeVisible()
  await expect(memberRow(page, 'Ada Lovelace')).toContainText('Admin')
  await expect(memberRow(theirs.page, 'Grace Hopper')).toContainText('Owner', { timeout: 30_000 })

  // The new owner removes the former one, whose page says so and leads on.
  watched.expectProblems(status(403))
  await expect(theirs.page.getByRole('button', { name: 'Send Invite' })).toBeVisible()
  await chooseFor(theirs.page, 'Ada Lovelace', 'Remove')
  await theirs.page
    .getByRole('dialog', { name: 'Remove Ada Lovelace?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(theirs.page.getByText('Ada Lovelace is no longer a member.')).toBeVisible()
  await expect(
    page.getByText('It seems that you are not currently a member of this workspace.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/accounts$/)
  await picture(page, 'led out')
  await expect(page.getByText('There is no account you are a part of,', { exact: false })).toBeVisible()
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
  second.watched.expectProblems(status(404))
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

test('ACC-08 the account is renamed, gets a logo, its models, its keeping of chats and its domain', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await page.goto(membersOf(member))
  await page
    .getByRole('navigation', { name: 'Parts of the account' })
    .getByRole('link', { name: 'Settings' })
    .click()
  const section = (name: string) => page.getByRole('region', { name })
  const general = section('Name and logo')
  await expectAccessible(page)
  await general.getByLabel('Account name').fill(' ')
  await general.getByRole('button', { name: 'Save' }).click()
  await expect(general.getByText('Give the account a name.')).toBeVisible()
  await general.getByLabel('Account name').fill('Difference Engines')
  await general.locator('input[type=file]').setInputFiles(path.join(import.meta.dirname, 'support/logo.png'))
  await general.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name and logo are saved.')).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(sidebar).toContainText('Difference Engines')
  await expect(sidebar.locator('img').first()).toHaveAttribute('src', /\/logo\//)
  await general.getByRole('button', { name: 'Remove the logo' }).click()
  await expect(page.getByText('The logo is removed.')).toBeVisible()

  const models = section('Models')
  await models.getByLabel('Only these:').check()
  for (const model of ['Sandbox Writer', 'Sandbox Reader', 'Sandbox Reasoner', 'Sandbox Quick'])
    await models.getByLabel(model).uncheck()
  await models.getByRole('button', { name: 'Save' }).click()
  await expect(models.getByText('Allow at least one model.')).toBeVisible()
  await models.getByLabel('Sandbox Quick').check()
  await models.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  await picture(page, 'models')

  const chats = section('How long chats are kept')
  await chats.getByLabel('Erase chats after a time').check()
  await chats.getByLabel('Days after the last question').fill('0')
  await chats.getByRole('button', { name: 'Save' }).click()
  await expect(chats.getByText('Enter a whole number of days, from 1 to 3,650.')).toBeVisible()
  await chats.getByLabel('Days after the last question').fill('90')
  await chats.getByRole('button', { name: 'Save' }).click()
  const sure = page.getByRole('dialog', { name: 'Erase chats after 90 days?' })
  await picture(page, 'sure')
  await sure.getByRole('button', { name: 'Erase old chats' }).click()
  await expect(sure).toBeHidden()

  const domain = section('Joining without an invitation')
  await domain.getByLabel('Everybody with an address at example.com').check()
  await domain.getByRole('button', { name: 'Save' }).click()
  await expect(domain.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(
    (await call('getAccountSettings', member.api, { params: { id: member.accountId } })).data.settings,
  ).toEqual({
    allowedModelIds: ['sandbox-quick'],
    defaultModelId: null,
    chatRetentionDays: 90,
    autoJoinDomain: 'example.com',
  })
  await picture(page, 'all set')
  await expectAccessible(page)
  // Other journeys' people have addresses of this domain too.
  await domain.getByLabel('By invitation only').check()
  await domain.getByRole('button', { name: 'Save' }).click()
  await expect(domain.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.goto('/chat/new')
  await page.getByRole('button', { name: /^Model: / }).click()
  await expect(page.getByRole('option', { name: 'Sandbox Quick' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Sandbox Writer' })).toHaveCount(0)
})

test('ACC-08 the audit log is read, filtered and exported', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  const theirs = await openBrowser()
  const grace = await joinTeamOf(member, theirs.context, product, {}, 'admin')
  const params = { id: member.accountId }
  await call('inviteMember', grace.api, { params, body: { email: 'charles@example.org', role: 'member' } })
  await call('changeMember', member.api, { params, body: { userId: grace.userId, role: 'member' } })

  await page.goto(auditOf(member))
  const log = page.getByRole('table', { name: 'Audit Log' })
  await expect(log.getByRole('rowheader').first()).toHaveText('Role changed')
  await expect(log.getByRole('row').nth(1)).toContainText('Grace Hopper')
  await expect(log.getByRole('row').nth(1)).toContainText('Admin → Member')
  await expect(page.getByText('5 entries')).toBeVisible()
  await picture(page, 'whole')
  await expectAccessible(page)

  await log.getByRole('button', { name: 'Show only what Grace Hopper did' }).first().click()
  await expect(page.getByText('2 entries')).toBeVisible()
  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Invited', exact: true }).click()
  await expect(page.getByText('1 entry')).toBeVisible()
  await expect(log).toContainText('charles@example.org')
  await picture(page, 'filtered')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const rows = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain('Grace Hopper')
  expect(rows[1]).toContain('email: charles@example.org')
  await expect(page.getByText('The log is in your downloads.')).toBeVisible()

  // What is looked for is in the address; the last day before the first says so.
  await page.reload()
  await expect(page.getByText('1 entry')).toBeVisible()
  await page.getByLabel('From day').fill('2026-01-02')
  await page.getByLabel('To day').fill('2026-01-01')
  await expect(page.getByText('The last day is before the first.')).toBeVisible()
  await expect(page.getByText('Nothing fits these filters')).toBeVisible()
  await picture(page, 'nothing')
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.getByText('5 entries')).toBeVisible()

  // Without a line the export says that it failed.
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await context.setOffline(false)
})

test('ACC-08 the owner deletes the account by its name, and takes that back, at once or from the list', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  watched.expectProblems(status(403))
  const theirs = await openBrowser()
  theirs.watched.expectProblems(status(403))
  await joinTeamOf(member, theirs.context, product)

  const deleteIt = async () => {
    await page.goto(settingsOf(member))
    await page.getByRole('button', { name: 'Delete the account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Ada’s team?' })
    const remove = dialog.getByRole('button', { name: 'Delete the account' })
    await dialog.getByLabel('Name of the account').fill('Ada’s')
    await expect(remove).toBeDisabled()
    await dialog.getByLabel('Name of the account').fill('Ada’s team')
    await picture(page, 'sure')
    await expectAccessible(page)
    await remove.click()
    await expect(page).toHaveURL(/\/accounts$/)
    await expect(page.getByText('Ada’s team is deleted.')).toBeVisible()
  }
  await deleteIt()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ada’s team is restored, with everything that was in it.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ada’s team/ })).toContainText('2 members')
  await expect(page.getByRole('heading', { name: 'Deleted accounts' })).toHaveCount(0)

  await theirs.page.goto('/chat/new')
  await expect(theirs.page.getByRole('banner')).toContainText('Shared with 2 members')
  await page.getByRole('button', { name: /^Ada’s team/ }).click()
  await deleteIt()
  await expect(page.getByRole('heading', { name: 'Deleted accounts' })).toBeVisible()
  await picture(page, 'deleted')
  await expectAccessible(page)
  // For everybody else it is closed at once.
  await expect(theirs.page).toHaveURL(/\/accounts$/)
  await expect(theirs.page.getByRole('button', { name: /^Ada’s team/ })).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Restore Ada’s team' }).click()
  await page.getByRole('button', { name: /^Ada’s team/ }).click()
  await expect(page.getByRole('banner')).toContainText('Shared with 2 members')
})

test('NAV-05 other addresses lead to the members of the active account; earlier names lead on', async ({
  page,
  member,
  openBrowser,
}) => {
  for (const address of ['account-admin', 'workspace-members', 'workspace-admin']) {
    await page.goto(`/${address}/${member.accountId}`)
    await expect(page).toHaveURL(new RegExp(membersOf(member)))
  }
  for (const address of ['account-members', 'account-admin/settings', 'account-admin/audit-log']) {
    await page.goto(`/${address}/account_01a1fd7b-ccca-779d-b36a-9d93f09a093f`)
    await expect(page).toHaveURL(new RegExp(membersOf(member)))
  }
  await expect(memberRow(page, 'Ada Lovelace')).toContainText('Owner')
  // Who is not signed in comes back after signing in.
  const fresh = await openBrowser()
  await fresh.page.goto(settingsOf(member))
  await sendSignIn(fresh.page, member)
  await expect(fresh.page).toHaveURL(new RegExp(settingsOf(member)))
})

test('UI-02 I18N-01 NAV-03 the account on a phone, by night and in Arabic; a list that cannot be loaded says so', async ({
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
      const tooWide = await page.evaluate(() =>
        [document.documentElement, document.querySelector('main')].map((element) =>
          element ? element.scrollWidth - element.clientWidth : 0,
        ),
      )
      expect(tooWide, title).toEqual([0, 0])
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

  // The line breaks while the list is on its way, also when it is asked for again.
  watched.expectProblems(/ERR_FAILED/)
  const list = /\/user\/teams\/members\//
  await page.route(list, (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('kath')
  await expect(page.getByText('The members could not be loaded')).toBeVisible()
  await picture(page, 'failed')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(memberRow(page, 'Katherine-Johnson')).toBeVisible()
  await expect(memberRow(page, 'Ada Lovelace')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('zzz')
  await expect(page.getByText('Nobody is found')).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(memberRow(page, 'Ada Lovelace')).toBeVisible()
})

/** Whose invitations are open, by their addresses. */
async function invitedOf({ api, accountId }: Member): Promise<string[]> {
  const { data } = await call('listMembers', api, {
    params: { id: accountId },
    query: { sort_by: 'email' },
  })
  return data.filter(({ status: state }) => state === 'INVITED').map(({ userName }) => userName)
}
