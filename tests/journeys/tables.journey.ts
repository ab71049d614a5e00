import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { utils, write } from '@e965/xlsx'
import { call } from '@atrium/testkit/api-client.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
import { keepSidebarOpen, openRoomSettings } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

const csv = [
  'Day,Region,Amount',
  '2026-01-03,North,1250.5',
  '2026-02-04,South,800',
  '2026-02-05,North,49.5',
].join('\n')

function workbook(): Buffer {
  const book = utils.book_new()
  const rows = [
    ['Item', 'Stock'],
    ['Nets', 12],
    ['Pumps', 30],
    ['Probes', 7],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Store')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(file)
  const tiles = page.getByRole('list', { name: 'Files for your question' })
  // The size is shown once the file is at the server.
  await expect(tiles.getByText(/^[\d.,]+ (bytes|kB)$/)).toBeVisible()
}

test('ANS-05 spreadsheets with the sandbox: query, sorted table, chart, CSV and picture', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Analyst')
  await attach(page, { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await ask(page, 'What is the total amount by region?')
  await answerEnds(page)
  const card = answer(page).locator('[data-table="1"]')
  await expect(card.getByRole('heading', { name: 'total amount by region' })).toBeVisible()
  const firstRow = card.getByRole('row').nth(1)
  await expect(firstRow).toHaveText(/North.*1,300/)
  await card.getByRole('button', { name: 'total_amount' }).click()
  await expect(firstRow).toHaveText(/South.*800/)
  await expect(answer(page)).toContainText('1300')

  const chart = card.getByRole('slider', { name: /^Chart: total amount by region/ })
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuetext', 'North: 1,300')
  await card.getByText('SQL statement').click()
  await expect(card.getByText('group by 1')).toBeVisible()
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toBe(
    '\ufeffregion,total_amount\r\nNorth,1300\r\nSouth,800',
  )
  const drawn = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Save as PNG' }).click()
  expect((await drawn).suggestedFilename()).toBe('chart-1.png')
  await picture(page, 'answered')
  await expectAccessible(page)

  await startChat(page, 'Sandbox Analyst')
  await attach(page, {
    name: 'store.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook(),
  })
  await ask(page, 'How much stock is there of each item?')
  await answerEnds(page)
  await expect(answer(page).locator('[data-table="1"]').getByRole('row')).toHaveCount(4)
  await picture(page, 'workbook')
})

test('ANS-05 spreadsheets are analyzed in the background: plan confirmed, report with tables, charts and method, opened as a canvas', async ({
  page,
  context,
  member: { api, roomId },
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await uploadContextFile(api, { name: 'sales.csv', bytes: Buffer.from(csv) })
  await expect
    .poll(async () => (await call('listContextFiles', api, { params: { roomId }, query: {} })).count)
    .toBe(1)
  await page.goto('/chat/new')
  await openRoomSettings(page, 'General')
  await page.getByRole('button', { name: 'Analyze tables…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Analyze tables' })
  await expect(dialog.getByLabel('sales.csv')).toBeChecked()
  await dialog.getByLabel('Model').selectOption({ label: 'Sandbox Analyst' })
  await expect(dialog.getByRole('status')).toHaveText(/^1 file, about [\d.]+(?: to [\d.]+)? credits$/)
  await dialog.getByLabel('Budget in credits').fill('60')
  await picture(page, 'analysis-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start analysis' }).click()

  await expect(page).toHaveURL(/\/chat\/chat_/)
  const plan = page.getByLabel('Analysis plan')
  await expect(plan).toHaveValue(/total amount by region[^]*average amount by region/)
  await picture(page, 'analysis-plan')
  await plan.fill('total amount by region\ntotal amount by month')
  await page.getByRole('button', { name: 'Start analysis' }).click()
  await answerEnds(page)
  await expect(answer(page).getByRole('button', { name: 'Analysis: 2 of 2 analyses' })).toBeVisible()
  await expect(answer(page).getByRole('heading', { name: 'How this was computed' })).toBeVisible()
  await expect(answer(page).getByRole('table').first()).toContainText('1300')
  const chart = answer(page)
    .locator('[data-table="1"]')
    .getByRole('slider', { name: /^Chart: total amount/ })
  await expect(chart).toBeVisible()
  await picture(page, 'analysis-report')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Open as canvas' }).click()
  const canvas = page.getByRole('textbox', { name: 'Text of the canvas' })
  await expect(canvas.getByRole('table').first()).toContainText('1300')
  await expect(canvas).toContainText('How this was computed')

  await page.goto('/chat-history/jobs')
  await expect(page.getByRole('row').filter({ hasText: /Completed.*of 60 credits/ })).toHaveCount(1)
})
