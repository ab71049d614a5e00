import { keepSidebarOpen } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

test('an admin writes a golden question, has it asked, and sees it become worse when its file is deleted', async ({
  page,
  context,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await page.goto('/room-and-members')
  await page
    .getByLabel('Choose files')
    .setInputFiles([
      text('tea.txt', 'Tea leaves wither for eighteen hours.'),
      text('coffee.txt', 'Coffee beans are roasted.'),
    ])
  const files = page.getByRole('list', { name: 'Files in this room' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files.getByText('Processing')).toHaveCount(0, { timeout: 60_000 })

  await page.getByRole('link', { name: 'Knowledge check' }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge check' })).toBeVisible()
  await expect(page.getByText('No golden questions yet')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Question or keywords' }).fill('tea leaves')
  await page.keyboard.press('Enter')
  const passages = page.getByRole('list', { name: 'Passages found, best first' })
  await expect(passages.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await picture(page, 'a search')
  await passages.getByRole('button', { name: /tea\.txt/ }).click()
  const viewer = page.getByRole('dialog', { name: 'Source: tea.txt' })
  await expect(viewer.getByText('Tea leaves wither for eighteen hours.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add golden question' })
  await dialog.getByLabel('Question').fill('How long do tea leaves wither?')
  await dialog.getByPlaceholder('Search files').fill('tea')
  await page.getByRole('option', { name: 'tea.txt' }).click()
  // The file list stays open above other content until it loses the focus.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog.getByLabel('Page of tea.txt')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Run now' }).click()
  const table = page.getByRole('table', { name: 'Results by question' })
  await expect(table.getByRole('row', { name: /tea leaves.*New/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Hit rate @1').first()).toBeVisible()
  await picture(page, 'first run')

  await page.getByRole('link', { name: 'Back to the room' }).click()
  await files.getByRole('button', { name: 'Delete tea.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(files.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Knowledge check' }).click()
  await expect(page.getByText('tea.txt (deleted)')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(table.getByRole('row', { name: /tea leaves.*Worse/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('0 better, 1 worse', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'worse')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^knowledge-check-.*\.csv$/)
})
