import { type Locator, type Page, expect } from '@playwright/test'
import { answerText, type ChatId, type Turn } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Member } from './people.ts'

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Your question' })
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: 'Stop the answer' })

/** The turns that the page shows, each a question with its answer. */
export const turns = (page: Page): Locator =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('article')

/** The answer of a turn, the last one unless told otherwise. */
export const answer = (page: Page, turn: Locator = turns(page).last()): Locator =>
  turn.getByRole('region', { name: /^Answer by / })

/** Writes a question and sends it as people do: with Enter, or by the button where Enter breaks the line, on a touch screen. */
export async function ask(page: Page, question: string): Promise<void> {
  const field = composer(page)
  await field.fill(question)
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  else await field.press('Enter')
  await expect(field).toHaveValue('')
}

/** Waits until the search finds these words in a question or answer, a moment after it has ended. */
export async function searchFinds({ api }: Member, words: string): Promise<void> {
  await expect
    .poll(async () => {
      const { message } = await call('searchChats', api, { query: { query: words } })
      return message.some(({ hits }) => hits.length > 0)
    })
    .toBe(true)
}

/** Opens a fresh chat with a model chosen. */
export async function startChat(page: Page, modelName?: string): Promise<void> {
  await page.goto('/chat/new')
  if (modelName !== undefined) await chooseModel(page, modelName)
}

/** Chooses a model in the picker by its name. */
export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('button', { name: `Model: ${name}. Choose another.` })).toBeVisible()
}

/** Chooses a response style with the keyboard, whatever moves while models load. */
export async function chooseStyle(page: Page, name: 'Quick Response' | 'Think Deeper'): Promise<void> {
  await page.getByRole('radio', { name }).press('Space')
  await expect(page.getByRole('radio', { name })).toBeChecked()
}

/** Waits until the last answer has ended. */
export async function answerEnds(page: Page): Promise<void> {
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
}

/** Waits until the last answer has started and shows some words. */
export async function answerBegins(page: Page, characters = 20): Promise<void> {
  await expect(answer(page)).toHaveText(new RegExp(`[\\s\\S]{${characters},}`), { useInnerText: true })
}

/** The exact Markdown of the last answer, from its 'Copy as Markdown'. */
export async function copiedAnswer(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = answer(page).getByRole('button', { name: 'Copy as Markdown' })
  await answer(page).hover()
  await copy.click()
  await expect(answer(page).getByRole('button', { name: 'Copied' }).first()).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** The chat that the page is in. */
export async function chatIdOf(page: Page): Promise<ChatId> {
  await expect(page).toHaveURL(/\/chat\/chat_/)
  return new URL(page.url()).pathname.split('/').at(-1) as ChatId
}

/** The server's copy of the page's chat. */
export async function storedTurns(page: Page, member: Member): Promise<Turn[]> {
  const chatId = await chatIdOf(page)
  return (await call('getChat', member.api, { params: { chatId } })).message.turns
}

/** The server's copy of the most recent answer. */
export async function storedAnswer(page: Page, member: Member): Promise<string> {
  return answerText((await storedTurns(page, member)).at(-1)?.parts ?? [])
}
