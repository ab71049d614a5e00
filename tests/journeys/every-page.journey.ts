import { type Language, languages } from '@atrium/contract'
import { directionOf, languageNames } from '@atrium/phrases'
import { type Page, expect } from '@playwright/test'
import { askQuietly } from './support/asked.ts'
import { foreignTexts } from './support/foreign-texts.ts'
import { expectWithinWindow } from './support/measure.ts'
import { openWithin } from './support/open-within.ts'
import { sendSignIn } from './support/sign-in.ts'
import { test } from './support/test.ts'

/** Pages for visitors who are not signed in, and public pages. */
const openPages = [
  '/auth/login',
  '/auth/register',
  '/auth/verify',
  '/auth/forgot-password',
  '/auth/new-password',
  '/terms-of-use',
  '/early-access-full',
  '/coming-soon',
  '/maintenance',
  '/403',
  '/404',
  '/500',
  '/no/such/page',
]
const phone = { width: 360, height: 740 }

const named = (path: string) => path.slice(1).replaceAll('/', '-')

async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.locator('select').selectOption({ label: languageNames[language] })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/**
 * Colors, names and roles don't depend on the language: dark mode and accessibility are checked in one language of each
 * direction. That every language has every phrase is checked with the phrases.
 */
const isCheckedFully = (language: Language) => language === 'en' || language === 'ar'
const schemesOf = (language: Language) =>
  isCheckedFully(language) ? (['light', 'dark'] as const) : (['light'] as const)

/** In one language each page is loaded anew, in the others opened by a link. */
const open = (page: Page, path: string, language: Language) =>
  language === 'en' ? page.goto(path) : openWithin(page, path)

for (const language of languages) {
  test(`I18N-01 NAV-14 UI-02 U03 every page on a phone, by day and by night: ${languageNames[language]}`, async ({
    page,
    context,
    member,
    picture,
    expectAccessible,
  }) => {
    test.setTimeout(900_000)
    await page.setViewportSize(phone)
    const chatId = await askQuietly(member, '6 * 7')
    const look = async (path: string) => {
      await open(page, path, language)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
      await expectWithinWindow(page)
      expect(await foreignTexts(page, language), `${path} in ${language}`).toEqual([])
      for (const colorScheme of schemesOf(language)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        await picture(page, `${named(path)}-${colorScheme}`)
        if (isCheckedFully(language)) await expectAccessible(page)
      }
    }
    await context.clearCookies()
    await page.goto('/auth/login')
    await chooseLanguage(page, language)
    for (const path of openPages) await look(path)

    await page.goto('/auth/login')
    await chooseLanguage(page, 'en')
    await sendSignIn(page, member)
    await expect(page).toHaveURL(/\/chat\/new$/)
    await page.goto('/accounts')
    await chooseLanguage(page, language)
    for (const path of ['/accounts', '/chat/new', `/chat/${chatId}`, '/chat-history/all']) await look(path)
    for (const path of ['/room-and-members', '/room-details-mobile', '/context-mobile']) await look(path)
    await look(`/edit-room-mobile/${member.roomId}`)
    for (const path of [
      '/api',
      '/question-library',
      `/knowledge-bases/${member.roomId}`,
      `/knowledge-check/${member.roomId}`,
    ])
      await look(path)
    for (const path of [
      'account-members',
      'account-admin/settings',
      'account-admin/audit-log',
      'reports-and-analytics/credit-usage-by-member',
      'reports-and-analytics/credit-usage-history',
    ])
      await look(`/${path}/${member.accountId}`)

    // The drawer and what opens from it.
    await page.getByRole('banner').getByRole('button').first().click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('navigation')).toBeVisible()
    // The first is the room switcher.
    await drawer.locator('[aria-haspopup=dialog]').last().click()
    await expect(page.locator('select')).toHaveValue(language)
    expect(await foreignTexts(page, language), 'drawer and settings').toEqual([])
    await picture(page, 'drawer')
    await expectAccessible(page)
  })
}

test('NAV-14 language and theme follow the user to another browser, and a choice on the sign-in page takes precedence', async ({
  page,
  member,
  openBrowser,
  picture,
}) => {
  await page.goto('/accounts')
  const kept = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  await chooseLanguage(page, 'fr')
  await kept
  const keptToo = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  await page.getByTitle('Sombre').click()
  await keptToo

  const elsewhere = await openBrowser()
  await elsewhere.page.goto('/auth/login')
  await sendSignIn(elsewhere.page, member)
  const html = elsewhere.page.locator('html')
  await expect(html).toHaveAttribute('lang', 'fr')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(elsewhere.page.getByRole('heading', { level: 1 })).toContainText('Bonjour')
  await picture(elsewhere.page, 'in another browser')

  const third = await openBrowser()
  await third.page.goto('/auth/login')
  await chooseLanguage(third.page, 'vi')
  await chooseLanguage(third.page, 'en')
  await sendSignIn(third.page, member)
  await expect(third.page).toHaveURL(/\/chat\/new$/)
  await expect(third.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(third.page.locator('html')).toHaveAttribute('lang', 'en')
})
