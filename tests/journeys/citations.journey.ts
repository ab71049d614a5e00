import { existsSync } from 'node:fs'
import path from 'node:path'
import type { BaseId, NewSource, RoomId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Locator, Page } from '@playwright/test'
import { answer, answerEnds, ask, chatIdOf, composer, startChat, turns } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import type { Member } from './support/people.ts'
import { keepSidebarOpen, openRoomSettings } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

const documents = path.join(import.meta.dirname, '../../../shared/fixtures/documents/files')
const real = (name: string) => path.join(documents, name)
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

const chips = (page: Page): Locator => answer(page).getByRole('button', { name: /^Source \d+: / })
const viewer = (page: Page): Locator => page.getByRole('dialog', { name: /^Source: / })

/** Waits until every file of a room's context can be found. */
async function areRead(member: Member, roomId: RoomId, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { data } = await call('listContextFiles', member.api, { params: { roomId }, query: {} })
        return data.filter(({ state }) => state.status === 'COMPLETED').length
      },
      { timeout: 120_000 },
    )
    .toBe(count)
}

const addFiles = async (page: Page, files: Parameters<Locator['setInputFiles']>[0]) => {
  await openRoomSettings(page, 'General')
  await page.getByLabel('Choose files').setInputFiles(files)
}

test('KB-01 KB-06 CHAT-06 five files are dropped into a room, asked, and a citation opens its file at the page', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  test.skip(!existsSync(documents), 'The shared documents are not there.')
  test.slow()
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await addFiles(page, [
    real('pdf/pdfjs__tracemonkey.pdf'),
    real('csv/kgrag__qna_data.csv'),
    real('docx/tika__testWORD_various.docx'),
    real('pptx/tika__testPPT_various.pptx'),
    real('txt/tika__french.txt'),
  ])
  await areRead(member, member.roomId, 5)
  await picture(page, 'read')

  await startChat(page, 'Sandbox Quick')
  await ask(page, 'How does TraceMonkey record traces of loops and compile them?')
  await answerEnds(page)
  await expect(chips(page).first()).toBeVisible()
  // The list of sources loads after the answer and scrolls it; a hover before that would end.
  await expect(answer(page).getByRole('button', { name: /^\d+ sources?/ })).toBeVisible()
  const chip = answer(page)
    .getByRole('button', { name: /tracemonkey\.pdf, page \d+/ })
    .first()
  await chip.hover()
  await expect(page.getByRole('tooltip')).toContainText('tracemonkey.pdf')
  await picture(page, 'preview')
  const pageNumber = /page (\d+)/.exec((await chip.getAttribute('aria-label')) ?? '')?.[1]
  await chip.click()
  await expect(viewer(page)).toBeVisible()
  await expect(viewer(page).getByRole('region', { name: `page ${pageNumber}`, exact: true })).toBeInViewport()
  await expect(viewer(page).locator('mark').first()).toBeInViewport()
  await picture(page, 'page')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(chip).toBeFocused()

  await answer(page)
    .getByRole('button', { name: /^\d+ sources?/ })
    .click()
  await expect(answer(page).getByRole('list', { name: 'Sources of this answer' })).toBeVisible()
  await answer(page).getByText('Search details').click()
  await picture(page, 'sources')
  await expectAccessible(page)
  await page.reload()
  await expect(chips(page).first()).toBeVisible()
})

test('ANS-05 CHAT-06 a document comes with a question, is read, and opens from the question and from its citation', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Quick')
  const bridge = text('bridge.txt', 'The bridge of Garabit is 565 metres long. It was opened in 1885.')
  await page.locator('input[type=file]').setInputFiles(bridge)
  const tiles = page.getByRole('list', { name: 'Files for your question' })
  await expect(tiles.getByText('64 bytes')).toBeVisible()
  await composer(page).fill('How long is the bridge of Garabit?')
  await picture(page, 'chosen')
  await expectAccessible(page)
  await composer(page).press('Enter')
  await answerEnds(page)
  await turns(page).last().getByRole('button', { name: 'Open bridge.txt' }).click()
  await expect(viewer(page)).toContainText('565 metres long')
  await page.keyboard.press('Escape')
  await chips(page).first().click()
  await expect(viewer(page).locator('[data-cited]')).toContainText('565 metres long')
  await picture(page, 'cited')
})

test('KB-06 CHAT-06 questions about Arabic and Chinese documents in these languages are answered with citations, on a phone', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await addFiles(page, [
    text('جسر.txt', 'يبلغ طول جسر غارابيت 565 مترا. افتتح الجسر سنة 1885.'),
    text('桥梁.txt', '加拉比高架桥全长五百六十五米。它于一八八五年通车。'),
  ])
  await areRead(member, member.roomId, 2)
  await page.setViewportSize({ width: 390, height: 780 })
  await startChat(page)
  for (const [question, fileName] of [
    ['كم يبلغ طول جسر غارابيت؟', 'جسر.txt'],
    ['加拉比高架桥有多长？', '桥梁.txt'],
  ] as const) {
    await ask(page, question)
    await answerEnds(page)
    await answer(page)
      .getByRole('button', { name: new RegExp(fileName) })
      .first()
      .click()
    await expect(viewer(page).locator('[data-cited]')).toBeVisible()
    expect((await viewer(page).boundingBox())?.width).toBe(390)
    await expectNothingBeside(page)
    await picture(page, fileName)
    await expectAccessible(page)
    await viewer(page).getByRole('button', { name: 'Close' }).click()
    await expect(viewer(page)).toHaveCount(0)
  }
})

/** A base with one canvas or chat of the room, indexed. */
async function makeBaseOf(member: Member, name: string, source: NewSource): Promise<BaseId> {
  const { data: base } = await call('createKnowledgeBase', member.api, {
    body: { files: [], rag_name: name, ip_type: 'FILE_UPLOAD' },
  })
  const params = { baseId: base.id }
  await call('addKnowledgeSource', member.api, { params, body: source })
  await expect
    .poll(
      async () => {
        const { data } = await call('listKnowledgeSources', member.api, { params, query: {} })
        const fileId = data[0]?.fileId
        if (!fileId) return 0
        return (await call('openFileText', member.api, { params: { fileId }, query: {} })).data.passageCount
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  return base.id
}

/** Asks in a new chat with a base and returns the path of that chat. */
async function askWithBase(page: Page, name: string, question: string): Promise<string> {
  await startChat(page)
  await page.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
  await page.keyboard.press('Escape')
  await ask(page, question)
  await answerEnds(page)
  return `/chat/${await chatIdOf(page)}`
}

test('KB-06 KB-10 a citation of a canvas or a chat opens it at the passage, and says so once it is no longer shared', async ({
  page,
  member,
  openBrowser,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const filler = Array.from({ length: 40 }, (_, line) => `Paragraph ${line + 1} is about the weather.`)
  const { message: canvas } = await call('createCanvas', member.api, {
    body: {
      title: 'Price list',
      roomId: member.roomId,
      markdown: [...filler, 'The Zephyr lamp costs **51** crowns.', ...filler].join('\n\n'),
    },
  })
  const { canvasId } = canvas
  await call('shareCanvas', member.api, { body: { canvasId, share: 'view' } })
  await makeBaseOf(member, 'Prices', { kind: 'canvas', canvasId })

  // A colleague, who may only view the canvas.
  const graces = await openBrowser()
  await joinTeamOf(member, graces.context, product)
  const asked = await askWithBase(graces.page, 'Prices', 'What does the Zephyr lamp cost?')
  const chip = chips(graces.page).first()
  await chip.click()
  await expect(graces.page).toHaveURL(`/canvas/${canvasId}`)
  const price = graces.page.locator('.tiptap p').filter({ hasText: 'The Zephyr lamp costs 51 crowns.' })
  await expect(price).toBeInViewport()
  await expect
    .poll(() => graces.page.evaluate(() => getSelection()?.toString()))
    .toContain('The Zephyr lamp costs 51 crowns.')
  await picture(graces.page, 'canvas')
  await expectAccessible(graces.page)
  await graces.page.goBack()
  await expect(graces.page).toHaveURL(asked)

  await call('shareCanvas', member.api, { body: { canvasId, share: 'none' } })
  graces.watched.expectProblems(replied(404))
  await chip.click()
  await expect(viewer(graces.page)).toContainText('It was deleted, or you no longer have access.')
  await picture(graces.page, 'no-longer-shared')
  await expectAccessible(graces.page)

  await startChat(page)
  for (const question of ['echo: The harbour opens at six.', 'echo: The Mistral ferry leaves at nine.']) {
    await ask(page, question)
    await answerEnds(page)
  }
  const chatId = await chatIdOf(page)
  await call('shareChat', member.api, { params: { chatId }, body: { share: 'read' } })
  await makeBaseOf(member, 'Ferries', { kind: 'chat', chatId })
  await askWithBase(page, 'Ferries', 'When does the Mistral ferry leave?')
  await page.setViewportSize({ width: 390, height: 780 })
  await chips(page).first().click()
  // Both turns are in one passage; the second has the cited sentence.
  const { message: ferries } = await call('getChat', member.api, { params: { chatId } })
  await expect(page).toHaveURL(new RegExp(`/chat/${chatId}\\?turn=${ferries.turns[1]?.turnId}`))
  await expect(turns(page).filter({ hasText: 'The Mistral ferry leaves at nine.' }).first()).toBeInViewport()
  await picture(page, 'chat-on-a-phone')
})
