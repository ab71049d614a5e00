import path from 'node:path'
import type { Page } from '@playwright/test'
import { contract, type TurnId } from '@atrium/contract'
import { call, send } from '@atrium/testkit/api-client.ts'
import { answer, answerBegins, answerEnds, ask, startChat, storedTurns } from './support/conversation.ts'
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
  await dialog.getByLabel('What models are told').fill('  Begin every answer with: Ahoy!  ')
  await dialog.getByLabel('Tone').fill('calm')
  await dialog.getByLabel('Mood').fill('   ')
  // On to the next field, so that what is offered for this one is out of the way.
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

test('ROOM-04 ROOM-05 NAV-09 a private room among three: who is added sees it, an admin changes it, who leaves does not', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
}) => {
  test.slow()
  const [graces, katherines] = [await openBrowser(), await openBrowser()]
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
    await expect(graces.page.getByText('Only the admins of this room can change it.')).toBeVisible()
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
    await page.getByRole('button', { name: 'What can be done with Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: 'Make admin' }).click()
    await expect(toast(page, 'Grace Hopper is an admin of this room now.')).toBeVisible()
    await expect(graces.page.getByRole('button', { name: 'Add members' })).toBeVisible()
    await picture(page, 'members-of-the-room')
  })

  await test.step('the new admin changes the name; the others see it', async () => {
    await graces.page.getByRole('textbox', { name: 'Name' }).fill('Upper bridge')
    await graces.page.getByRole('button', { name: 'Save' }).first().click()
    await expect(toast(graces.page, 'The room is saved.')).toBeVisible()
    await expect(roomGroup(page, 'Private Rooms')).toContainText('Upper bridge')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Upper bridge')
  })

  await test.step('who leaves does not see it any more', async () => {
    await openRoomSettings(katherines.page, 'Upper bridge')
    await katherines.page.getByRole('button', { name: 'Leave the room' }).click()
    const asked = katherines.page.getByRole('dialog', { name: 'Leave “Upper bridge”?' })
    await asked.getByRole('button', { name: 'Leave the room' }).click()
    await expect(toast(katherines.page, 'You have left “Upper bridge”.')).toBeVisible()
    await expect(navigation(katherines.page)).not.toContainText('Upper bridge')
    await expect(katherines.page.getByText('You no longer have access')).toHaveCount(0)
  })
})

test('ROOM-04 P13 who is removed while an answer streams sees and hears nothing more within a second', async ({
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
  const told = page.getByText('You no longer have access to “Bridge”').first()
  await expect(told).toBeVisible({ timeout: 1000 })
  const seenAfterMs = performance.now() - removedAtMs
  expect((await ended) - removedAtMs, 'the stream ends').toBeLessThan(1000)
  expect(lastWordAtMs - removedAtMs, 'nothing is said after it').toBeLessThan(1000)
  expect(seenAfterMs, 'the page says so').toBeLessThan(1000)
  await expect(page.getByRole('main')).not.toContainText(/marzipan/i)
  await expect(navigation(page)).not.toContainText('Bridge')
  await expect(navigation(page)).not.toContainText(/marzipan/i)
  await expect(page.getByRole('banner')).toContainText('General')
  await picture(page, 'removed')
  await expectAccessible(page)

  // The server does not write on for nobody.
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
  await expect(page.getByText('This chat is not here')).toBeVisible()
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
  watched.expectProblems(/409 \(Conflict\)/)
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
  await page.getByRole('button', { name: 'Delete the room' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Bridge”?' })
  const remove = dialog.getByRole('button', { name: 'Delete the room' })
  const typed = dialog.getByLabel('Type the name of the room to delete it')
  await expect(remove).toBeDisabled()
  await typed.fill('bridge')
  await expect(remove).toBeDisabled()
  await typed.fill('Bridge')
  await picture(page, 'deleting')
  await expectAccessible(page)
  await remove.click()
  await expect(toast(page, '“Bridge” is in the bin.')).toBeVisible()
  await expect(navigation(page)).not.toContainText('Bridge')
  await expect(toast(graces.page, 'You no longer have access to “Bridge”')).toBeVisible()
  await expect(navigation(graces.page)).not.toContainText('Bridge')
  await expect(graces.page.getByRole('heading', { name: 'Deleted rooms' })).toHaveCount(0)

  const bin = page.getByRole('region', { name: 'Deleted rooms' })
  await expect(bin).toContainText(/Erased for good on .*20\d\d/)
  await bin.scrollIntoViewIfNeeded()
  await picture(page, 'bin')
  await makeRoom(member, 'BRIDGE')
  await bin.getByRole('button', { name: 'Restore “Bridge”' }).click()
  const rename = page.getByRole('dialog', { name: 'Restore “Bridge”' })
  await expect(rename.getByText('Another room has this name by now.', { exact: false })).toBeVisible()
  await rename.getByLabel('Name').fill('Old bridge')
  await picture(page, 'restoring')
  await rename.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, '“Old bridge” is back.')).toBeVisible()
  await expect(bin).toHaveCount(0)
  await expect(roomGroup(page, 'Private Rooms')).toContainText('Old bridge')
  await expect(roomGroup(graces.page, 'Private Rooms')).toContainText('Old bridge')
  await page.goto(chatUrl)
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('What is a keel?')
})

test('NAV-08 NAV-09 two thousand rooms: names are cut, the list is drawn in part, the search finds', async ({
  page,
  context,
  member,
  picture,
}) => {
  await keepSidebarOpen(context)
  await makeRoom(member, 'Twenty characters ok')
  await makeRoom(member, 'Twenty-one characters')
  await page.route(/\/api\/accounts\/[^/]+\/rooms$/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { id: string; name: string; access_type: string }[] }
    const [room] = body.data.filter(({ access_type }) => access_type === 'PRIVATE')
    const more = Array.from({ length: 2000 }, (_, number) => ({
      ...room,
      id: `room_01980000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      name: `Project ${String(number).padStart(4, '0')}`,
    }))
    await route.fulfill({ response: reply, json: { ...body, data: [...body.data, ...more] } })
  })
  await page.goto('/chat/new')
  const rooms = roomGroup(page, 'Private Rooms')
  await expect(rooms).toContainText('Project 0003')
  expect(await rooms.getByRole('listitem').count(), 'rows that are drawn').toBeLessThan(60)

  await test.step('names are cut to 16 characters, with a tooltip from 21', async () => {
    const twenty = rooms.getByText('Twenty characte…', { exact: true })
    const more = rooms.getByText('Twenty-one char…', { exact: true })
    await twenty.hover()
    await more.hover()
    await expect(page.getByRole('tooltip', { name: 'Twenty-one characters' })).toBeVisible()
    await twenty.hover()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })

  // Scrolled through fast, there is never a gap and never much.
  const scrolled = await page.evaluate(async () => {
    const list = [...document.querySelectorAll('ul')].find((ul) => ul.querySelector('[aria-setsize="2002"]'))
    let scroller: HTMLElement | null = list ?? null
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
    if (!list || !scroller) return []
    const { top, bottom } = scroller.getBoundingClientRect()
    const steps: { drawn: number; seen: number }[] = []
    for (let step = 0; step < 60; step++) {
      scroller.scrollTop += 900
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      const rows = [...list.children].map((row) => row.getBoundingClientRect())
      const seen = rows.filter((row) => row.bottom > top && row.top < bottom).length
      steps.push({ drawn: rows.length, seen })
    }
    scroller.scrollTop = scroller.scrollHeight
    return steps
  })
  expect(scrolled).toHaveLength(60)
  expect(Math.max(...scrolled.map(({ drawn }) => drawn))).toBeLessThan(60)
  expect(Math.min(...scrolled.map(({ seen }) => seen))).toBeGreaterThan(9)
  await expect(rooms).toContainText('Project 1999')
  await picture(page, 'the-last-of-two-thousand')

  await navigation(page).getByRole('searchbox', { name: 'Find a room' }).fill('1234')
  await expect(rooms.getByRole('listitem')).toHaveCount(1)
  await expect(rooms).toContainText('Project 1234')
  await navigation(page).getByRole('searchbox', { name: 'Find a room' }).fill('no such thing')
  await expect(navigation(page).getByText('No room has this name.')).toBeVisible()

  await navigation(page)
    .getByRole('button', { name: /Shared with/ })
    .click()
  const switcher = page.getByRole('dialog', { name: 'Switch room' })
  await expect(switcher.getByRole('option')).toHaveCount(50)
  await expect(switcher.getByText(/more\. Type more of the name\.$/)).toBeVisible()
  await page.keyboard.type('project 0777')
  await picture(page, 'switching')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toContainText('Project 0777')
})

/** Nothing is wider than the screen. */
async function expectNothingBeside(page: Page): Promise<void> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].map((element) =>
      element ? element.scrollWidth - element.clientWidth : 0,
    ),
  )
  expect(overflow, `${page.url()} is as wide as the screen`).toEqual([0, 0])
}

test('NAV-03 ROOM-10 rooms and members on a phone; a wide screen leads to the whole page', async ({
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
  await navigation(page).getByRole('button', { name: 'Settings of Pocket' }).click()
  await expect(page).toHaveURL(/\/room-details-mobile$/)
  await look('details', 'Room and Members')
  await page.getByRole('link', { name: 'Edit the room' }).click()
  await expect(page).toHaveURL(/\/edit-room-mobile\/room_/)
  await look('edit', 'Edit the room')
  await page.getByRole('textbox', { name: 'Name' }).fill('Back pocket')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(toast(page, 'The room is saved.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Back pocket')
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

test('I18N-01 NAV-09 rooms in Arabic, by day and by night', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await makeRoom(member, 'غرفة المشروع الكبير للفريق')
  await makeRoom(member, 'A room with a long name in English')
  await page.goto('/room-and-members')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const main = page.getByRole('navigation').first()
  await expect(main.getByRole('heading', { name: 'الغرف الخاصة' })).toBeVisible()
  const lock = await main.getByRole('img', { name: 'غرفة خاصة' }).first().boundingBox()
  const sidebar = await main.boundingBox()
  expect(sidebar?.x, 'the sidebar is at the right').toBeGreaterThan(900)
  expect(lock?.x, 'the lock is before the name').toBeGreaterThan(
    (sidebar?.x ?? 0) + (sidebar?.width ?? 0) / 2,
  )
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    await expectNothingBeside(page)
    await picture(page, `room-${scheme}`)
    await expectAccessible(page)
    await main.getByRole('button', { name: 'إضافة غرفة جديدة' }).click()
    const dialog = page.getByRole('dialog', { name: 'إضافة غرفة جديدة' })
    for (const tab of ['الأعضاء', 'التعليمات', 'عام']) {
      await dialog.getByRole('tab', { name: tab }).click()
      await picture(page, `new-${scheme}-${tab}`)
    }
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'رجوع' }).click()
    await expect(dialog).toBeHidden()
  }
})

test('ACC-03 T23 two tabs keep their own account and room, a new one begins where the last choice was made; lists are asked for once a second', async ({
  page,
  context,
  member,
}) => {
  await keepSidebarOpen(context)
  await makeRoom(member, 'Bridge')
  const { teamId } = (await call('createAccount', member.api, { body: { name: 'The other team' } })).data
  await page.goto('/accounts')
  await page.getByRole('button', { name: /^Ada’s team/ }).click()
  await openRoom(page, 'Bridge')

  const second = await context.newPage()
  await second.goto('/accounts')
  await second.getByRole('button', { name: /^The other team/ }).click()
  await expect(second.getByRole('banner')).toContainText('General')
  await expect(second.locator('body')).not.toContainText('Bridge')
  await expect(navigation(second)).toContainText('The other team')

  const third = await context.newPage()
  const thirds = new Set<string>()
  third.on('request', (request) => {
    const accountId = request.headers()['workspace-id']
    if (accountId) thirds.add(accountId)
  })
  await third.goto('/chat/new')
  await expect(navigation(third)).toContainText('The other team')
  await expect(third.locator('body')).not.toContainText('Bridge')
  expect([...thirds]).toEqual([teamId])

  // The first tab stays where it was, and after loading again too; its calls say so.
  await expect(page.getByRole('banner')).toContainText('Bridge')
  const accounts = new Set<string>()
  page.on('request', (request) => {
    const accountId = request.headers()['workspace-id']
    if (accountId) accounts.add(accountId)
  })
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Bridge')
  await expect(navigation(page)).toContainText('Ada’s team')
  expect([...accounts]).toEqual([member.accountId])

  // However often a tab is looked at again.
  const asked: number[] = []
  third.on('request', (request) => {
    if (request.url().endsWith('/rooms')) asked.push(Date.now())
  })
  const until = Date.now() + 2500
  while (Date.now() < until) {
    await third.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await third.evaluate(() => new Promise(requestAnimationFrame))
  }
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(asked.length, 'it is asked for again').toBeGreaterThan(0)
  expect(Math.min(...gaps, 1000), 'a second lies between two').toBeGreaterThan(900)
})
