import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, composer, startChat } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const gallery = (page: Page) => page.getByRole('list', { name: 'Images' })
const large = (page: Page) => page.getByRole('dialog', { name: /^Picture \d of \d$/ })

test('ANS-04 the room’s images: found by prompt, enlarged, described, and changed in a new chat', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.goto('/images')
  await expect(page.getByText('No images yet')).toBeVisible()
  await picture(page, 'empty')
  await expectAccessible(page)
  await startChat(page, 'Sandbox Painter')
  await ask(page, 'A red circle')
  await answerEnds(page)
  await ask(page, 'A blue house')
  await answerEnds(page)
  await answer(page).getByRole('button', { name: 'Variations of picture 1' }).click()
  await expect(composer(page)).toHaveValue(/^Make a variation of this image/)
  await composer(page).fill('')

  await page.getByRole('link', { name: 'Images' }).first().click()
  await expect(gallery(page).getByRole('listitem')).toHaveCount(2)
  await expect(gallery(page).locator('img')).toHaveCount(2)
  await picture(page, 'gallery')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search prompts and descriptions' }).fill('circle')
  await expect(gallery(page).getByRole('listitem')).toHaveCount(1)

  await gallery(page).getByRole('button', { name: 'Enlarge: A red circle' }).click()
  await expect(large(page)).toContainText('Sandbox Painter')
  await large(page).getByRole('textbox', { name: 'Alt text' }).fill('A red disc on white')
  await large(page).getByRole('button', { name: 'Save alt text' }).click()
  await expect(large(page).getByRole('img', { name: 'A red disc on white' })).toBeVisible()
  await picture(page, 'large')
  await expectAccessible(page)

  await large(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(page.getByRole('button', { name: 'Model: Sandbox Painter. Choose another.' })).toBeVisible()
  await expect(page.getByText(/^[\d.]+ credits$/)).toHaveCount(0)
  await composer(page).fill('Make it green')
  await expect(page.getByText(/^[\d.]+ credits$/)).toBeVisible()
  await picture(page, 'edit')
  await composer(page).press('Enter')
  await answerEnds(page)
  await expect(answer(page).getByRole('img', { name: 'Make it green' })).toBeVisible()

  await page.goto('/images?search=disc')
  await gallery(page).getByRole('button', { name: 'Enlarge: A red disc on white' }).click()
  await large(page).getByRole('link', { name: 'Open chat' }).click()
  await expect(page.getByText('A red circle').first()).toBeVisible()

  await page.goto('/images')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(gallery(page).locator('img')).toHaveCount(3)
  await picture(page, 'phone-dark')
  await page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('list', { name: 'الصور' }).locator('img')).toHaveCount(3)
  await picture(page, 'phone-arabic')
})
