import { call } from '@atrium/testkit/api-client.ts'
import { answerEnds, ask, chatIdOf, composer, searchFinds, startChat } from './support/conversation.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('NAV-13 chats, rooms, people and actions are found and opened by the keyboard alone; ? lists the shortcuts', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const { accountId } = member
  await joinTeamOf(member, (await openBrowser()).context, product)
  await call('createRoom', member.api, {
    params: { accountId },
    body: { name: 'Kitchen', access_type: 'PRIVATE' },
  })
  await startChat(page)
  await ask(page, 'Where do lighthouses stand?')
  await answerEnds(page)
  const chatId = await chatIdOf(page)
  await searchFinds(member, 'lighthouse')
  await page.goto('/chat-history')
  await expect(page.getByRole('rowheader')).toHaveCount(1)

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search chats, rooms, people and actions' })
  await expect(field).toBeFocused()
  await picture(page, 'palette')
  await expectAccessible(page)
  await page.keyboard.type('lighthouse')
  const found = page.getByRole('group', { name: 'Chats' }).getByRole('option')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('lighthouses')
  await picture(page, 'palette with a chat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(chatId))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('kitch')
  await expect(
    page.getByRole('group', { name: 'Rooms' }).getByRole('option', { name: 'Kitchen' }),
  ).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('banner').getByText('Kitchen')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('hopp')
  await expect(
    page.getByRole('group', { name: 'People' }).getByRole('option', { name: /Grace Hopper/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/chat-history')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('New line')).toBeVisible()
  await picture(page, 'shortcuts')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
})

test('NAV-13 a canvas is found by its title, before those with the word in their text, and opened by keyboard', async ({
  page,
  member,
}) => {
  const create = async (title: string, markdown: string) =>
    (await call('createCanvas', member.api, { body: { roomId: member.roomId, title, markdown } })).message
      .canvasId
  const canvasId = await create('Fresnel lenses', 'Oil and wicks.')
  await create('Minutes', 'The lamps with a Fresnel lens were discussed.')
  await create('Recipes', 'Bread')
  await page.goto('/chat-history')
  const options = page.getByRole('group', { name: 'Canvases' }).getByRole('option')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(options).toContainText(['Recipes', 'Minutes', 'Fresnel lenses'])
  await page.keyboard.type('fresn')
  await expect(options).toHaveCount(2)
  await expect(options).toContainText(['Fresnel lenses', 'Minutes'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/canvas/${canvasId}`))
  await expect(page.getByRole('textbox', { name: 'Text of the canvas' })).toHaveText('Oil and wicks.')
})

test('NAV-13 a palette opened while a chat loads keeps the typed text', async ({ page, member: _member }) => {
  await startChat(page)
  await ask(page, 'Where do lighthouses stand?')
  await answerEnds(page)
  const chatId = await chatIdOf(page)
  const loaded = Promise.withResolvers<void>()
  await page.route(new RegExp(`/sessions/${chatId}`), async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.reload()
  const field = page.getByRole('combobox', { name: 'Search chats, rooms, people and actions' })
  // The first paint shows the frame before the app handles keys.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass()
  loaded.resolve()
  await expect(page.getByText('Where do lighthouses stand?').first()).toBeAttached()
  await page.keyboard.type('short')
  await expect(field).toHaveValue('short')
  await expect(field).toBeFocused()
})

test('CHAT-13 HIST-05 chats are saved as Markdown and as JSON', async ({ page }) => {
  await startChat(page)
  await ask(page, 'Where do lighthouses stand?')
  await answerEnds(page)
  await page.goto('/chat-history')
  await page.getByRole('checkbox', { name: 'Select all chats on this page' }).check()
  for (const [entry, ending, begins] of [
    ['Export as Markdown', '.md', '# '],
    ['Export as JSON', '.json', '{'],
  ] as const) {
    await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    const file = await saving
    expect(file.suggestedFilename().endsWith(ending)).toBe(true)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    expect(text.startsWith(begins)).toBe(true)
    expect(text).toContain('Where do lighthouses stand?')
  }
})
