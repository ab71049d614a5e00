import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, composer, startChat } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const form = (page: Page) => page.locator('form').filter({ has: composer(page) })
const webSwitch = (page: Page) => form(page).getByRole('button', { name: 'Search the web' })
const question = 'Below which dissolved oxygen saturation are salmon in danger?'

test('ANS-03 CHAT-01 web search with the sandbox: the switch stays with the chat, the answer cites pages, lists them and its searches', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Painter')
  await expect(webSwitch(page)).toHaveCount(0)
  await startChat(page, 'Sandbox Quick')
  await composer(page).fill(question)
  const price = form(page).getByText(/^≈ .+ credits \(/)
  const withoutWeb = await price.textContent()
  await expect(webSwitch(page)).toHaveAttribute('aria-pressed', 'false')
  await webSwitch(page).focus()
  await page.keyboard.press('Space')
  await expect(webSwitch(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Web search on', { exact: true })).toBeVisible()
  await expect(price).not.toHaveText(withoutWeb ?? '')
  await picture(page, 'on')
  await expectAccessible(page)

  await ask(page, question)
  await answerEnds(page)
  const chip = answer(page)
    .getByRole('link', { name: /^Source 1: Dissolved oxygen in salmon farms/ })
    .first()
  await expect(chip).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(chip).toHaveAttribute('target', '_blank')
  await chip.hover()
  await expect(page.getByRole('tooltip')).toContainText('Jun 2, 2026')
  await picture(page, 'preview')
  await page.mouse.move(0, 0)

  const fold = answer(page).getByRole('button', { name: /1 web page/ })
  await expect(fold).toContainText('Sandbox')
  await fold.click()
  const list = answer(page).getByRole('list', { name: 'Web pages of this answer' })
  await expect(list.getByRole('link').first()).toContainText('Dissolved oxygen in salmon farms: the limits')
  await answer(page).getByText('Search details').click()
  await expect(answer(page).getByText(/^\d+ pages? found · \d+ read$/)).toBeVisible()
  await picture(page, 'answered')
  await expectAccessible(page)

  await page.reload()
  await expect(webSwitch(page)).toHaveAttribute('aria-pressed', 'true')
  await startChat(page, 'Sandbox Quick')
  await expect(webSwitch(page)).toHaveAttribute('aria-pressed', 'false')
})
