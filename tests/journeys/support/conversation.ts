import { type Locator, type Page, expect } from '@playwright/test'

/** Writes a question and sends it as people do, with Enter. */
export async function ask(page: Page, question: string): Promise<void> {
  const field = composer(page)
  await field.fill(question)
  await field.press('Enter')
  await expect(field).toHaveValue('')
}

export const composer = (page: Page): Locator => page.getByLabel('Your question')

/** The turns that the page shows, each a question with its answer. */
export const turns = (page: Page): Locator =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('article')

/** Chooses a model in the picker by its name. */
export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('button', { name: `Model: ${name}. Choose another.` })).toBeVisible()
}

/** Waits until nothing is being written any more. */
export async function answerEnds(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop the answer' })).toBeHidden({ timeout: 30_000 })
}
