import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { call } from '@atrium/testkit/api-client.ts'
import type { Locator, Page } from '@playwright/test'
import { keepSidebarOpen, openAddRoom, openRoomSettings, toast } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const text = (name: string, content = 'Tea is older than coffee.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
})
const choose = (scope: Page | Locator, ...files: ReturnType<typeof text>[]) =>
  scope.getByLabel('Choose files').setInputFiles(files)
const filesOf = (page: Page): Locator => page.getByRole('list', { name: 'Files in this room' })

test('ROOM-03 ROOM-09 KB-01 KB-02 UI-01 a room is created with files, others are added, opened and deleted; removed members can open none', async ({
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
  watched.expectProblems(/status of 415/)
  await keepSidebarOpen(context)
  const graces = await openBrowser()
  await keepSidebarOpen(graces.context)
  const grace = await joinTeamOf(member, graces.context, product)
  await page.goto('/chat/new')
  const dialog = await openAddRoom(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tea')
  await dialog.getByRole('tab', { name: 'Context' }).click()
  const box = dialog.locator('[class*=_drop_]')
  expect((await box.boundingBox())?.height).toBe(220)
  await choose(dialog, text('history.txt'), text('virus.exe'), pdf('leaves.pdf'))
  await expect(dialog.getByRole('alert')).toContainText('Upload Failed!')
  await expect(dialog.getByRole('alert')).toContainText('virus.exe')
  await expect(dialog.getByRole('alert')).toContainText(/Supported types: .*pdf.*zip/)
  await expect(dialog.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')).toHaveCount(2)
  await picture(page, 'chosen')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Room created successfully with files uploaded!')).toBeVisible()

  await openRoomSettings(page, 'Tea')
  await expect(filesOf(page).getByRole('listitem')).toHaveCount(2)
  await choose(page, text('secret.docx', 'This is no document.'), text('notes.csv', 'a,b\n1,2\n'))
  await expect(
    page.getByRole('alert').filter({ hasText: "The file you uploaded isn't supported." }),
  ).toBeVisible()
  await expect(filesOf(page).getByRole('button', { name: 'Open notes.csv' })).toBeVisible()
  await filesOf(page).scrollIntoViewIfNeeded()
  await picture(page, 'room')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove secret.docx from this list' }).click()

  const download = page.waitForEvent('download')
  await filesOf(page).getByRole('button', { name: 'Download history.txt' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('history.txt')
  expect(await readFile(await saved.path(), 'utf8')).toBe('Tea is older than coffee.')

  const { data: rooms } = await call('listRooms', member.api, { params: { accountId: member.accountId } })
  const roomId = rooms.find(({ name }) => name === 'Tea')?.id ?? member.roomId
  const body = [{ id: grace.userId, membership_type: 'MEMBER' as const }]
  await call('addRoomMembers', member.api, { params: { roomId }, body })
  await graces.page.goto('/chat/new')
  await openRoomSettings(graces.page, 'Tea')
  await expect(filesOf(graces.page).getByRole('listitem')).toHaveCount(3)
  await expect(graces.page.getByLabel('Choose files')).toHaveCount(0)
  await picture(graces.page, 'member')
  graces.watched.expectProblems(/status of 40[34]/)
  await call('removeRoomMember', member.api, { params: { roomId, userId: grace.userId } })
  await expect(graces.page.getByRole('heading', { name: 'Tea', exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Delete leaves.pdf' }).click()
  await picture(page, 'delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'leaves.pdf was deleted.')).toBeVisible()
  await expect(filesOf(page).getByRole('listitem')).toHaveCount(2)
})

test('KB-02 KB-07 images are offered in every language, taken, and shown in the viewer', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  await keepSidebarOpen(context)
  await makeRoom(member, 'Photos', { access: 'PUBLIC' })
  await page.goto('/chat/new')
  await openRoomSettings(page, 'Photos')
  const buffer = await readFile(path.join(import.meta.dirname, 'support/logo.png'))
  await choose(page, { name: 'sign.png', mimeType: 'image/png', buffer })
  await filesOf(page).getByRole('button', { name: 'Open sign.png' }).click()
  const image = page.getByRole('dialog').getByRole('img', { name: 'sign.png' })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await picture(page, 'image')
  await expectAccessible(page)
  for (const language of ['fr', 'vi', 'zh', 'ar', 'en']) {
    await page.evaluate((one) => localStorage.setItem('atrium.language', JSON.stringify(one)), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
    await expect(page.getByText('png, jpg, jpeg, gif, webp')).toBeVisible()
    await expect(page.locator('input[type=file][accept*=".png,.jpg,.jpeg,.gif,.webp"]')).toHaveCount(1)
  }
})

test('KB-01 an upload shows its progress, can be cancelled, survives a connection loss, and continues on other pages', async ({
  page,
  context,
  member,
  watched,
  picture,
}) => {
  test.slow()
  watched.expectProblems(/net::ERR_|Failed to load resource/)
  await keepSidebarOpen(context)
  await makeRoom(member, 'Archive', { access: 'PUBLIC' })
  await page.goto('/chat/new')
  await openRoomSettings(page, 'Archive')
  await expect(page.getByText('No files yet')).toBeVisible()
  await page.getByText('No files yet').scrollIntoViewIfNeeded()
  await picture(page, 'empty')

  const network = await context.newCDPSession(page)
  const speed = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await network.send('Network.enable')
  await speed(400_000)
  const large = (name: string) => text(name, 'a line of text\n'.repeat(200_000))
  await choose(page, large('cancelled.txt'), large('slow.txt'))
  await expect(page.getByRole('progressbar', { name: 'Uploading slow.txt' })).toHaveAttribute(
    'aria-valuenow',
    /^[1-9]\d?$/,
  )
  await page.getByRole('list', { name: 'Uploads' }).scrollIntoViewIfNeeded()
  await picture(page, 'uploading')
  await page.getByRole('button', { name: 'Cancel upload of cancelled.txt' }).click()
  await expect(page.getByText('cancelled.txt')).toHaveCount(0)
  await page.getByRole('link', { name: 'New Chat' }).click()
  await speed(-1)
  await openRoomSettings(page, 'Archive')
  await expect(filesOf(page).getByRole('button', { name: 'Open slow.txt' })).toBeVisible()

  await context.route('**/files/upload', (route) => route.abort('connectionreset'), { times: 1 })
  await choose(page, text('again.txt'))
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to upload file' })).toBeVisible()
  await picture(page, 'failed')
  await page.getByRole('button', { name: 'Upload again.txt again' }).click()
  await expect(filesOf(page).getByRole('button', { name: 'Open again.txt' })).toBeVisible()
  await expect(filesOf(page).getByRole('listitem')).toHaveCount(2)
})

test('ROOM-09 the context on a phone, in Arabic, in the dark, with names without end', async ({
  page,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  await page.goto('/chat/new')
  await expect(page.getByRole('banner')).toBeVisible()
  const phone = await openBrowser({
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  })
  await phone.page.goto('/terms-of-use')
  await phone.page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await phone.page.goto('/context-mobile')
  await expect(phone.page.locator('html')).toHaveAttribute('dir', 'rtl')
  const name = `${'تقرير-طويل-'.repeat(8)}${'long-name-without-blanks-'.repeat(5)}.txt`
  await phone.page
    .locator('input[type=file][multiple]')
    .setInputFiles([text(name), text('short.txt'), text('x.exe')])
  await expect(phone.page.getByRole('button', { name: /short\.txt/ }).first()).toBeVisible()
  await expect(phone.page.getByRole('button', { name: /long-name/ }).first()).toBeVisible()
  await picture(phone.page, 'phone')
  await expectAccessible(phone.page)
  const widths = await phone.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
})
