import { answerEnds, ask, composer, startChat, turns } from './support/conversation.ts'
import { keepSidebarOpen, navigation, openRoom, openRoomSettings, toast } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('CHAT-11 a room shares new chats by default: the composer says so before sending, and keeps one private on request', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const graces = await openBrowser()
  for (const browser of [context, graces.context]) await keepSidebarOpen(browser)
  const grace = await joinTeamOf(member, graces.context, product)
  await makeRoom(member, 'Bridge', { people: [grace] })

  await page.goto('/chat/new')
  await openRoom(page, 'Bridge')
  await openRoomSettings(page, 'Bridge')
  const choice = page.getByRole('radiogroup', { name: 'New chats' })
  await expect(choice.getByRole('radio', { name: 'Private' })).toBeChecked()
  await choice.getByRole('radio', { name: 'Shared with the room, open for questions' }).check()
  await expect(toast(page, 'New chats will be shared like this.')).toBeVisible()
  await picture(page, 'room-setting')
  await expectAccessible(page)

  // The colleague's composer learns of it without a reload.
  const colleague = graces.page
  await colleague.goto('/chat/new')
  await openRoom(colleague, 'Bridge')
  const says = colleague.getByText('Shared with Bridge, open for questions')
  await expect(says).toBeVisible()
  await picture(colleague, 'new-chat')
  await expectAccessible(colleague)
  await page.goto('/chat/new')
  await openRoom(page, 'Bridge')
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is marzipan made of?')
  await answerEnds(page)
  await expect(page.getByText('Shared by you · Open for questions')).toBeVisible()
  // It comes into the colleague's list without a reload.
  await expect(navigation(colleague)).toContainText(/marzipan/i)

  await colleague.getByRole('button', { name: 'Keep private' }).click()
  await expect(colleague.getByText('Private: only you will see this chat')).toBeVisible()
  await colleague.setViewportSize({ width: 390, height: 844 })
  await colleague.emulateMedia({ colorScheme: 'dark' })
  await picture(colleague, 'kept-private')
  await expectAccessible(colleague)
  await colleague.emulateMedia({ colorScheme: 'light' })
  await colleague.setViewportSize({ width: 1280, height: 800 })
  await ask(colleague, 'And nougat?')
  await answerEnds(colleague)
  await expect(turns(colleague)).toHaveCount(1)
  await expect(colleague.getByText(/Shared by you/)).toHaveCount(0)

  // A temporary chat is never shared.
  await colleague.goto('/chat/new')
  await expect(says).toBeVisible()
  await colleague.getByRole('button', { name: 'Temporary' }).click()
  await expect(says).toHaveCount(0)
  await expect(composer(colleague)).toBeVisible()
  await expect(navigation(page)).not.toContainText(/nougat/i)
})
