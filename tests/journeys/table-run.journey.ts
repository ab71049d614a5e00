import { readFile } from 'node:fs/promises'
import { call } from '@atrium/testkit/api-client.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { answer, answerEnds } from './support/conversation.ts'
import { keepSidebarOpen } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

const farms = [
  'Farm,Tanks,Pumps per tank',
  'Nordfjord,6,7',
  '=cmd(),12,12',
  'Lofoten,9,11',
  'Bømlo,20,30',
].join('\n')

const template = {
  source: 'mine' as const,
  title: 'Pumps of a farm',
  promptText: 'What is #{tanks}# * #{pumps per tank}#?',
  description: '',
  tags: [],
}

test('a template runs over the rows of a table: columns mapped by name, first questions and cost shown, answered as a table and as CSV', async ({
  page,
  context,
  member: { api, roomId },
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await uploadContextFile(api, { name: 'farms.csv', bytes: Buffer.from(farms) })
  await expect
    .poll(async () => (await call('listContextFiles', api, { params: { roomId }, query: {} })).count)
    .toBe(1)
  await call('createPrompt', api, { body: template })
  await page.goto('/question-library/mine')
  await page.getByRole('button', { name: 'Options for Pumps of a farm' }).click()
  await page.getByRole('menuitem', { name: 'Run over a table…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run over a table' })
  await dialog.getByLabel('Table', { exact: true }).selectOption({ label: 'farms.csv' })
  await expect(dialog.getByLabel('tanks', { exact: true })).toHaveValue('1')
  await expect(dialog.getByLabel('pumps per tank')).toHaveValue('2')
  await expect(dialog.getByRole('region', { name: 'First questions' })).toContainText('What is 6 * 7?')
  await dialog.getByLabel('Model').selectOption({ label: 'Sandbox Writer' })
  await expect(dialog.getByRole('status')).toHaveText(/^4 rows, about [\d.]+(?: to [\d.]+)? credits$/)
  await dialog.getByLabel('Budget in credits').fill('20')
  await picture(page, 'dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start' }).click()

  await expect(page).toHaveURL(/\/chat\/chat_/)
  await answerEnds(page)
  const table = answer(page).getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(5)
  await expect(table.getByRole('row').filter({ hasText: 'Nordfjord' })).toContainText('42')
  await expect(answer(page).getByRole('button', { name: 'Table: 4 of 4 rows' })).toBeVisible()
  await picture(page, 'answer')
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await answer(page).getByRole('button', { name: 'Download all rows (CSV)' }).click()
  const lines = (await readFile((await (await saved).path()) ?? '', 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFFarm,Tanks,Pumps per tank,Answer')
  expect(lines[2]).toMatch(/^'=cmd\(\),12,12,.*144/)

  await page.goto('/chat-history/jobs')
  await expect(page.getByRole('row').filter({ hasText: /Completed.*of 20 credits/ })).toHaveCount(1)
})

test('I18N-01 a pasted table, with one text for all rows, on a phone in Arabic', async ({
  page,
  context,
  member: { api },
  picture,
  expectAccessible,
}) => {
  test.slow()
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await call('createPrompt', api, { body: template })
  await page.goto('/question-library/mine')
  await page.getByRole('button', { name: 'خيارات Pumps of a farm' }).click()
  await page.getByRole('menuitem', { name: 'تشغيل على جدول…' }).click()
  const dialog = page.getByRole('dialog', { name: 'تشغيل على جدول' })
  await dialog.getByRole('button', { name: 'لصق جدول' }).click()
  await dialog.getByLabel('الجدول الملصق').fill('tanks\tfarm\n6\tNordfjord\n9\tLofoten\n\tBømlo')
  await dialog.getByRole('button', { name: 'استخدام هذا الجدول' }).click()
  await dialog.getByLabel('pumps per tank').selectOption({ label: 'النص نفسه لكل صف' })
  await dialog.getByLabel('نص pumps per tank').fill('100')
  await expect(dialog.getByRole('region', { name: 'الأسئلة الأولى' })).toContainText('What is 6 * 100?')
  await dialog.getByLabel('النموذج').selectOption({ label: 'Sandbox Writer' })
  await picture(page, 'phone-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'بدء' }).click()
  await expect(page).toHaveURL(/\/chat\/chat_/)
  const answered = page.getByRole('article').last().locator('[aria-busy]')
  await expect(answered).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
  await expect(answered.getByRole('table')).toContainText('600')
  await expect(answered.getByRole('region', { name: 'صفوف بلا إجابة' })).toContainText('الصف')
  await picture(page, 'phone-answer')
  await expectAccessible(page)
})
