import type { Page } from '@playwright/test'
import { askQuietly } from './support/asked.ts'
import { expectWithinWindow } from './support/measure.ts'
import { openWithin } from './support/open-within.ts'
import type { Member } from './support/people.ts'
import { expect, test } from './support/test.ts'

const windows = [
  ['desktop', { width: 1440, height: 900 }],
  ['small laptop', { width: 1024, height: 600 }],
  ['phone', { width: 360, height: 740 }],
] as const

/** Every page with a URL, as an owner of a team sees it. */
const pagesOf = ({ roomId, accountId }: Member, chatId: string) => [
  '/chat/new',
  `/chat/${chatId}`,
  '/chat-history/all',
  '/question-library',
  '/room-and-members',
  '/room-details-mobile',
  '/context-mobile',
  `/edit-room-mobile/${roomId}`,
  '/add-chat-mobile',
  '/add-document-mobile',
  '/add-member-mobile',
  `/knowledge-bases/${roomId}`,
  `/knowledge-check/${roomId}`,
  '/api',
  '/api-reference',
  '/account-settings',
  `/account-members/${accountId}`,
  `/account-admin/${accountId}`,
  `/account-admin/settings/${accountId}`,
  `/account-admin/audit-log/${accountId}`,
  `/reports-and-analytics/credit-usage-by-date/${accountId}?range=365`,
  `/reports-and-analytics/credit-usage-history/${accountId}`,
  '/system/providers',
  '/system/plans',
  '/system/notices',
  '/accounts',
  '/profile',
  '/terms-of-use',
  '/early-access-full',
  '/coming-soon',
  '/maintenance',
  '/403',
  '/404',
  '/500',
  '/no/such/page',
]
const openPages = [
  '/auth/login',
  '/auth/register',
  '/auth/verify',
  '/auth/forgot-password',
  '/auth/new-password',
]

async function look(page: Page, path: string): Promise<void> {
  await openWithin(page, path)
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expectWithinWindow(page)
}

for (const [name, size] of windows) {
  test(`UI-02 no page of a member is longer or wider than its window: ${name}`, async ({ page, member }) => {
    test.setTimeout(600_000)
    await page.setViewportSize(size)
    const chatId = await askQuietly(member, 'show: markdown')
    await page.goto('/accounts')
    for (const path of pagesOf(member, chatId)) await look(page, path)
  })

  test(`UI-02 no page before the sign-in is longer or wider than its window: ${name}`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/auth/login')
    for (const path of openPages) await look(page, path)
  })
}
