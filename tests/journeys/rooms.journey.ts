import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
import {
  choosePerson,
  keepSidebarOpen,
  navigation,
  openAddRoom,
  openRoom,
  openRoomSettings,
  roomGroup,
  toast,
} from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

test('ROOM-02 ROOM-03 ROOM-06 ROOM-08 a room is created with everything, and its instructions reach the model', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const grace = await openBrowser()
  await keepSidebarOpen(context)
  await joinTeamOf(member, grace.context, product)
  await page.goto('/chat/new')
  const dialog = await openAddRoom(page)
  await expect(dialog.getByText(/^Create team spaces, invite collaborators and train your AI/)).toBeVisible()
  const box = await dialog.boundingBox()
  expect(box?.width).toBe(900)
  expect(box?.height).toBeLessThanOrEqual(0.9 * 800)
  await expect(dialog.getByRole('tab')).toHaveText(['General', 'Members', 'Context', 'Instructions'])
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('  ')
  await expect(create).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bridge')
  await dialog.getByLabel('Description').fill('Where the course is set.')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(path.join(import.meta.dirname, 'support/logo.png'))
  await picture(page, 'general')
  await expectAccessible(page)

  await dialog.getByRole('radio', { name: 'Public' }).check()
  await expect(dialog.getByRole('tab', { name: 'Members' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Private' }).check()
  await dialog.getByRole('tab', { name: 'Members' }).click()
  await choosePerson(dialog, 'hop', 'Grace Hopper')
  await picture(page, 'members')
  await expectAccessible(page)

  await dialog.getByRole('tab', { name: 'Instructions' }).click()
  await dialog.getByLabel('Instructions for models').fill('  Begin every answer with: Ahoy!  ')
  await dialog.getByLabel('Tone').fill('calm')
  await dialog.getByLabel('Mood').fill('   ')
  // Moves to the next field, so that this field's suggestions close.
  await page.keyboard.press('Tab')
  await picture(page, 'instructions')
  await expectAccessible(page)
  await create.click()
  await expect(toast(page, 'Room created successfully with instructions!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(page.getByRole('banner')).toContainText('Bridge')
  await expect(page.getByRole('banner')).toContainText('Shared with 2 members')
  await expect(roomGroup(page, 'Private Rooms')).toContainText('Bridge')
  await picture(page, 'created')

  const { data: rooms } = await call('listRooms', member.api, { params: { accountId: member.accountId } })
  const room = rooms.find(({ name }) => name === 'Bridge')
  expect(room?.logoFilename).toBeTruthy()
  const { data: details } = await call('getRoom', member.api, {
    params: { accountId: member.accountId, roomId: room?.id ?? member.roomId },
  })
  expect(details.system_prompt, 'trimmed, without what is empty').toEqual({
    instructions: 'Begin every answer with: Ahoy!',
    modifiers: { tone: 'calm' },
  })
  await ask(page, 'What is a bridge? [[sandbox:rate=max]]')
  await answerEnds(page)
  await expect(answer(page)).toContainText('Ahoy!')
  await openRoom(page, 'General')
  await startChat(page)
  await ask(page, 'What is a bridge? [[sandbox:rate=max]]')
  await answerEnds(page)
  await expect(answer(page)).not.toContainText('Ahoy!')

  const again = await openAddRoom(page)
  await expect(again.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await expect(again.getByRole('radio', { name: 'Private' })).toBeChecked()
  await expect(again.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
  await again.getByRole('button', { name: 'Back' }).click()
  await expect(again).toBeHidden()
})

test("ROOM-04 ROOM-05 ROOM-10 NAV-09 a private room with three people: added members see it, an admin changes it, people who left don't see it", async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
}) => {
  test.slow()
  const [graces, katherines] = [await openBrowser(), await openBrowser()]
  // Requests of the room's page that are under way while she leaves.
  katherines.watched.expectProblems(replied(404))
  for (const one of [context, graces.context, katherines.context]) await keepSidebarOpen(one)
  const grace = await joinTeamOf(member, graces.context, product)
  await joinTeamOf(member, katherines.context, product, { firstName: 'Katherine', lastName: 'Johnson' })
  await makeRoom(member, 'Bridge', { people: [grace] })
  await graces.page.goto('/chat/new')
  await katherines.page.goto('/chat/new')
  const mark = roomGroup(graces.page, 'Private Rooms').getByRole('img', { name: 'Private room' })
  await expect(mark).toBeVisible()
  await expect(roomGroup(graces.page, 'Public Rooms').getByRole('img', { name: 'Public room' })).toBeVisible()
  await expect(roomGroup(katherines.page, 'Public Rooms')).toBeVisible()
  await expect(navigation(katherines.page)).not.toContainText('Bridge')

  await test.step('a member looks, and changes nothing', async () => {
    await openRoomSettings(graces.page, 'Bridge')
    await expect(graces.page.getByText('Only room admins can change it.')).toBeVisible()
    await expect(graces.page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(graces.page.getByRole('button', { name: 'Add members' })).toHaveCount(0)
    await picture(graces.page, 'a-member-looks')
  })

  await test.step('the owner adds one and makes another an admin; both see it without loading', async () => {
    await page.goto('/chat/new')
    await openRoomSettings(page, 'Bridge')
    await page.getByRole('button', { name: 'Add members' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add members' })
    await choosePerson(dialog, 'joh', 'Katherine Johnson')
    await picture(page, 'adding')
    await dialog.getByRole('button', { name: 'Add members' }).click()
    await expect(toast(page, '1 member added.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Members' })).toContainText('Katherine Johnson')
    await expect(roomGroup(katherines.page, 'Private Rooms')).toContainText('Bridge')
    await page.getByRole('button', { name: 'Options for Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: 'Make admin' }).click()
    await expect(toast(page, 'Grace Hopper is now an admin of this room.')).toBeVisible()
    await expect(graces.page.getByRole('button', { name: 'Add members' })).toBeVisible()
    await picture(page, 'members-of-the-room')
  })

  await test.step('the new admin changes the name; the others see it', async () => {
    await graces.page.getByRole('textbox', { name: 'Name' }).fill('Upper bridge')
    await graces.page.getByRole('button', { name: 'Save' }).first().click()
    await expect(toast(graces.page, 'Room saved.')).toBeVisible()
    await expect(roomGroup(page, 'Private Rooms')).toContainText('Upper bridge')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Upper bridge')
  })

  await test.step('who leaves does not see it any more', async () => {
    await openRoomSettings(katherines.page, 'Upper bridge')
    await katherines.page.getByRole('button', { name: 'Leave room' }).click()
    const asked = katherines.page.getByRole('dialog', { name: 'Leave “Upper bridge”?' })
    await asked.getByRole('button', { name: 'Leave room' }).click()
    await expect(toast(katherines.page, 'You left “Upper bridge”.')).toBeVisible()
    await expect(navigation(katherines.page)).not.toContainText('Upper bridge')
    await expect(katherines.page.getByText('You no longer have access')).toHaveCount(0)
  })
})
