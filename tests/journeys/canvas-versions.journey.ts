import { readFile } from 'node:fs/promises'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { toast } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the canvas' })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ })

async function openVersions(page: Page) {
  await page.getByRole('button', { name: 'Canvas options' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
}

test('CANV-04 a version is named, compared with the text of now, restored, and the restore undone', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  const { canvasId } = (
    await call('createCanvas', member.api, {
      body: {
        roomId: member.roomId,
        title: 'Launch plan',
        markdown: '# Launch\n\nShip the red lamp in March.\n\n- [x] Budget\n- [ ] Press kit',
      },
    })
  ).message
  await page.goto(`/canvas/${canvasId}`)
  await expect(saved(page)).toBeVisible()
  await openVersions(page)
  await page.getByRole('textbox', { name: 'Name of the version to save' }).fill('Sent to the board')
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByRole('button', { name: /^Sent to the board/ })).toBeVisible()
  await page.keyboard.press('Escape')

  const line = text(page).getByText('Ship the red lamp in March.')
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' With a cable.')
  await expect(saved(page)).toBeVisible()
  await openVersions(page)
  await page.getByText('Changes since', { exact: true }).click()
  await expect(page.getByRole('insertion')).toHaveText(' With a cable.')
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
  await picture(page, 'versions')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(() => expectNothingBeside(page)).toPass()
  await picture(page, 'versions-phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(text(page)).not.toContainText('With a cable.')
  await expect(toast(page, 'The earlier version was restored.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(text(page)).toContainText('With a cable.')

  await openVersions(page)
  await expect(page.getByText('Version 1 restored')).toBeVisible()
})

test('CANV-04 a Markdown file is imported as a canvas and exported for Word; KB-10 it becomes a source of a base', async ({
  page,
  watched,
  member,
  picture,
  expectAccessible,
}) => {
  await call('createKnowledgeBase', member.api, {
    body: { files: [], rag_name: 'Launches', ip_type: 'FILE_UPLOAD' },
  })
  await page.goto('/canvas')
  await page.getByLabel('Markdown, text or Word file to import').setInputFiles({
    name: 'Red lamp.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Red lamp\n\nShip in March.'),
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Red lamp' }).first()).toBeVisible()
  await expect(text(page)).toContainText('Ship in March.')
  await expect(saved(page)).toBeVisible()

  const options = page.getByRole('button', { name: 'Canvas options' })
  await options.click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as Word' }).click()
  const exported = await download
  expect(exported.suggestedFilename()).toBe('Red lamp.docx')

  // The exported document becomes a canvas again; one that is damaged says so.
  const address = page.url()
  await page.goto('/canvas')
  const chosen = page.getByLabel('Markdown, text or Word file to import')
  watched.expectProblems(replied(400))
  await chosen.setInputFiles({ name: 'Broken.docx', mimeType: '', buffer: Buffer.from('no archive') })
  await expect(toast(page, 'Broken.docx can’t be read.')).toBeVisible()
  const name = 'Red lamp (1).docx'
  await chosen.setInputFiles({ name, mimeType: '', buffer: await readFile(await exported.path()) })
  await expect(page.getByRole('heading', { level: 1, name: 'Red lamp (1)' }).first()).toBeVisible()
  await expect(text(page)).toHaveText('Red lampShip in March.')
  await page.goto(address)

  await options.click()
  await page.getByRole('menuitem', { name: 'Add to a knowledge base…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/^Share the canvas with/)).toBeVisible()
  await picture(page, 'add-to-base')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Share…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Shared to edit' })).toBeVisible()
  await options.click()
  await page.getByRole('menuitem', { name: 'Add to a knowledge base…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, '“Red lamp” was added to Launches.')).toBeVisible()
})

test('CANV-01 a selected passage of an answer and a question open as canvases beside their chat', async ({
  page,
  member,
}) => {
  expect(member.email).toContain('@')
  await startChat(page, 'Sandbox Writer')
  await ask(page, 'Tell me about tea.')
  await answerEnds(page)
  const chat = page.url()
  const paragraph = answer(page).getByRole('paragraph').first()
  const passage = await paragraph.innerText()
  await paragraph.click({ clickCount: 3 })
  await page
    .getByRole('toolbar', { name: 'Actions for the selected text' })
    .getByRole('button', { name: 'Open as canvas' })
    .click()
  await expect(text(page)).toHaveText(passage.trim())
  await page.goto(chat)
  await page.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Open question as canvas' }).click()
  await expect(text(page)).toHaveText('Tell me about tea.')
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
})

test('CANV-04 pasted Markdown becomes blocks; pasted words stay words; a canvas prints as a PDF', async ({
  page,
  context,
  member,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { canvasId } = (
    await call('createCanvas', member.api, { body: { roomId: member.roomId, title: 'Notes', markdown: '' } })
  ).message
  await page.goto(`/canvas/${canvasId}`)
  const paste = async (pasted: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), pasted)
    await text(page).press('Control+End')
    await page.keyboard.press('Control+v')
  }
  await text(page).click()
  await paste('## Plan\n\n- [x] Budget\n- [ ] **Press** kit\n')
  await expect(text(page).getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(text(page).getByRole('checkbox')).toHaveCount(2)
  await expect(text(page).locator('strong')).toHaveText('Press')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste('Chapter 2, not 3. Crates of 5 * 1 * 1 m, or a _ b _ c.')
  await expect(text(page)).toContainText('Chapter 2, not 3. Crates of 5 * 1 * 1 m, or a _ b _ c.')
  await expect(text(page).locator('em')).toHaveCount(0)
  await expect(saved(page)).toBeVisible()

  await page.evaluate(() => {
    window.print = () => (document.title += ' (printed)')
  })
  await page.getByRole('button', { name: 'Canvas options' }).click()
  await page.getByRole('menuitem', { name: /PDF/ }).click()
  await expect.poll(() => page.title()).toContain('(printed)')
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
})
