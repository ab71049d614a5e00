import { answerEnds, ask, searchFinds, startChat, turns } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

test('HIST-04 messages are found in five languages and the chat opens at the match', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  for (const question of [
    'Thời tiết ở Hà Nội thế nào?',
    '明天的天气预报是什么？',
    'أين تقع المدرسة؟',
    'Les réunions du lundi',
  ]) {
    await startChat(page)
    await ask(page, question)
    await answerEnds(page)
  }
  await startChat(page)
  for (const question of ['Where do lighthouses stand?', 'Tell me more', 'And even more', 'What else?']) {
    await ask(page, question)
    await answerEnds(page)
  }
  await searchFinds(member, 'what else')
  await page.goto('/chat-history')
  const field = page.getByRole('searchbox', { name: 'Search your chats' })
  const results = page.getByRole('list', { name: 'Chats found' }).locator(':scope > li')
  for (const [typed, found] of [
    ['ha noi', 'Hà Nội'],
    ['天气', '天气'],
    ['مدرسة', 'المدرسة'],
    ['reunion', 'réunions'],
  ] as const) {
    await field.fill(typed)
    await expect(page.getByRole('status').filter({ hasText: '1 chat found' })).toBeVisible()
    await expect(
      results
        .locator('mark')
        .filter({ hasText: found.split(' ')[0] ?? '' })
        .first(),
    ).toBeVisible()
  }
  await field.fill('nowhere to be found')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await picture(page, 'nothing found')

  await field.fill('lighthouse')
  const hit = results.getByRole('link', { name: /You asked.*lighthouses stand/ })
  await expect(hit).toBeVisible()
  await picture(page, 'found')
  await expectAccessible(page)
  await hit.click()
  await expect(page).toHaveURL(/\?turn=turn_/)
  await expect(turns(page).first()).toBeInViewport()
  await expect(turns(page).first()).toContainText('Where do lighthouses stand?')
  await picture(page, 'opened at the hit')
  await page.goBack()
  await expect(field).toHaveValue('lighthouse')
})

test('HIST-04 I18N-01 the search works on a phone, in dark mode and in Arabic, and shows errors', async ({
  page,
  member,
  picture,
  expectAccessible,
  watched,
}) => {
  test.slow()
  watched.expectProblems(/sessions\/search/)
  await startChat(page)
  await ask(page, 'أين تقع المدرسة الجديدة؟')
  await answerEnds(page)
  await searchFinds(member, 'مدرسة')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/chat-history/all')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await picture(page, 'history in Arabic on a phone')
  await expectAccessible(page)
  await page.goto('/chat-history/all?search=مدرسة')
  await expect(page.locator('mark').first()).toBeVisible()
  await picture(page, 'search in Arabic on a phone')
  await expectAccessible(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  await page.route('**/sessions/search*', (route) => route.abort())
  await page.goto('/chat-history/all?search=كتاب')
  await expect(page.getByText('تعذّر البحث')).toBeVisible({ timeout: 60_000 })
  await picture(page, 'search that fails')
})
