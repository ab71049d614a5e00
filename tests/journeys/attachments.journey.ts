import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  answer,
  answerEnds,
  ask,
  chooseModel,
  composer,
  startChat,
  storedTurns,
  turns,
} from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const picture = readFileSync(path.join(import.meta.dirname, 'support/logo.png'))
const named = (name: string, buffer: Buffer = picture) => ({ name, mimeType: 'image/png', buffer })
const tiles = (page: Page) => page.getByRole('list', { name: 'Files for your question' })

/** Lets the window see files, as if they were dropped or pasted there. */
const bring = (page: Page, how: 'drop' | 'paste', name: string) =>
  page.evaluate(
    ([kind, fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], fileName, { type: 'image/png' }))
      if (kind === 'paste')
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      else
        for (const type of ['dragenter', 'dragover', 'drop'])
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
          )
    },
    [how, name, picture.toString('base64')] as const,
  )

test('ANS-05 CHAT-01 pictures are attached by button, paste and drop, can be removed, and are shown with their question', async ({
  page,
  member,
  picture: keep,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  await page.locator('input[type=file]').setInputFiles([named('teapot.png'), named('cup.png')])
  await expect(tiles(page).locator('img')).toHaveCount(2)
  await composer(page).focus()
  await bring(page, 'paste', 'pasted.png')
  await bring(page, 'drop', 'dropped.png')
  await expect(tiles(page).locator('img')).toHaveCount(4)
  await expect(tiles(page).getByRole('progressbar')).toHaveCount(0)
  await tiles(page).getByRole('button', { name: 'Remove cup.png' }).click()
  await expect(tiles(page).locator('img')).toHaveCount(3)
  await page.locator('input[type=file]').setInputFiles(named('broken.png', Buffer.from('no picture')))
  await expect(tiles(page).getByRole('alert')).toBeVisible()
  await composer(page).fill('What is on these?')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await keep(page, 'chosen')
  await expectAccessible(page)
  await tiles(page).getByRole('button', { name: 'Remove broken.png' }).click()
  await composer(page).press('Enter')
  await expect(tiles(page)).toHaveCount(0)
  await answerEnds(page)
  await expect(answer(page)).toContainText('Pictures received: 3')
  const shown = turns(page).last().getByRole('list', { name: 'Pictures in the question' })
  await expect(shown.locator('img')).toHaveCount(3)
  await keep(page, 'asked')
  await page.reload()
  await expect(shown.locator('img')).toHaveCount(3)
  await shown.getByRole('button', { name: 'Enlarge teapot.png' }).click()
  await expect(
    page.getByRole('dialog', { name: 'teapot.png' }).getByRole('link', { name: 'Download' }),
  ).toBeVisible()
  await keep(page, 'large')
  await expectAccessible(page)
  expect((await storedTurns(page, member))[0]?.question.attachments.map(({ name }) => name)).toEqual([
    'teapot.png',
    'pasted.png',
    'dropped.png',
  ])
})

test("ANS-05 before sending, a warning says that the model can't read images and offers one that can", async ({
  page,
  member,
  picture: keep,
  expectAccessible,
}) => {
  expect(member.email).toContain('@')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await startChat(page)
  await chooseModel(page, 'Sandbox Writer')
  await page.locator('input[type=file]').setInputFiles(named('teapot.png'))
  const note = page.getByText("Sandbox Writer can't read images.")
  await expect(note).toBeVisible()
  await composer(page).fill('What is on it?')
  await expect(page.getByText(/^≈ .* credits \(.* to .*\)$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  await keep(page, 'unseeing')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Switch to / }).click()
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
})

test('further questions wait in a list, to be changed, dropped or sent now', async ({
  page,
  member,
  picture: keep,
  expectAccessible,
}) => {
  expect(member.email).toContain('@')
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me about clouds. [[sandbox:late=25000]]')
  for (const question of ['What is 7 * 8?', 'What is 2 + 3?', 'What is 20 + 4?']) await ask(page, question)
  const queue = page.getByRole('list', { name: 'Queued questions' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await keep(page, 'queue')
  await expectAccessible(page)
  await queue.getByRole('listitem').first().getByRole('button', { name: 'Remove' }).click()
  await queue.getByRole('listitem').first().getByRole('button', { name: 'Edit' }).click()
  await expect(composer(page)).toHaveValue('What is 2 + 3?')
  await composer(page).fill('')
  await queue.getByRole('listitem').first().getByRole('button', { name: 'Send now' }).click()
  await expect(queue).toHaveCount(0)
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  await expect(answer(page)).toContainText('24')
})
