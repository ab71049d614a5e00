import { readFileSync } from 'node:fs'
import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import { auditOf, membersOf, settingsOf } from './support/addresses.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

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
  await expect(general.getByText('Enter an account name.')).toBeVisible()
  await general.getByLabel('Account name').fill('Difference Engines')
  await general.locator('input[type=file]').setInputFiles(path.join(import.meta.dirname, 'support/logo.png'))
  await general.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name and logo saved.')).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(sidebar).toContainText('Difference Engines')
  await expect(sidebar.locator('img').first()).toHaveAttribute('src', /\/logo\//)
  await general.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByText('Logo removed.')).toBeVisible()

  const models = section('Models')
  await models.getByLabel('Only these:').check()
  for (const model of await models.getByRole('checkbox').all()) await model.uncheck()
  await models.getByRole('button', { name: 'Save' }).click()
  await expect(models.getByText('Allow at least one model.')).toBeVisible()
  await models.getByLabel('Sandbox Quick').check()
  await models.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await picture(page, 'models')

  const chats = section('Chat retention')
  await chats.getByLabel('Delete chats automatically').check()
  await chats.getByLabel('Days of inactivity').fill('0')
  await chats.getByRole('button', { name: 'Save' }).click()
  await expect(chats.getByText('Enter a whole number of days, from 1 to 3,650.')).toBeVisible()
  await chats.getByLabel('Days of inactivity').fill('90')
  await chats.getByRole('button', { name: 'Save' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete chats after 90 days?' })
  await picture(page, 'sure')
  await sure.getByRole('button', { name: 'Delete old chats' }).click()
  await expect(sure).toBeHidden()

  const domain = section('Joining without an invitation')
  await domain.getByLabel('Everyone with an address at example.com').check()
  await domain.getByRole('button', { name: 'Save' }).click()
  const settings = async () =>
    (await call('getAccountSettings', member.api, { params: { id: member.accountId } })).data.settings
  await expect.poll(settings).toEqual({
    allowedModelIds: ['sandbox-quick'],
    allowsPublicLinks: false,
    defaultModelId: null,
    limitModelId: null,
    chatRetentionDays: 90,
    autoJoinDomain: 'example.com',
  })
  await expect(domain.getByRole('button', { name: 'Save' })).toBeDisabled()
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
  await expect(page.getByText('6 entries')).toBeVisible()
  await picture(page, 'whole')
  await expectAccessible(page)

  await log.getByRole('button', { name: 'Show only actions by Grace Hopper' }).first().click()
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
  await expect(page.getByText('Audit log downloaded.')).toBeVisible()

  // The filter is in the URL; a last day before the first shows an error.
  await page.reload()
  await expect(page.getByText('1 entry')).toBeVisible()
  await page.getByLabel('From').fill('2026-01-02')
  await page.getByLabel('To').fill('2026-01-01')
  await expect(page.getByText('The end date is before the start date.')).toBeVisible()
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await picture(page, 'nothing')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  // Reading and exporting the log are entries of it as well.
  await expect(page.getByText('8 entries')).toBeVisible()

  // Offline, the export reports its failure.
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
  watched.expectProblems(replied(403))
  const theirs = await openBrowser()
  theirs.watched.expectProblems(replied(403))
  theirs.watched.expectProblems(replied(404))
  await joinTeamOf(member, theirs.context, product)

  const deleteIt = async () => {
    await page.goto(settingsOf(member))
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Ada’s team?' })
    const remove = dialog.getByRole('button', { name: 'Delete the account' })
    await dialog.getByLabel('Account name').fill('Ada’s')
    await expect(remove).toBeDisabled()
    await dialog.getByLabel('Account name').fill('Ada’s team')
    await picture(page, 'sure')
    await expectAccessible(page)
    await remove.click()
    await expect(page).toHaveURL(/\/accounts$/)
    await expect(page.getByText('Ada’s team was deleted.')).toBeVisible()
  }
  await deleteIt()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ada’s team was restored with everything in it.')).toBeVisible()
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
