import { expectNothingBeside } from './support/measure.ts'
import { choosePerson, navigation, openAddRoom, toast } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('NAV-03 ROOM-10 rooms and members on a phone; a wide screen redirects to the full page', async ({
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const { page, context } = await openBrowser({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const host = await joinTeamOf(member, context, product, { firstName: 'Mary', lastName: 'Jackson' }, 'admin')
  const others = await openBrowser()
  await joinTeamOf(member, others.context, product)
  const look = async (name: string, title: string) => {
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
    await expectNothingBeside(page)
    await picture(page, name)
    await expectAccessible(page)
  }

  await page.goto('/chat/new')
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  const dialog = await openAddRoom(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pocket')
  for (const tab of ['Members', 'Context', 'Instructions']) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible()
    await picture(page, `new-${tab}`)
  }
  await expectNothingBeside(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('banner')).toContainText('Pocket')

  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await expect(navigation(page).getByRole('button', { name: 'Settings for Pocket' })).toBeVisible()
  const targets = await navigation(page)
    .getByRole('listitem')
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(targets.length).toBeGreaterThan(3)
  for (const { width, height } of targets) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await navigation(page).getByRole('button', { name: 'Settings for Pocket' }).click()
  await expect(page).toHaveURL(/\/room-details-mobile$/)
  await look('details', 'Room and Members')
  await page.getByRole('link', { name: 'Edit the room' }).click()
  await expect(page).toHaveURL(/\/edit-room-mobile\/room_/)
  await look('edit', 'Edit the room')
  const longName = 'Back pocket with a name that is as long as anybody would type it'
  await page.getByRole('textbox', { name: 'Name' }).fill(longName)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(toast(page, 'Room saved.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(longName)
  await look('a long name', 'Edit the room')
  await page.getByRole('link', { name: 'Back' }).click()

  await page.getByRole('button', { name: 'Add members' }).click()
  await expect(page).toHaveURL(/\/add-member-mobile$/)
  await choosePerson(page, 'hop', 'Grace Hopper')
  await look('add-member', 'Add members')
  await page.getByRole('button', { name: 'Add members' }).click()
  await expect(page).toHaveURL(/\/room-details-mobile$/)
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Grace Hopper')

  await page.getByRole('link', { name: 'Context' }).click()
  await expect(page).toHaveURL(/\/context-mobile$/)
  await look('context', 'Context')
  await page.goto('/add-document-mobile')
  await expect(page).toHaveURL(/\/context-mobile$/)
  await page.goto('/add-chat-mobile')
  await expect(page).toHaveURL(/\/chat\/new$/)
  await look('chat', 'Hello, Mary')
  await page.goto(`/edit-room-mobile/${host.roomId}`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('General')
  await page.goto('/edit-room-mobile/room_01980000-0000-7000-8000-000000000000')
  await expect(page.getByText('Room not found')).toBeVisible()
  await look('not-found', 'Edit the room')

  for (const path of ['/room-details-mobile', '/add-member-mobile', '/context-mobile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page).toHaveURL(/\/room-and-members$/)
    await page.setViewportSize({ width: 360, height: 740 })
  }
})
