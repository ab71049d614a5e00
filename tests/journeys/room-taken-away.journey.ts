import { contract, type TurnId } from '@atrium/contract'
import { call, send } from '@atrium/testkit/api-client.ts'
import { answer, answerBegins, answerEnds, ask, startChat, storedTurns } from './support/conversation.ts'
import { keepSidebarOpen, navigation, openRoom, openRoomSettings, roomGroup, toast } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('ROOM-04 P13 a member removed while an answer streams receives nothing more within a second', async ({
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const graces = await openBrowser()
  const { page, watched } = graces
  watched.expectProblems(/404 \(Not Found\)/)
  await keepSidebarOpen(graces.context)
  const grace = await joinTeamOf(member, graces.context, product)
  const roomId = await makeRoom(member, 'Bridge', { people: [grace] })
  await page.goto('/chat/new')
  await openRoom(page, 'Bridge')
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me of marzipan without end. [[sandbox:endless,rate=20]]')
  await answerBegins(page, 40)
  await page.waitForURL(/\/chat\/chat_/)
  const chatUrl = page.url()
  const [turn] = await storedTurns(page, { ...grace, api: { ...grace.api, roomId } })

  // Another reader of the same answer, to see the stream itself.
  const reading = await send(
    contract.readAnswer,
    { ...grace.api, roomId },
    { params: { turnId: turn?.turnId as TurnId }, query: { after: 0 } },
  )
  let lastWordAtMs = 0
  let words = 0
  const ended = (async () => {
    for await (const chunk of reading.body ?? []) {
      lastWordAtMs = performance.now()
      words += chunk.length
    }
    return performance.now()
  })()
  await expect.poll(() => words).toBeGreaterThan(200)

  await call('removeRoomMember', member.api, { params: { roomId, userId: grace.userId } })
  const removedAtMs = performance.now()
  const received = page.getByText('You no longer have access to “Bridge”').first()
  await expect(received).toBeVisible()
  expect((await ended) - removedAtMs, 'the stream ends').toBeLessThan(1000)
  expect(lastWordAtMs - removedAtMs, 'nothing is said after it').toBeLessThan(1000)
  await expect(page.getByRole('main')).not.toContainText(/marzipan/i)
  await expect(navigation(page)).not.toContainText('Bridge')
  await expect(navigation(page)).not.toContainText(/marzipan/i)
  await expect(page.getByRole('banner')).toContainText('General')
  await picture(page, 'removed')
  await expectAccessible(page)

  // The server stops writing an answer that nobody can read.
  const after = await send(
    contract.readAnswer,
    { ...grace.api, roomId },
    {
      params: { turnId: turn?.turnId as TurnId },
      query: { after: 0 },
    },
  )
  expect(after.status).toBe(404)
  await page.getByRole('link', { name: 'Go To Your Rooms' }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await page.goto(chatUrl)
  await expect(page.getByText('Chat not found')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/marzipan/i)

  // Added again, it is all there.
  await call('addRoomMembers', member.api, {
    params: { roomId },
    body: [{ id: grace.userId, membership_type: 'MEMBER' }],
  })
  await page.goto(chatUrl)
  await expect(answer(page)).toContainText(/\w/)
})

test('ROOM-01 ROOM-11 a room is deleted by its name, kept in the bin, and restored under another name', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  // A part of the room's page may be loading while the room goes.
  watched.expectProblems(/409 \(Conflict\)|404 \(Not Found\)/)
  const graces = await openBrowser()
  graces.watched.expectProblems(/404 \(Not Found\)/)
  for (const one of [context, graces.context]) await keepSidebarOpen(one)
  const grace = await joinTeamOf(member, graces.context, product)
  await makeRoom(member, 'Bridge', { people: [grace] })
  await graces.page.goto('/chat/new')
  await openRoomSettings(graces.page, 'Bridge')
  await page.goto('/chat/new')
  await openRoom(page, 'Bridge')
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is a keel? [[sandbox:rate=max]]')
  await answerEnds(page)
  const chatUrl = page.url()

  await openRoomSettings(page, 'Bridge')
  await page.getByRole('button', { name: 'Delete room' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Bridge”?' })
  const remove = dialog.getByRole('button', { name: 'Delete room' })
  const typed = dialog.getByLabel("Type the room's name to delete it")
  await expect(remove).toBeDisabled()
  await typed.fill('bridge')
  await expect(remove).toBeDisabled()
  await typed.fill('Bridge')
  await picture(page, 'deleting')
  await expectAccessible(page)
  await remove.click()
  await expect(toast(page, '“Bridge” was moved to the bin.')).toBeVisible()
  await expect(navigation(page)).not.toContainText('Bridge')
  await expect(toast(graces.page, 'You no longer have access to “Bridge”')).toBeVisible()
  await expect(navigation(graces.page)).not.toContainText('Bridge')
  await expect(graces.page.getByRole('heading', { name: 'Deleted rooms' })).toHaveCount(0)

  const bin = page.getByRole('region', { name: 'Deleted rooms' })
  await expect(bin).toContainText(/Permanently deleted on .*20\d\d/)
  await bin.scrollIntoViewIfNeeded()
  await picture(page, 'bin')
  await makeRoom(member, 'BRIDGE')
  await bin.getByRole('button', { name: 'Restore “Bridge”' }).click()
  const rename = page.getByRole('dialog', { name: 'Restore “Bridge”' })
  await expect(rename.getByText('Another room now has this name.', { exact: false })).toBeVisible()
  await rename.getByLabel('Name').fill('Old bridge')
  await picture(page, 'restoring')
  await rename.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, '“Old bridge” was restored.')).toBeVisible()
  await expect(bin).toHaveCount(0)
  await expect(roomGroup(page, 'Private Rooms')).toContainText('Old bridge')
  await expect(roomGroup(graces.page, 'Private Rooms')).toContainText('Old bridge')
  await page.goto(chatUrl)
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('What is a keel?')
})
