import { languages } from '@atrium/contract'
import { foreignTexts } from './support/foreign-texts.ts'
import { expectNothingBeside, expectWithinWindow } from './support/measure.ts'
import { expect, test } from './support/test.ts'

const paths = ['/403', '/404', '/500', '/maintenance', '/coming-soon', '/early-access-full']

for (const language of languages)
  test(`NAV-04 I18N-01 the generic pages in ${language}, light and dark, on a phone`, async ({
    page,
    picture,
    expectAccessible,
  }) => {
    await page.addInitScript(
      (code) => localStorage.setItem('atrium.language', JSON.stringify(code)),
      language,
    )
    const isDark = language === 'ar' || language === 'zh'
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    await page.setViewportSize(isDark ? { width: 360, height: 740 } : { width: 1280, height: 800 })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.locator('main svg').first()).toBeVisible()
      expect(await foreignTexts(page, language), `${path} in ${language}`).toEqual([])
      await expectWithinWindow(page)
      await expectNothingBeside(page)
      await expectAccessible(page)
      await picture(page, `${path.slice(1)} ${language}`)
    }
  })

test('NAV-04 unknown paths of the admin area and of System are not found', async ({ page }) => {
  for (const path of ['/account-admin/nothing/at/all', '/workspace-admin', '/system/nothing']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go To Your Rooms' })).toHaveAttribute('href', '/')
  }
})
