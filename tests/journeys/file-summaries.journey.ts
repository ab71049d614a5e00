import { call } from '@atrium/testkit/api-client.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { answer, answerEnds } from './support/conversation.ts'
import { keepSidebarOpen, openRoomSettings } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

const files = {
  'alarms.txt': 'An alarm rings when the oxygen is below 6 mg per litre.',
  'probes.txt': 'Optical oxygen probes need a calibration every six months.',
  'warranty.txt': 'The warranty of oxygen probes lasts 24 months.',
}

test('every file of a room is summarized: started beside its files with an estimate, read as an answer with citations, listed with its cost', async ({
  page,
  context,
  member: { api, roomId },
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  for (const [name, text] of Object.entries(files))
    await uploadContextFile(api, { name, bytes: Buffer.from(text) })
  const searchable = async () =>
    (await call('listContextFiles', api, { params: { roomId }, query: {} })).searchableCount
  await expect.poll(searchable).toBe(3)
  await page.goto('/chat/new')
  await openRoomSettings(page, 'General')
  await page.getByRole('button', { name: 'Summarize all files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Summarize every file of this room' })
  await dialog.getByLabel('Model').selectOption({ label: 'Sandbox Writer' })
  await expect(dialog.getByRole('status')).toHaveText(/^3 files, about [\d.]+(?: to [\d.]+)? credits$/)
  await dialog.getByLabel('Budget in credits').fill('20')
  await picture(page, 'dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start summaries' }).click()

  await expect(page).toHaveURL(/\/chat\/chat_/)
  await answerEnds(page)
  for (const name of Object.keys(files))
    await expect(answer(page).getByRole('heading', { name })).toBeVisible()
  await expect(answer(page).getByRole('button', { name: 'Source 2: probes.txt' }).first()).toBeVisible()
  const steps = answer(page).getByRole('button', { name: 'Summaries: 3 of 3 files' })
  await steps.click()
  await expect(answer(page).getByRole('list', { name: 'Latest steps' })).toContainText('probes.txt')
  await picture(page, 'summaries')
  await expectAccessible(page)

  await page.goto('/chat-history/jobs')
  await expect(page.getByRole('row').filter({ hasText: /Completed.*of 20 credits/ })).toHaveCount(1)
})
