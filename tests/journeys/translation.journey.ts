import { readFile } from 'node:fs/promises'
import { call } from '@atrium/testkit/api-client.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { answer, answerEnds } from './support/conversation.ts'
import { keepSidebarOpen, openRoomSettings } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

const handbook = ['Pump,Care', 'Nordfjord 7,Oil every 40 hours', 'Lofoten 9,Clean the filter weekly'].join(
  '\n',
)

test('a document of a room is translated: language and cost chosen, read as an answer with its table, saved as Word', async ({
  page,
  context,
  member: { api, roomId },
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await uploadContextFile(api, { name: 'pumps.csv', bytes: Buffer.from(handbook) })
  await expect
    .poll(
      async () =>
        (await call('listContextFiles', api, { params: { roomId }, query: {} })).data[0]?.state.status,
    )
    .toBe('COMPLETED')
  await page.goto('/chat/new')
  await openRoomSettings(page, 'General')
  await page.getByRole('button', { name: 'Translate a document…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate a document' })
  await expect(dialog.getByLabel('Document')).toHaveValue(/^file_/)
  await dialog.getByLabel('Language').selectOption({ label: 'German' })
  await dialog.getByLabel('Model').selectOption({ label: 'Sandbox Writer' })
  await expect(dialog.getByRole('status')).toHaveText(/^1 part, about [\d.]+(?: to [\d.]+)? credits$/)
  await dialog.getByLabel('Budget in credits').fill('20')
  await picture(page, 'dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Translate', exact: true }).click()

  await expect(page).toHaveURL(/\/chat\/chat_/)
  await answerEnds(page)
  await expect(answer(page).getByRole('table').getByRole('row')).toHaveCount(3)
  await expect(answer(page).getByRole('table')).toContainText('[de] Nordfjord 7')
  await expect(answer(page).getByRole('button', { name: 'Translation: 1 of 1 parts' })).toBeVisible()
  await picture(page, 'answer')
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await answer(page).getByRole('button', { name: 'Download as Word' }).click()
  const bytes = await readFile((await (await saved).path()) ?? '')
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  await page.goto('/chat-history/jobs')
  const job = page.getByRole('row').filter({ hasText: /Completed.*of 20 credits/ })
  await job.getByRole('button', { name: /^Repeat…/ }).click()
  const repeat = page.getByRole('dialog', { name: 'Repeat this question' })
  await expect(repeat.getByLabel('Budget of each run, in credits')).toHaveValue('20')
  await repeat.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText(/^Scheduled\. Next run: /)).toBeVisible()
})

test('I18N-01 translating on a phone in Arabic', async ({
  page,
  context,
  member: { api, roomId },
  picture,
  expectAccessible,
}) => {
  test.slow()
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await uploadContextFile(api, { name: 'pumps.txt', bytes: Buffer.from('Oil every pump weekly.') })
  await expect
    .poll(
      async () =>
        (await call('listContextFiles', api, { params: { roomId }, query: {} })).data[0]?.state.status,
    )
    .toBe('COMPLETED')
  await page.goto('/context-mobile')
  await page.getByRole('button', { name: 'ترجمة مستند…' }).click()
  const dialog = page.getByRole('dialog', { name: 'ترجمة مستند' })
  await dialog.getByLabel('اللغة').selectOption({ label: 'الفرنسية' })
  await dialog.getByLabel('النموذج').selectOption({ label: 'Sandbox Writer' })
  await picture(page, 'phone-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'ترجمة', exact: true }).click()
  await expect(page).toHaveURL(/\/chat\/chat_/)
  const answered = page.getByRole('article').last().locator('[aria-busy]')
  await expect(answered).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
  await expect(answered).toContainText('[fr] Oil every pump weekly.')
  await picture(page, 'phone-answer')
  await expectAccessible(page)
})
