import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { answerEnds, ask, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { keepSidebarOpen, navigation, toast } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the canvas' })
/** The text without the names at others' cursors. */
const written = (page: Page) =>
  text(page).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.others-caret, .ProseMirror-separator')) caret.remove()
    return copy.textContent
  })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ })
/** How many pages' changes the browser keeps that the server has not stored. */
const unsavedEdits = (page: Page) =>
  page.evaluate(async () => {
    const name = 'atrium-unsaved-edits'
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('No result.')))
      })
    const database = await resultOf(indexedDB.open(name))
    const count = await resultOf(database.transaction('edits').objectStore('edits').count())
    database.close()
    return count
  })

test('CANV-01 CANV-02 two people write one canvas, one of them offline for a while and in a new page; a reader loses it', async ({
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
  graces.watched.expectProblems(/404 \(Not Found\)|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  for (const browser of [context, graces.context]) await keepSidebarOpen(browser)
  await joinTeamOf(member, graces.context, product)

  await page.goto('/chat/new')
  await navigation(page).getByRole('link', { name: 'Canvases' }).click()
  await expect(page.getByText('No canvases yet')).toBeVisible()
  await picture(page, 'no-canvases')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New canvas' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Untitled Canvas' })).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Untitled Canvas' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Launch plan')
  await page.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Launch plan' })).toBeVisible()

  // Markdown shortcuts, the menu behind a slash, and a pasted Markdown text.
  await text(page).click()
  await page.keyboard.type('# Goals\nShip in **March** without delay.\n/table')
  await expect(page.getByRole('option', { name: 'Table' })).toBeVisible()
  await picture(page, 'slash-menu')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Task')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Owner')
  await expect(text(page).getByRole('columnheader')).toHaveText(['Task', 'Owner', ''])
  await expect(text(page).getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(text(page).locator('strong')).toHaveText('March')
  await expect(saved(page)).toBeVisible()

  // Shared: the colleague writes too, and each sees the other's name.
  const url = page.url()
  await graces.page.goto(url)
  await expect(graces.page.getByText('Canvas not found')).toBeVisible()
  await page.getByRole('button', { name: 'Share…' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Room, can edit' }).check()
  await picture(page, 'share')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Shared with the room')).toBeVisible()
  let grace = graces.page
  await grace.goto(url)
  await expect(text(grace)).toContainText('Ship in March')
  await text(grace).getByText('Ship in March').click()
  await grace.keyboard.press('End')
  await grace.keyboard.type(' Grace agrees.')
  await expect(text(page)).toContainText('Grace agrees.')
  await text(page).getByRole('heading', { name: 'Goals' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of Kim')
  await expect(text(grace)).toContainText('Goals of Kim')
  await expect(page.locator('.others-name')).toHaveText('Grace Hopper')
  await expect(page.getByRole('list', { name: 'People in this canvas' }).getByRole('listitem')).toHaveCount(2)
  await picture(page, 'two-people')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'two-people-dark')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  // Offline the text goes on; on return both merge.
  await graces.context.setOffline(true)
  await expect(grace.getByText(/^Offline/)).toBeVisible()
  await grace.keyboard.type(' Written offline.')
  await page.keyboard.type(' and Lee')
  await expect(text(page)).not.toContainText('Written offline.')
  await graces.context.setOffline(false)
  await expect(text(page)).toContainText('Written offline.')
  await expect(text(grace)).toContainText('Goals of Kim and Lee')
  await expect(saved(grace)).toBeVisible()
  await expect(saved(page)).toBeVisible()
  expect(await written(grace)).toBe(await written(page))

  // What was written offline outlasts its page.
  await graces.context.setOffline(true)
  await expect(grace.getByText(/^Offline/)).toBeVisible()
  // One change, so that what the browser keeps is all of it.
  await grace.keyboard.insertText(' Kept by the browser.')
  await expect.poll(() => unsavedEdits(grace)).toBe(1)
  await grace.close()
  await graces.context.setOffline(false)
  grace = await graces.context.newPage()
  await grace.goto(url)
  await expect(text(grace)).toContainText('Kept by the browser.')
  await expect(text(page)).toContainText('Kept by the browser.')
  await expect(saved(grace)).toBeVisible()
  await expect.poll(() => unsavedEdits(grace)).toBe(0)

  // The list shows who is there.
  await grace.goto('/canvas')
  const row = grace.getByRole('row', { name: /Launch plan/ })
  await expect(row).toContainText(member.firstName)
  await expect(row.getByRole('img')).toHaveCount(1)
  await picture(grace, 'list')
  await expectAccessible(grace)
  await grace.getByRole('link', { name: 'Launch plan' }).click()
  await expect(text(grace)).toContainText('Goals of Kim')

  // Find and replace.
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByRole('textbox', { name: 'Find' }).fill('march')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('April')
  await picture(page, 'find')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(text(grace).locator('strong')).toHaveText('April')

  // A reader reads on, then loses it within a second.
  const canvasId = url.split('/').at(-1) as `canvas_${string}`
  await call('shareCanvas', member.api, { body: { canvasId, share: 'view' } })
  await expect(grace.getByRole('status').filter({ hasText: 'Read-only' })).toBeVisible()
  await expect(text(grace)).toHaveAttribute('contenteditable', 'false')
  await call('shareCanvas', member.api, { body: { canvasId, share: 'none' } })
  await expect(grace.getByText('Canvas not found')).toBeVisible()

  // Deleted, and back.
  await page.getByRole('button', { name: 'Canvas options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No canvases yet')).toBeVisible()
  await toast(page, 'was deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Launch plan' })).toBeVisible()
})

test('I9 CANV-02 three browsers type at once; the server dies and starts again while one is offline, and nothing is lost', async ({
  page,
  member,
  product,
  openBrowser,
  watched,
}) => {
  test.slow()
  const problems =
    /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|INTERNET_DISCONNECTED)|WebSocket connection|status of 50[23]/
  watched.expectProblems(problems)
  const others = [await openBrowser(), await openBrowser()] as const
  for (const [index, { context, watched: alsoWatched }] of others.entries()) {
    alsoWatched.expectProblems(problems)
    await joinTeamOf(member, context, product, { firstName: ['Grace', 'Wei'][index] ?? '' })
  }
  const { message } = await call('createCanvas', member.api, {
    body: { roomId: member.roomId, markdown: 'One:\n\nTwo:\n\nThree:' },
  })
  const { canvasId } = message
  await call('shareCanvas', member.api, { body: { canvasId, share: 'edit' } })
  const pages = [page, others[0].page, others[1].page] as const
  const typeIn = async (at: number, words: string) => {
    await pages[at]?.keyboard.type(words)
  }
  const allSaved = () => Promise.all(pages.map((one) => expect(saved(one)).toBeVisible()))
  for (const [index, one] of pages.entries()) {
    await one.goto(`/canvas/${canvasId}`)
    await text(one)
      .getByText(['One:', 'Two:', 'Three:'][index] ?? '')
      .click()
    await one.keyboard.press('End')
  }
  await Promise.all(pages.map((_, index) => typeIn(index, ` typed by ${index + 1}`)))
  await allSaved()

  await others[1].context.setOffline(true)
  await expect(pages[2].getByText(/^Offline/)).toBeVisible()
  await typeIn(2, ', offline')
  await product.kill()
  await Promise.all(
    [0, 1].map((index) => expect(pages[index]?.getByText(/^Offline/) ?? text(page)).toBeVisible()),
  )
  await Promise.all([0, 1].map((index) => typeIn(index, ', without a server')))
  await product.startAgain()
  await others[1].context.setOffline(false)
  const whole = [
    'One: typed by 1, without a server',
    'Two: typed by 2, without a server',
    'Three: typed by 3, offline',
  ]
  for (const one of pages)
    for (const words of whole) await expect(text(one)).toContainText(words, { timeout: 60_000 })
  await allSaved()
  await page.reload()
  await expect(text(page)).toContainText(whole[0] ?? '')
  expect(await written(page)).toBe(whole.join(''))
})

test('CANV-01 HIST-01 an answer opens as a canvas beside its chat, which shows it; exports', async ({
  page,
  context,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is marzipan made of?')
  await answerEnds(page)
  await page.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Open as canvas' }).click()
  await expect(text(page)).toContainText('The sandbox has no prepared answer')
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toContainText(
    'What is marzipan made of?',
  )
  await picture(page, 'beside-chat')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Hide chat' }).click()
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toHaveCount(0)
  await text(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# <script>alert(1)</script>\nEnergy is $mc^2$ for $5 and $6.')
  const formula = text(page).locator('.formula')
  await expect(formula.locator('math')).toHaveCount(1)
  await picture(page, 'formula')
  // Opened, changed with a preview, and left; by mouse, then by keyboard.
  await formula.click()
  const dialog = page.getByRole('dialog', { name: 'Formula' })
  await expect(dialog.getByRole('textbox', { name: 'TeX source' })).toBeFocused()
  await page.keyboard.type(' + \\frac{1}')
  await expect(dialog.getByText('The problem begins near “2 + \\frac{1}”.')).toBeVisible()
  await picture(page, 'formula-invalid')
  await expectAccessible(page)
  await page.keyboard.type('{2}')
  await expect(dialog.getByText('This isn’t a valid formula.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text(page)).toBeFocused()
  await expect(formula.locator('mfrac')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('status').filter({ hasText: 'Press Enter to edit it.' })).toBeAttached()
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectAccessible(page)
  // Code has the colors of the language that is chosen for it.
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n``` const sum = 1 // one')
  const language = page.getByRole('toolbar').getByRole('combobox', { name: 'Language of the code' })
  await expect(language).toHaveValue('')
  await language.selectOption('TypeScript')
  await expect(text(page).locator('pre [data-token=keyword]').first()).toHaveText('const')
  await picture(page, 'code')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'code-dark')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await language.press('Escape')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type(' more')
  await expect(text(page).locator('pre [data-token=comment]')).toHaveText('// one more')
  // Dragged above the heading by its handle, and back below it by keyboard.
  const blocks = page.locator('.tiptap > *')
  const handle = page.locator('.block-handle')
  await text(page).locator('pre').hover()
  await expect(handle).toBeVisible()
  await picture(page, 'handle')
  await handle.dragTo(blocks.first(), { targetPosition: { x: 40, y: 2 } })
  await expect(blocks.first()).toContainText('const sum')
  await expect(text(page)).toBeFocused()
  await picture(page, 'moved')
  await expectAccessible(page)
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: 'Moved down' })).toBeAttached()
  await expect(blocks.nth(1)).toContainText('const sum')
  await expect(saved(page)).toBeVisible()
  const download = async (name: string) => {
    await page.getByRole('button', { name: 'Canvas options' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    const stream = await file.createReadStream()
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts).toString()
  }
  const markdown = await download('Export as Markdown')
  expect(markdown).toContain('no prepared answer')
  expect(markdown).toContain('Energy is $mc^2 + \\frac{1}{2}$ for \\$5 and \\$6.')
  expect(markdown).toContain('```typescript\nconst sum = 1 // one more\n```')
  const html = await download('Export as HTML')
  expect(html).toContain("default-src 'none'")
  expect(html).not.toContain('<script>')
  expect(html).toContain('<mfrac>')

  await page.getByRole('button', { name: 'Canvas options' }).click()
  await page.getByRole('menuitem', { name: 'Open the chat' }).click()
  await page.getByRole('button', { name: 'Canvases of this chat' }).click()
  await picture(page, 'canvases-of-chat')
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.goto('/chat-history/all')
  await page.getByText('Chats with Canvas').click()
  await expect(page.getByRole('row', { name: /marzipan/i })).toBeVisible()
})

test('CANV-01 a canvas on a phone in Arabic, in tabs with its chat', async ({
  member,
  openBrowser,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const { page, context } = await openBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  const layla = await joinTeamOf(member, context, product, { firstName: 'Layla', lastName: 'Haddad' })
  const { message: canvas } = await call('createCanvas', layla.api, {
    body: {
      title: 'خطة الإطلاق',
      roomId: layla.roomId,
      markdown: '# الأهداف\n\nنبدأ في **آذار**.\n\nEnglish beside it.\n\n- [ ] المهمة الأولى\n- [x] done',
    },
  })
  await page.goto('/canvas')
  await expect(page.getByRole('link', { name: 'خطة الإطلاق' })).toBeVisible()
  await expectNothingBeside(page)
  await picture(page, 'list')
  await expectAccessible(page)
  await page.goto(`/canvas/${canvas.canvasId}`)
  const paragraphs = page.locator('.tiptap > p')
  await expect(paragraphs.first()).toContainText('آذار')
  await expect(paragraphs.nth(1)).toHaveAttribute('dir', 'auto')
  const tasks = page.locator('.tiptap ul[data-type="taskList"]')
  await expect(tasks).toHaveCSS('direction', 'rtl')
  const [box, words] = await Promise.all(
    [tasks.getByRole('checkbox').last(), tasks.getByRole('paragraph').filter({ hasText: 'done' })].map(
      (part) => part.boundingBox(),
    ),
  )
  expect((box?.x ?? 0) - ((words?.x ?? 0) + (words?.width ?? 0))).toBeLessThan(24)
  // Opening it changed nothing.
  await expect(page.getByRole('button', { name: 'تراجع' })).toBeDisabled()
  await expectNothingBeside(page)
  await picture(page, 'arabic')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'arabic-dark')
  await expectAccessible(page)
})
