import { call } from '@atrium/testkit/api-client.ts'
import { type Locator, type Page, type Request, type Route, expect } from '@playwright/test'
import path from 'node:path'
import {
  choosePerson,
  keepSidebarOpen,
  navigation,
  openAddRoom,
  openRoomSettings,
  toast,
} from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { memberTest as test } from './support/test.ts'

const rooms = /\/api\/accounts\/[^/]+\/rooms$/
const oneRoom = /\/api\/accounts\/[^/]+\/rooms\/[^/]+$/
const logo = path.join(import.meta.dirname, 'support/logo.png')
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The keel is laid.') }

/** Intercepts requests of one method; the others pass. */
async function inTheLine(
  page: Page,
  address: RegExp,
  method: string,
  answer: (route: Route) => Promise<void>,
) {
  await page.route(address, (route) =>
    route.request().method() === method ? answer(route) : route.fallback(),
  )
}
const cut = (route: Route) => route.abort('connectionreset')

async function nameRoom(page: Page, name: string): Promise<Locator> {
  const dialog = await openAddRoom(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  return dialog
}
const create = (dialog: Locator) => dialog.getByRole('button', { name: 'Create' }).click()

/** The toast came; gone again, the next one of the same words would be seen. */
async function expectToast(page: Page, text: string): Promise<void> {
  const shown = toast(page, text).first()
  await expect(shown).toHaveText(text)
  // A click during its entrance can miss the button that is still moving.
  await expect(async () => {
    if ((await toast(page, text).count()) > 0) await shown.getByRole('button').click({ timeout: 2_000 })
    await expect(toast(page, text)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

test.beforeEach(async ({ context, page, watched }) => {
  watched.expectProblems(/Failed to load resource|net::ERR/)
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
})

test('ROOM-03 a room that is created: alone, with files, with instructions', async ({ page, picture }) => {
  await create(await nameRoom(page, 'Alone'))
  await expectToast(page, 'Room created successfully!')

  const withFiles = await nameRoom(page, 'With files')
  await withFiles.getByRole('tab', { name: 'Context' }).click()
  await withFiles.locator('input[type=file]').last().setInputFiles(notes)
  await expect(withFiles.getByRole('list', { name: 'Files to upload' })).toContainText('notes.txt')
  await picture(page, 'files')
  await create(withFiles)
  await expectToast(page, 'Room created successfully with files uploaded!')
  await openRoomSettings(page, 'With files')
  await expect(page.getByRole('region', { name: 'Context' })).toContainText('notes.txt')

  const withInstructions = await nameRoom(page, 'With instructions')
  await withInstructions.getByRole('tab', { name: 'Instructions' }).click()
  await withInstructions.getByLabel('Instructions for models').fill('Be brief.')
  await create(withInstructions)
  await expectToast(page, 'Room created successfully with instructions!')
})

test('ROOM-01 ROOM-03 no room: its name is taken, the line is cut, what answers is not the server', async ({
  page,
  member,
  picture,
}) => {
  await makeRoom(member, 'Bridge')
  const dialog = await nameRoom(page, ' bRIDGE ')
  await create(dialog)
  await expect(toast(page, 'Failed to create Room').first()).toHaveText('Failed to create Room')
  await expect(dialog.getByText('Room name already exists')).toBeVisible()
  await picture(page, 'name-taken')
  await expectToast(page, 'Failed to create Room')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue(' bRIDGE ')
  await name.fill('Upper bridge')
  await expect(dialog.getByText('Room name already exists')).toHaveCount(0)

  await inTheLine(page, rooms, 'POST', cut)
  await create(dialog)
  await expectToast(page, 'Failed to create room')
  await page.unroute(rooms)

  await inTheLine(page, rooms, 'POST', (route) =>
    route.fulfill({ status: 201, json: { isError: false, statusCode: 201, data: {} } }),
  )
  await create(dialog)
  await expectToast(page, 'Failed to get room ID')
  await page.unroute(rooms)

  await expect(dialog).toBeVisible()
  await create(dialog)
  await expectToast(page, 'Room created successfully!')
  const { data } = await call('listRooms', member.api, { params: { accountId: member.accountId } })
  expect(data.filter(({ name: made }) => made === 'Upper bridge')).toHaveLength(1)
})

test('ROOM-03 the room is created, but its members, files, instructions or logo fail', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
}) => {
  const graces = await openBrowser()
  const grace = await joinTeamOf(member, graces.context, product)
  const dialog = await nameRoom(page, 'Bridge')
  await dialog.locator('input[type=file]').first().setInputFiles(logo)
  await dialog.getByRole('tab', { name: 'Members' }).click()
  await choosePerson(dialog, 'hop', 'Grace Hopper')
  await dialog.getByRole('tab', { name: 'Context' }).click()
  await dialog.locator('input[type=file]').last().setInputFiles(notes)
  await dialog.getByRole('tab', { name: 'Instructions' }).click()
  await dialog.getByLabel('Instructions for models').fill('Be brief.')
  // She is no longer in the account; file storage and room changes are unreachable.
  await call('removeMember', member.api, {
    params: { id: member.accountId },
    query: { userId: grace.userId },
  })
  await page.route(/\/api\/files\/upload/, cut)
  await inTheLine(page, oneRoom, 'PATCH', cut)
  await create(dialog)
  const received = [
    'Failed to add members to room',
    'Room created, but file upload failed',
    'Room created, but instructions update failed',
    'Room created, but its logo could not be uploaded',
  ]
  for (const text of received) await expect(toast(page, text)).toBeVisible()
  await picture(page, 'partly')
  for (const text of received) await expectToast(page, text)
  await expect(toast(page, 'Room created successfully')).toHaveCount(0)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('Bridge')
  await expect(navigation(page)).toContainText('Bridge')
})

test('ROOM-06 the search for people announces its results', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
}) => {
  const graces = await openBrowser()
  const grace = await joinTeamOf(member, graces.context, product)
  await makeRoom(member, 'Bridge', { people: [grace] })
  const dialog = await nameRoom(page, 'Crew')
  await dialog.getByRole('tab', { name: 'Members' }).click()
  const field = dialog.getByRole('searchbox', { name: 'Find people' })
  const status = dialog.getByRole('status')
  const searches: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/users/search')) searches.push(request)
  })

  await field.fill('ho')
  await expect(status).toHaveText('Please enter at least 3 characters to search for members')
  expect(searches).toHaveLength(0)
  await field.fill('')
  // The browser's own times: this process may look at its clock late.
  const typedAt = field.evaluate(
    (input: HTMLInputElement) =>
      new Promise<number>((resolve) => {
        input.addEventListener('input', () => input.value === 'hopper' && resolve(Date.now()))
      }),
  )
  await field.pressSequentially('hopper', { delay: 30 })
  await expect(dialog.getByRole('button', { name: 'Choose Grace Hopper' })).toBeVisible()
  expect(searches, 'one search for one word').toHaveLength(1)
  expect((searches[0]?.timing().startTime ?? 0) - (await typedAt), 'after 300 ms').toBeGreaterThan(250)

  await dialog.getByRole('button', { name: 'Choose Grace Hopper' }).click()
  await expect(status).toHaveText('All matching members have already been added to this room.')
  await expect(dialog.getByRole('button', { name: 'Choose Grace Hopper' })).toHaveCount(0)
  await picture(page, 'all-chosen')

  await field.fill('nobody of this name')
  await expect(status).toHaveText(
    'Member not found in account Ada’s team. To add new members go to Account settings > Accounts and members > Send Invite',
  )
  await picture(page, 'nobody-found')

  await page.route(/\/users\/search/, cut)
  await field.fill('johnson')
  await expect(status).toHaveText('Failed to search members. Please try again.')
  await picture(page, 'search-failed')
  await page.unroute(/\/users\/search/)
  await dialog.getByRole('button', { name: 'Back' }).click()

  await openRoomSettings(page, 'Bridge')
  await page.getByRole('button', { name: 'Add members' }).click()
  const adding = page.getByRole('dialog', { name: 'Add members' })
  await adding.getByRole('searchbox', { name: 'Find people' }).fill('grace')
  await expect(adding.getByRole('status')).toHaveText(
    'All matching members have already been added to this room.',
  )
})

/** Edits the description and saves. */
async function saveDescription(page: Page, text: string): Promise<void> {
  await page.getByLabel('Description').fill(text)
  await page.getByRole('button', { name: 'Save' }).first().click()
}

test('ROOM-07 a refused update shows the specified message for its status', async ({
  page,
  member,
  picture,
}) => {
  test.slow()
  await makeRoom(member, 'Bridge')
  await makeRoom(member, 'Keel')
  await page.reload()
  await openRoomSettings(page, 'Bridge')
  const name = page.getByRole('textbox', { name: 'Name' })

  await test.step('400 in the words of the server', async () => {
    await name.fill('Bridge\u0007')
    const answered = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const said = (await (await answered).json()) as { statusCode: number; issues: { message: string }[] }
    expect(said.statusCode).toBe(400)
    expect(said.issues[0]?.message).toBeTruthy()
    await expectToast(page, said.issues[0]?.message ?? '')
  })

  await test.step('409', async () => {
    await name.fill('keel')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByRole('main').getByText('Room name already exists')).toBeVisible()
    await picture(page, 'name-taken')
    await expectToast(page, 'Room name already exists')
    await name.fill('Bridge')
  })

  const byStatus: [status: number, text: string][] = [
    [400, 'Invalid room data provided'],
    [422, 'Invalid room data format'],
    [429, 'Too many requests. Please try again later'],
    [500, 'Server error. Please try again later'],
    [502, 'Service temporarily unavailable'],
    [503, 'Service temporarily unavailable'],
    [504, 'Request timeout. Please try again'],
    [418, 'Failed to update room'],
  ]
  for (const [status, text] of byStatus)
    await test.step(`${status} of something in between`, async () => {
      await inTheLine(page, oneRoom, 'PATCH', (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '' }),
      )
      await saveDescription(page, `for ${status}`)
      await expectToast(page, text)
      await expect(page.getByRole('main').getByText(text)).toBeVisible()
      await page.unroute(oneRoom)
    })

  await test.step('no answer', async () => {
    await inTheLine(page, oneRoom, 'PATCH', cut)
    await saveDescription(page, 'for nobody')
    await expectToast(page, 'Network error occurred')
    await page.unroute(oneRoom)
  })

  await test.step('the input is kept, and is saved once the connection is back', async () => {
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expectToast(page, 'Room saved.')
    await expect(page.getByLabel('Description')).toHaveValue('for nobody')
  })

  await test.step('401 redirects to the sign-in page', async () => {
    await inTheLine(page, oneRoom, 'PATCH', (route) =>
      route.fulfill({ status: 401, contentType: 'text/html', body: '' }),
    )
    await saveDescription(page, 'for a stranger')
    await expect(toast(page, 'You are not authorized to update this room')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login/)
    await picture(page, 'signed-out')
  })
})

test('ROOM-04 ROOM-07 a right that went while the page was open: 403, 404, and what public rooms refuse', async ({
  member,
  product,
  openBrowser,
  picture,
}) => {
  test.slow()
  const graces = await openBrowser()
  const { page, context, watched } = graces
  watched.expectProblems(/Failed to load resource|net::ERR/)
  await keepSidebarOpen(context)
  const grace = await joinTeamOf(member, context, product, {}, 'admin')
  const { accountId, roomId } = member
  const roleOf = (role: 'admin' | 'member') =>
    call('changeMember', member.api, { params: { id: accountId }, body: { userId: grace.userId, role } })
  const bridge = await makeRoom(member, 'Bridge', { people: [grace] })
  await call('makeRoomAdmin', member.api, { params: { roomId: bridge, userId: grace.userId } })
  // This browser gets no notices.
  await page.route(/\/stream\/notices/, cut)

  await test.step('403', async () => {
    await page.goto('/chat/new')
    await openRoomSettings(page, 'General')
    await expect(page.getByRole('button', { name: 'Save' }).first()).toBeVisible()
    await roleOf('member')
    await saveDescription(page, 'mine')
    await expectToast(page, 'You do not have permission to update this room')
    // The page has learnt of it.
    await expect(page.getByText('Only admins can change a public room', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await picture(page, 'not-an-admin-any-more')
  })

  await test.step('a member of a public room', async () => {
    await roleOf('admin')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Options for Ada Lovelace' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete room' }).click()
    await roleOf('member')
    const dialog = page.getByRole('dialog', { name: 'Delete “General”?' })
    await dialog.getByLabel("Type the room's name to delete it").fill('General')
    await dialog.getByRole('button', { name: 'Delete room' }).click()
    await expect(
      page.getByText('Public Room members are not allowed to perform this action').first(),
    ).toBeVisible()
    await picture(page, 'public-room-member')
    const { data } = await call('listRooms', member.api, { params: { accountId } })
    expect(data.map(({ id }) => id)).toContain(roomId)
  })

  await test.step('404', async () => {
    await page.goto('/chat/new')
    await openRoomSettings(page, 'Bridge')
    await expect(page.getByRole('button', { name: 'Save' }).first()).toBeVisible()
    await call('removeRoomMember', member.api, { params: { roomId: bridge, userId: grace.userId } })
    await saveDescription(page, 'ours')
    await expect(toast(page, 'Room not found')).toBeVisible()
    await expect(navigation(page)).not.toContainText('Bridge')
    await picture(page, 'not-there-any-more')
  })
})
