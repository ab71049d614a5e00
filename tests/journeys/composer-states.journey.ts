import type { Page } from '@playwright/test'
import { expect, memberTest as test } from './support/test.ts'

const field = (page: Page) => page.locator('main textarea').first()
const paste = (page: Page, text: string) =>
  field(page).evaluate((area, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    ;(area as HTMLElement).focus()
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

for (const language of ['en', 'ar'] as const)
  test(`UI-02 I18N-01 every state of the composer is accessible, ${language}: light and dark, phone and desktop`, async ({
    page,
    context,
    picture,
    expectAccessible,
  }) => {
    test.slow()
    await context.addInitScript((chosen) => {
      if (location.protocol.startsWith('http'))
        localStorage.setItem('atrium.language', JSON.stringify(chosen))
    }, language)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const scheme of ['light', 'dark'] as const)
      for (const [size, viewport] of [
        ['desktop', { width: 1280, height: 800 }],
        ['phone', { width: 360, height: 740 }],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize(viewport)
        await page.goto('/chat/new')
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
        const check = async (state: string) => {
          await picture(page, `${scheme}-${size}-${state}`)
          await expectAccessible(page)
          const { scrolls, width } = await page.evaluate(() => ({
            scrolls: document.documentElement.scrollWidth,
            width: document.documentElement.clientWidth,
          }))
          expect(scrolls).toBeLessThanOrEqual(width)
        }
        await field(page).fill('')
        await field(page).pressSequentially('@')
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
        await check('names')
        await page.keyboard.press('Enter')
        await field(page).pressSequentially('@zzzz')
        await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
        await check('no-names')
        await field(page).fill('/')
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
        await check('actions')
        await field(page).fill('')
        await paste(page, 'A line of text\n'.repeat(60))
        const tile = page.locator('main form ul button[aria-haspopup=dialog]').last()
        await expect(tile).toBeVisible()
        await check('pasted')
        await tile.click()
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
        await check('pasted-open')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        const bell = page.locator('header button[aria-haspopup=dialog]')
        await bell.click()
        await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible()
        await check('mentions')
        await page.keyboard.press('Escape')
        await field(page).fill('')
        await page.locator('main form ul button:not([aria-haspopup])').last().click()
      }
  })
