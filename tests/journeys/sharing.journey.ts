import {
  answer,
  answerBegins,
  answerEnds,
  ask,
  composer,
  startChat,
  stopButton,
  turns,
} from './support/conversation.ts'
import { keepSidebarOpen, navigation, openRoom, toast } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('CHAT-11 HIST-01 a chat is shared with its room: a colleague reads it, then asks in it, live; an outsider sees nothing', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const [graces, ottos] = [await openBrowser(), await openBrowser()]
  for (const { watched } of [graces, ottos]) watched.expectProblems(/404 \(Not Found\)/)
  for (const browser of [context, graces.context, ottos.context]) await keepSidebarOpen(browser)
  const grace = await joinTeamOf(member, graces.context, product)
  await joinTeamOf(member, ottos.context, product, { firstName: 'Otto', lastName: 'Outside' })
  await makeRoom(member, 'Bridge', { people: [grace] })

  await page.goto('/chat/new')
  await openRoom(page, 'Bridge')
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is marzipan made of?')
  await answerEnds(page)
  await expect(page).toHaveURL(/\/chat\/chat_/)
  const chatUrl = page.url()

  // Private until it is shared.
  const colleague = graces.page
  await colleague.goto(chatUrl)
  await expect(colleague.getByText('Chat not found')).toBeVisible()

  await page.getByRole('button', { name: 'Chat options' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: /Share with the room/ })
  await expect(dialog.getByRole('radio', { name: 'Room, read-only' })).toBeChecked()
  await dialog.getByText('Who may do what').click()
  await expect(dialog.getByRole('row', { name: /Delete/ })).toContainText('No')
  await picture(page, 'share-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Shared with the room, read-only.')).toBeVisible()
  await expect(
    page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByText(/Shared by you/)
      .first(),
  ).toBeVisible()

  // The colleague's list changes without reloading.
  await colleague.goto('/chat-history/shared')
  const row = colleague.getByRole('row', { name: /marzipan/i })
  await expect(row).toContainText(member.firstName)
  await picture(colleague, 'shared-chats')
  await expectAccessible(colleague)
  await row.getByRole('link', { name: /marzipan/i }).click()
  await expect(turns(colleague)).toHaveCount(1)
  await expect(colleague.getByText('shared this chat for reading')).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Continue in my own copy' })).toBeEnabled()
  await expect(composer(colleague)).toHaveCount(0)
  await picture(colleague, 'read-only')
  await expectAccessible(colleague)

  // Open for questions: the composer appears without a reload, and both see both questions and one answer.
  await page.getByRole('button', { name: 'Chat options' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await dialog.getByRole('radio', { name: 'Room, open for questions' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(composer(colleague)).toBeVisible()

  // Both see who is there and who is typing, without the text; a typist who clears the field stops.
  for (const person of [page, colleague]) {
    await expect(person.getByRole('button', { name: '2 people here' })).toBeVisible()
  }
  await page.getByRole('button', { name: '2 people here' }).click()
  await expect(page.getByRole('dialog', { name: '2 people here' }).getByRole('listitem')).toHaveText([
    /Me$/,
    /Grace Hopper$/,
  ])
  await composer(colleague).pressSequentially('And nou')
  await expect(page.getByText(/Grace Hopper.* is typing/)).toBeVisible()
  await expect(page.getByRole('dialog', { name: '2 people here' })).toContainText('Typing…')
  await picture(page, 'presence')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await composer(colleague).press('g')
  await expect(page.getByText(/Grace Hopper.* is typing/)).toBeVisible()
  await picture(page, 'presence-phone')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  if (wide) await page.setViewportSize(wide)
  await expect(colleague.getByText(/is typing/)).toHaveCount(0)
  await composer(colleague).fill('')
  await expect(page.getByText(/is typing/)).toHaveCount(0)
  // Somebody who closes the chat is gone for the others.
  await colleague.goto('/chat/new')
  await expect(page.getByRole('button', { name: /people here/ })).toHaveCount(0)
  await colleague.goto(chatUrl)
  await expect(page.getByRole('button', { name: '2 people here' })).toBeVisible()

  await ask(colleague, 'And nougat? [[sandbox:endless,rate=5]]')
  await answerBegins(colleague, 40)
  await expect(turns(page)).toHaveCount(2)
  await answerBegins(page, 40)
  await expect(turns(page).last()).toContainText('Grace Hopper')
  await expect(turns(colleague).last()).toContainText('Me')
  await expect(stopButton(page)).toBeVisible()
  await picture(page, 'open-live')

  // Further questions wait in one queue, with their authors, also after a reload.
  await ask(page, 'And toffee?')
  await ask(colleague, 'And fudge?')
  const queueOf = (person: typeof page) =>
    person.getByRole('list', { name: 'Queued questions' }).getByRole('listitem')
  for (const person of [page, colleague]) {
    await expect(queueOf(person)).toHaveText([/And toffee\?/, /And fudge\?/])
  }
  await expect(queueOf(page).last()).toContainText('Grace Hopper')
  await expect(queueOf(colleague).first().getByRole('button')).toHaveCount(0)
  await picture(page, 'queue')
  await expectAccessible(page)
  await colleague.reload()
  await expect(queueOf(colleague)).toHaveCount(2)
  await queueOf(page).first().getByRole('button', { name: 'Remove' }).click()
  await expect(queueOf(colleague)).toHaveText([/And fudge\?/])

  await stopButton(page).click()
  await expect(colleague.getByText('Send the next question?')).toBeVisible()
  await expect(answer(colleague)).toContainText(/stopped/i)
  await colleague.getByRole('button', { name: 'Send next' }).click()
  for (const person of [page, colleague]) {
    await expect(turns(person)).toHaveCount(3)
    await expect(queueOf(person)).toHaveCount(0)
  }
  await expect(turns(page).last()).toContainText('And fudge?')
  await answerEnds(page)

  // Nobody outside the room sees any of it.
  const outsider = ottos.page
  await outsider.goto(chatUrl)
  await expect(outsider.getByText('Chat not found')).toBeVisible()
  await expect(outsider.getByRole('button', { name: /people here/ })).toHaveCount(0)
  await expect(navigation(outsider)).not.toContainText(/marzipan/i)

  // The end of sharing empties the colleague's page within a second.
  await page.getByRole('button', { name: 'Chat options' }).click()
  await page.getByRole('menuitem', { name: 'Stop sharing' }).click()
  await expect(toast(page, 'Sharing stopped.')).toBeVisible()
  await expect(page.getByRole('button', { name: /people here/ })).toHaveCount(0)
  await expect(colleague.getByText('Chat not found')).toBeVisible()
  await expect(navigation(colleague)).not.toContainText(/marzipan/i)
})
