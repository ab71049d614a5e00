import { call } from '@atrium/testkit/api-client.ts'
import { answerBegins, answerEnds, ask, chatIdOf, startChat } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

test('a temporary chat is marked, survives a reload, and is deleted when it is left', async ({
  page,
  member,
  picture,
  expectAccessible,
  watched,
}) => {
  test.slow()
  watched.expectProblems(/404 \(Not Found\)/)
  await startChat(page, 'Sandbox Writer')
  const toggle = page.getByRole('button', { name: 'Temporary chat' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await picture(page, 'offered')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText("It won't appear in your history or search.")).toBeVisible()
  await picture(page, 'chosen')
  await expectAccessible(page)

  await ask(page, 'How do we plan the launch of a small product? [[sandbox:rate=60]]')
  const chatId = await chatIdOf(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Temporary chat' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chat options' })).toHaveCount(0)
  await answerBegins(page)
  await page.reload()
  await answerBegins(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Temporary chat' })).toBeVisible()
  await picture(page, 'after a reload')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop the answer' }).click()
  await answerEnds(page)
  expect((await call('listHistory', member.api, { query: {} })).count).toBe(0)

  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await page.getByRole('link', { name: 'Chat History' }).click()
  await expect(page.getByText('No chats yet')).toBeVisible()
  const isThere = () =>
    call('getChat', member.api, { params: { chatId } }).then(
      () => true,
      () => false,
    )
  await expect.poll(isThere).toBe(false)
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByText('Chat not found')).toBeVisible()
})

test('I18N-01 a temporary chat is erased by a press, on a phone, in the dark and in Arabic', async ({
  page,
  member,
  picture,
  watched,
  expectAccessible,
}) => {
  test.slow()
  // The page marks its chat as seen when the answer has ended, which the press may precede.
  watched.expectProblems(/404 \(Not Found\).*\/seen/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/chat/new')
  await page.getByRole('button', { name: 'محادثة مؤقتة' }).click()
  await picture(page, 'chosen')
  await expectAccessible(page)
  const field = page.getByRole('textbox').first()
  await field.fill('أيهما أقدم: الشاي أم القهوة؟')
  await field.press('Enter')
  const chatId = await chatIdOf(page)
  await expect(page.getByRole('heading', { level: 1, name: 'محادثة مؤقتة' })).toBeVisible()
  await expect(page.locator('[aria-busy=false]').last()).toBeVisible()
  await picture(page, 'asked')
  await page.getByRole('button', { name: 'محو الآن' }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(page.getByText('مُحيت المحادثة المؤقتة.')).toBeVisible()
  await expect
    .poll(() =>
      call('getChat', member.api, { params: { chatId } }).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
  // The next one is an ordinary chat again.
  await expect(page.getByRole('button', { name: 'محادثة مؤقتة' })).toHaveAttribute('aria-pressed', 'false')
})
