import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { picturesIn } from '@atrium/contract'
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

const waiting = 'Generating your Image…'
const grid = (page: Page) => answer(page).getByRole('list', { name: /^The pictures?$/ })
const shown = (page: Page) => grid(page).locator('img')
const large = (page: Page) => page.getByRole('dialog', { name: /^Picture \d of \d$/ })

/** Every picture of the last answer has loaded and has pixels. */
async function picturesAreDrawn(page: Page, count: number): Promise<void> {
  await expect(shown(page)).toHaveCount(count)
  await expect
    .poll(() =>
      shown(page).evaluateAll((images) =>
        images.every(
          (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
        ),
      ),
    )
    .toBe(true)
}

test('ANS-04 CHAT-02 a picture is requested, shows progress, appears, is enlarged, saved and used in the next question', async ({
  page,
  member,
  picture: keep,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Painter')
  const count = page.getByRole('combobox', { name: 'Number of pictures' })
  await count.selectOption('2')
  await page.getByRole('combobox', { name: 'Size' }).selectOption({ label: 'Landscape' })
  await page.getByRole('combobox', { name: 'Style' }).selectOption({ label: 'Watercolor' })
  await composer(page).fill('A red house by the sea [[sandbox:late=4000]]')
  await expect(page.getByText(/^[\d.]+ credits$/)).toBeVisible()
  await keep(page, 'composer')
  await expectAccessible(page)
  await composer(page).press('Enter')
  await expect(answer(page).getByText(waiting, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop the answer' })).toBeVisible()
  await keep(page, 'waiting')
  await expectAccessible(page)
  await answerEnds(page)
  await expect(page.getByText(waiting)).toHaveCount(0)
  await picturesAreDrawn(page, 2)
  await keep(page, 'shown')
  await expectAccessible(page)
  const [turn] = await storedTurns(page, member)
  expect(turn?.pictureOptions).toEqual({ count: 2, size: '1152x768', style: 'watercolour' })
  expect(picturesIn(turn?.parts ?? []).map(({ width, height }) => [width, height])).toEqual([
    [1152, 768],
    [1152, 768],
  ])

  await test.step('pictures and their question are shown after a reload', async () => {
    await page.reload()
    await picturesAreDrawn(page, 2)
    await expect(count).toHaveValue('2')
  })

  await test.step('one is shown large, and the next by the arrow key', async () => {
    await grid(page)
      .getByRole('button', { name: /^Enlarge picture 1/ })
      .click()
    await expect(large(page)).toHaveAccessibleName('Picture 1 of 2')
    await expect(large(page).locator('img')).toHaveAttribute('alt', /^A red house by the sea/)
    await keep(page, 'large')
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(large(page)).toHaveAccessibleName('Picture 2 of 2')
  })

  await test.step('it is saved under a descriptive name', async () => {
    const saving = page.waitForEvent('download')
    await large(page).getByRole('button', { name: 'Download' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^A red house by the sea.* 2\.png$/)
    expect(
      readFileSync(await saved.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    await page.keyboard.press('Escape')
    await expect(large(page)).toHaveCount(0)
  })

  await test.step('it comes with the next question without being sent again', async () => {
    await grid(page).getByRole('listitem').first().hover()
    await grid(page).getByRole('button', { name: 'Use picture 1 in the next question' }).click()
    const tiles = page.getByRole('list', { name: 'Files for your question' })
    await expect(tiles.locator('img')).toHaveCount(1)
    await expect(composer(page)).toBeFocused()
    await count.selectOption('1')
    await ask(page, 'The same by night')
    await expect(turns(page)).toHaveCount(2)
    await answerEnds(page)
    await picturesAreDrawn(page, 1)
    await expect(
      turns(page).last().getByRole('list', { name: 'Pictures in the question' }).locator('img'),
    ).toHaveCount(1)
    await keep(page, 'used')
    const stored = await storedTurns(page, member)
    expect(stored[1]?.question.attachments[0]?.id).toBe(picturesIn(stored[0]?.parts ?? [])[0]?.fileId)
  })

  await test.step('a model that writes sees it', async () => {
    await chooseModel(page, 'Sandbox Quick')
    await expect(count).toHaveCount(0)
    await ask(page, 'What is on it?')
    await expect(turns(page)).toHaveCount(3)
    await answerEnds(page)
    await expect(answer(page)).toContainText('Pictures received:')
  })
})

test('MODEL-07 ANS-04 Auto draws when a picture is requested, says so, and otherwise answers with text', async ({
  page,
  picture: keep,
}) => {
  await startChat(page)
  await ask(page, 'Draw a blue star at night')
  await answerEnds(page)
  await expect(answer(page)).toHaveAccessibleName('Answer by Sandbox Painter')
  await picturesAreDrawn(page, 1)
  await keep(page, 'auto')
  await ask(page, 'What is 6 * 7? [[sandbox:rate=max]]')
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  await expect(answer(page)).not.toHaveAccessibleName('Answer by Sandbox Painter')
  await expect(grid(page)).toHaveCount(0)
})

test('ANS-04 a failed picture shows advice, is free, and can be requested again', async ({
  page,
  picture: keep,
  expectAccessible,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await startChat(page, 'Sandbox Painter')
  await ask(page, 'A tree [[sandbox:once, 429=11]]')
  await answerEnds(page)
  await expect(answer(page).getByRole('alert')).toContainText('No credits were used.')
  await keep(page, 'failed')
  await expectAccessible(page)
  await answer(page).getByRole('button', { name: 'Try again' }).click()
  await picturesAreDrawn(page, 1)
  await answerEnds(page)
  await keep(page, 'dark')
  await expectAccessible(page)
  await ask(page, 'A bomb [[sandbox:content-filter]]')
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  await expect(answer(page).getByRole('alert')).toBeVisible()
  await ask(page, 'Three hills [[sandbox:late=60000]]')
  await expect(answer(page).getByText(waiting, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the answer' }).click()
  await answerEnds(page)
  await expect(answer(page).getByText('Stopped.', { exact: false })).toBeVisible()
})

test('ANS-04 on a phone and in Arabic the options and pictures fit', async ({
  page,
  picture: keep,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await startChat(page, 'Sandbox Painter')
  await page.getByRole('combobox', { name: 'Number of pictures' }).selectOption('4')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  await ask(page, 'Yellow suns over green mountains')
  await answerEnds(page)
  await picturesAreDrawn(page, 4)
  await keep(page, 'phone')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.evaluate(() => localStorage.setItem('atrium.language', JSON.stringify('ar')))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('combobox', { name: 'عدد الصور' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^عرض الصورة 1 مكبّرة/ })).toBeVisible()
  await keep(page, 'arabic')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^عرض الصورة 1 مكبّرة/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('الصورة 1 من 4')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toHaveAccessibleName('الصورة 2 من 4')
  await keep(page, 'arabic-large')
  await expectAccessible(page)
})
