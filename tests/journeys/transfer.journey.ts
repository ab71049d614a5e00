import { readFile } from 'node:fs/promises'
import type { ChatId } from '@atrium/contract'
import { type ApiSettings, call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { readZip } from '../../apps/web/src/features/transfer/zip/read-zip.ts'
import { readChatsFile } from '../../apps/web/src/features/transfer/import/read-chats-file.ts'
import { branchedConversation } from '../../apps/web/src/features/transfer/import/chatgpt.fixture.ts'
import { askQuietly, chatsAreNamed } from './support/asked.ts'
import { answer, answerEnds, ask, chatIdOf, startChat, turns } from './support/conversation.ts'
import { joinAs } from './support/people.ts'
import { expect, memberTest as test } from './support/test.ts'

const question = 'How do we plan the launch of a small product? [[sandbox:rate=4000]]'

/** Presses an entry of the chat's own menu. */
async function chooseInChat(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; file: Blob }> {
  const download = page.waitForEvent('download')
  await press()
  const file = await download
  return { name: file.suggestedFilename(), file: new Blob([await readFile(await file.path())]) }
}

async function textIn(zip: Blob, name: string): Promise<string> {
  const file = (await readZip(zip)).find((one) => one.name === name)
  return file === undefined ? '' : await (await file.unpack(50_000_000)).text()
}

/** Counts print dialogs without opening them: the test could not close one. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    let printed = 0
    window.print = () => (document.documentElement.dataset.printed = String(++printed))
  })

test('CHAT-13 a chat is saved as a Word document with its table, code, formula and diagram', async ({
  page,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Writer')
  await ask(page, question)
  await answerEnds(page)
  const { name, file } = await saved(page, () => chooseInChat(page, 'Export as Word (DOCX)'))
  expect(name).toMatch(/\.docx$/)
  const xml = await textIn(file, 'word/document.xml')
  expect(xml).toContain('<w:tbl>')
  expect(xml).toContain('w:val="Code"')
  expect(xml).toContain('w:val="Formula"')
  expect(xml).toContain('graph')
  expect(xml).toContain('Answer by Sandbox Writer')
  const table = await answer(page).getByRole('columnheader').first().textContent()
  expect(xml).toContain(table?.trim() ?? 'no table')
})

test('CHAT-13 I18N-01 the print view has all of the chat on paper, light, without the frame around', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await countPrints(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await startChat(page, 'Sandbox Writer')
  await ask(page, question)
  await answerEnds(page)
  await ask(page, 'كيف نخطط لإطلاق منتج صغير؟ [[sandbox:rate=4000]]')
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  await chooseInChat(page, 'Print or save as PDF')
  const view = page.getByRole('dialog', { name: /^Print view of “/ })
  await expect(view.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(view.getByText('To keep a PDF, choose “Save as PDF”')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  await expect(view.getByRole('article')).toHaveCount(2)
  await expect(view.locator('.katex-display').first()).toBeVisible()
  await expect(view.getByRole('img', { name: 'Diagram' }).first()).toBeVisible()
  await picture(page, 'print view')
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(view.getByRole('button')).toHaveCount(0)
  const scrolled = await view.evaluate(
    (element) =>
      [...element.querySelectorAll('pre, table, figure, [role=group], [role=math]')].filter(
        (one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== 'visible',
      ).length,
  )
  expect(scrolled, 'what scrolls is cut off on paper').toBe(0)
  await page.setViewportSize({ width: 720, height: 1000 })
  await picture(page, 'on paper')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(2)

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ media: null, colorScheme: 'dark' })
  await view.press('Escape')
  await expect(view).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Chat options' })).toBeVisible()
})

test('HIST-05 several chats are saved as one zip with a file of each', async ({ page, member }) => {
  const asked = ['What is tea?', 'What is coffee?']
  for (const text of asked) await askQuietly(member, text)
  await chatsAreNamed(member, asked)
  await page.goto('/chat-history/all')
  await page.getByRole('checkbox', { name: 'Select all chats on this page' }).check()
  const bar = page.getByRole('toolbar', { name: 'Options for selected chats' })
  await bar.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'Print or save as PDF' })).toHaveCount(0)
  const { name, file } = await saved(page, () =>
    page.getByRole('menuitem', { name: 'Export as Markdown' }).click(),
  )
  expect(name).toMatch(/\.zip$/)
  const files = await readZip(file)
  expect(files).toHaveLength(2)
  const texts = await Promise.all(files.map(async (one) => await (await one.unpack(1_000_000)).text()))
  for (const text of asked) expect(texts.join()).toContain(text)
})

test('HIST-05 chats are imported from ChatGPT, once, and can be found, read and moved on to another account', async ({
  page,
  member,
  openBrowser,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const conversations = [
    branchedConversation(),
    branchedConversation({ conversation_id: 'two', title: 'Second of them', create_time: 1_714_000_000 }),
    { title: 'Broken', mapping: 'none' },
  ]
  const file = {
    name: 'conversations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(conversations)),
  }
  await page.goto('/chat-history/all')
  await page.getByRole('button', { name: 'Import chats' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import chats' })
  const chosen = page.locator('input[type=file]')
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await picture(page, 'choose a file')
  await expectAccessible(page)
  await chosen.setInputFiles({ ...file, buffer: Buffer.from('{"hello": 1}') })
  await expect(dialog.getByRole('alert')).toHaveText("This isn't an export from ChatGPT or Atrium.")
  await picture(page, 'refused')
  await chosen.setInputFiles(file)
  await expect(dialog.getByRole('status')).toHaveText('From ChatGPT · 2 chats can be imported')
  await expect(dialog.getByRole('list', { name: 'Chats in the file' }).getByRole('listitem')).toHaveText([
    /Old drinks.*4 questions/,
    /Second of them.*4 questions/,
  ])
  await dialog.getByText('1 chat skipped').click()
  await expect(dialog.getByText("Broken: can't be read")).toBeVisible()
  await picture(page, 'what is in the file')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 chats' }).click()
  await expect(dialog.getByText('2 chats were imported.')).toBeVisible()
  await picture(page, 'imported')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expect(page.getByRole('rowheader', { name: 'Second of them' })).toBeVisible()

  await page.getByRole('button', { name: 'Import chats' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Import 2 chats' }).click()
  await expect(dialog.getByText('2 were already there.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)

  await page.getByRole('searchbox', { name: 'Search your chats' }).fill('by far')
  await expect(page.getByRole('list', { name: 'Chats found' }).locator(':scope > li')).toHaveCount(2)
  await page.goto('/chat-history/all')
  await page.getByRole('link', { name: 'Old drinks' }).first().click()
  await expect(page.getByText('Imported from ChatGPT')).toBeVisible()
  await expect(turns(page).first()).toContainText('Tea, by far.')
  await expect(answer(page, turns(page).first())).toContainText('gpt-4o')
  await picture(page, 'an imported chat')

  // Imported into another person's account, it is the same chat.
  const here = await chatIdOf(page)
  const { file: exported } = await saved(page, () => chooseInChat(page, 'Export as JSON'))
  const other = await joinAs((await openBrowser()).context, product)
  const { source, chats } = await readChatsFile(exported)
  const { message } = await call('importChats', other.api, { body: { roomId: other.roomId, source, chats } })
  const comparable = async (settings: ApiSettings, chatId: ChatId) => {
    const chat = (await call('getChat', settings, { params: { chatId } })).message
    const order = chat.turns.map(({ turnId }) => turnId)
    const questions = chat.turns.map(({ question: { messageId } }) => messageId)
    return {
      title: chat.chatTitle,
      createdAt: chat.createdAt,
      current: order.indexOf(chat.currentTurnId ?? 'turn_'),
      turns: chat.turns.map((turn) => ({
        parent: turn.parentTurnId === null ? null : order.indexOf(turn.parentTurnId),
        question: [questions.indexOf(turn.question.messageId), turn.question.text, turn.question.askedAt],
        answer: [turn.parts, turn.modelName, turn.state, turn.endedAt],
      })),
    }
  }
  expect(message.map(({ outcome }) => outcome)).toEqual(['imported'])
  const there = message[0]?.chatId ?? here
  expect(await comparable(other.api, there)).toEqual(await comparable(member.api, here))
  expect((await call('listHistory', member.api, { query: {} })).count).toBe(2)
})

test('HIST-05 I18N-01 the import on a phone, in dark mode and in Arabic', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/chat-history/all')
  await expect(page.getByRole('button', { name: 'استيراد محادثات' }).first()).toBeVisible()
  await picture(page, 'history')
  await page.getByRole('button', { name: 'استيراد محادثات' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await picture(page, 'choose')
  const long = { ...branchedConversation(), title: 'عنوان طويل جدًا '.repeat(8) }
  const buffer = Buffer.from(JSON.stringify([long, branchedConversation({ conversation_id: 'b' })]))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'conversations.json', mimeType: 'application/json', buffer })
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  await picture(page, 'found')
  await expectAccessible(page)
})
