import { languages } from '@atrium/contract'
import { directionOf, languageNames } from '@atrium/phrases'
import type { Page } from '@playwright/test'
import { foreignTexts } from './foreign-texts.ts'
import { expectNothingBeside, expectWithinWindow } from './measure.ts'
import { openWithin } from './open-within.ts'
import { expect } from './test.ts'

/** Each page of 'System' in five languages, on a phone and by night, with nothing foreign and nothing beside the window. */
export async function lookEverywhere(
  page: Page,
  path: string,
  picture: (page: Page, name: string) => Promise<void>,
  expectAccessible: (page: Page) => Promise<void>,
) {
  // Loaded once: toasts and dialogs of what came before are gone.
  await page.goto('/accounts')
  for (const language of languages) {
    await openWithin(page, '/accounts')
    await page.locator('select').selectOption({ label: languageNames[language] })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.setViewportSize(language === 'ar' ? { width: 360, height: 780 } : { width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: language === 'ar' || language === 'zh' ? 'dark' : 'light' })
    await openWithin(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    expect(await foreignTexts(page, language), `${path} in ${language}`).toEqual([])
    await expectWithinWindow(page)
    await expectNothingBeside(page)
    await expectAccessible(page)
    await picture(page, `${path.replaceAll('/', '-').slice(1)} ${language}`)
  }
}
