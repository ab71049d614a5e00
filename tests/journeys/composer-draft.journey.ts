import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { answer, answerEnds, composer, startChat } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const logo = readFileSync(path.join(import.meta.dirname, 'support/logo.png'))
const tiles = (page: Page) => page.getByRole('list', { name: 'Files for your question' })
const choose = (page: Page, name: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: logo })

test('CHAT-01 ANS-05 pictures of a draft outlive a reload: those at the server are shown from there, those on their way go again', async ({
  page,
  picture,
}) => {
  await startChat(page, 'Sandbox Quick')
  await choose(page, 'stored.png')
  await expect(tiles(page).getByRole('img', { name: 'stored.png' })).toBeVisible()
  await expect(tiles(page).getByRole('progressbar')).toHaveCount(0)
  const forms = '**/api/attachments/generate-presigned-url*'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(forms, async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await choose(page, 'on-its-way.png')
  await expect(tiles(page).getByRole('progressbar')).toHaveCount(1)
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('atrium-unsent')
            opening.addEventListener('success', () => {
              const counting = opening.result.transaction('pictures').objectStore('pictures').count()
              counting.addEventListener('success', () => {
                opening.result.close()
                resolve(counting.result)
              })
            })
          }),
      ),
    )
    .toBe(1)
  await page.reload()
  release()
  await page.unroute(forms)
  await page.reload()
  await expect(tiles(page).getByRole('img', { name: 'stored.png' })).toBeVisible()
  await expect(tiles(page).getByRole('img', { name: 'on-its-way.png' })).toBeVisible()
  await expect(tiles(page).getByRole('progressbar')).toHaveCount(0)
  await picture(page, 'restored')
  await composer(page).fill('What is on these?')
  await composer(page).press('Enter')
  await answerEnds(page)
  await expect(answer(page)).toContainText('Pictures received: 2')
  await page.goto('/chat/new')
  await expect(composer(page)).toBeVisible()
  await expect(tiles(page)).toHaveCount(0)
})

test('CHAT-01 ANS-05 a picture of a draft that the server has deleted shows an error, and is removed', async ({
  page,
  watched,
}) => {
  watched.expectProblems(/status of 404/)
  await startChat(page, 'Sandbox Quick')
  await choose(page, 'old.png')
  await expect(tiles(page).getByRole('img', { name: 'old.png' })).toBeVisible()
  await expect(tiles(page).getByRole('progressbar')).toHaveCount(0)
  await page.route('**/api/attachments/file_*', (route) =>
    route.fulfill({
      status: 404,
      json: { isError: true, statusCode: 404, code: 'NOT_FOUND', message: 'Not found' },
    }),
  )
  await page.reload()
  await expect(tiles(page).getByRole('alert')).toContainText('old.png is no longer available')
  await composer(page).fill('And now?')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await tiles(page).getByRole('button', { name: 'Remove old.png' }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
})

const strings = path.resolve(import.meta.dirname, '../../../shared/fixtures/conformance/strings/blns.json')
const naughty = (() => {
  try {
    return JSON.parse(readFileSync(strings, 'utf8')) as string[]
  } catch {
    return null
  }
})()

test('F17 naughty strings are written, sent, shown and kept as they are (skipped without the shared fixtures)', async ({
  page,
  member,
}) => {
  test.skip(naughty === null, 'the shared fixtures are not beside this checkout')
  test.slow()
  expect(member.email).toContain('@')
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    void dialog.dismiss()
  })
  await startChat(page, 'Sandbox Quick')
  // All strings that fit the field, in one question: one per line.
  const text = (naughty ?? []).filter((line) => line !== '' && !/[\r\n\0]/.test(line)).join('\n')
  await composer(page).fill(`Read these:\n${text}`)
  const written = await composer(page).inputValue()
  await page.keyboard.press('Escape')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await answerEnds(page)
  const { storedTurns, turns } = await import('./support/conversation.ts')
  expect((await storedTurns(page, member))[0]?.question.text).toBe(written)
  await turns(page).first().getByRole('button', { name: 'Show all' }).click()
  expect(await turns(page).first().textContent()).toContain(written.slice(0, 2000))
  expect(alerts).toBe(0)
})
