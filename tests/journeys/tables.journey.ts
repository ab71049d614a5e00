import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { utils, write } from '@e965/xlsx'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
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
