import type { Page } from '@playwright/test'
import { answerEnds, ask, chatIdOf, composer, startChat, storedTurns, turns } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const compared = (page: Page) =>
  turns(page)
    .last()
    .getByRole('region', { name: /models compared$/ })
const column = (page: Page, model: string) =>
  compared(page).getByRole('group', { name: `Answer by ${model}` })
const answerIn = (page: Page, model: string) =>
  column(page, model).getByRole('region', { name: `Answer by ${model}` })

/** Chooses the models to compare in the composer's dialog. */
async function compare(page: Page, ...models: string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Compare models' })
  for (const model of models) await dialog.getByRole('checkbox', { name: model }).check()
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function allEnd(page: Page, ...models: string[]): Promise<void> {
  for (const model of models)
    await expect(answerIn(page, model)).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
}

test('CHAT-12 one question to three models: the sum before sending, columns, the branch that goes on, and a reload', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await startChat(page, 'Sandbox Quick')
  await composer(page).fill('What is 17 * 23?')
  const one = page.getByText(/^≈ .+ credits \(/)
  await expect(one).toBeVisible()

  // By keyboard alone.
  await page.getByRole('button', { name: 'Compare models' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare models' })
  await expect(dialog.getByRole('checkbox', { name: 'Sandbox Quick' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Sandbox Reasoner' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('checkbox', { name: 'Sandbox Writer' }).check()
  await expect(dialog.getByRole('status')).toHaveText('3 of 4 chosen')
  await picture(page, 'dialog')
  await expectAccessible(page)
  await compare(page)
  await expect(page.getByText(/^≈ .+ credits for 3 models \(/)).toBeVisible()
  await picture(page, 'before-sending')

  await ask(page, 'What is 17 * 23?')
  await allEnd(page, 'Sandbox Quick', 'Sandbox Reasoner', 'Sandbox Writer')
  await expect(answerIn(page, 'Sandbox Quick')).toContainText('391')
  await expect(column(page, 'Sandbox Quick')).toContainText('The chat continues here')
  await picture(page, 'columns')
  await expectAccessible(page)
  const stored = await storedTurns(page, member)
  expect(stored.map(({ state }) => state)).toEqual(['answered', 'answered', 'answered'])
  expect(stored.every(({ creditsCharged }) => (creditsCharged ?? 0) > 0)).toBe(true)

  await page.getByRole('switch', { name: 'Scroll columns separately' }).check()
  await picture(page, 'scrolled-apart')

  await column(page, 'Sandbox Reasoner')
    .getByRole('button', { name: 'Continue with this one: Sandbox Reasoner' })
    .click()
  await expect(column(page, 'Sandbox Reasoner')).toContainText('The chat continues here')
  await page.getByRole('button', { name: /^\d models: / }).click()
  await page
    .getByRole('dialog', { name: 'Compare models' })
    .getByRole('button', { name: 'Turn off comparison' })
    .click()
  await ask(page, 'What is 4 + 4?')
  await expect(turns(page)).toHaveCount(2)
  await expect(
    turns(page)
      .last()
      .getByRole('region', { name: /^Answer by / }),
  ).toHaveAttribute('aria-busy', 'false')
  const [reasoner] = stored.filter(({ requestedModelId }) => requestedModelId === 'sandbox-reasoner')
  expect((await storedTurns(page, member)).at(-1)?.parentTurnId).toBe(reasoner?.turnId)

  await page.reload()
  await expect(turns(page)).toHaveCount(2)
  await expect(turns(page).first().getByRole('group', { name: 'Answer by Sandbox Reasoner' })).toContainText(
    'The chat continues here',
  )
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'dark')
  // Another answer is another branch, on which nothing was asked yet.
  await turns(page).first().getByRole('button', { name: 'Continue with this one: Sandbox Writer' }).click()
  await expect(turns(page)).toHaveCount(1)
})

test('CHAT-12 CHAT-03 while three models answer, one column is stopped and another tab shows the rest', async ({
  page,
  context,
  picture,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 2 + 3?')
  await answerEnds(page)
  const other = await context.newPage()
  await other.goto(`/chat/${await chatIdOf(page)}`)
  await expect(turns(other)).toHaveCount(1)
  await page.getByRole('button', { name: 'Compare models' }).click()
  await compare(page, 'Sandbox Writer', 'Sandbox Reasoner')
  await ask(page, 'Write a long essay about the history of tea.')
  const stop = column(page, 'Sandbox Writer').getByRole('button', { name: 'Stop Sandbox Writer' })
  await stop.click()
  await expect(column(page, 'Sandbox Writer').getByRole('img', { name: 'Stopped' })).toBeVisible()
  await expect(column(other, 'Sandbox Writer').getByRole('img', { name: 'Stopped' })).toBeVisible()
  await picture(page, 'one-stopped')
  await allEnd(other, 'Sandbox Quick', 'Sandbox Reasoner')
  await allEnd(page, 'Sandbox Quick', 'Sandbox Reasoner')
})

test('CHAT-12 on a phone the answers are tabs with their states, also in Arabic', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  await startChat(page, 'Sandbox Quick')
  await page.getByRole('button', { name: 'Add and adjust' }).click()
  await page.getByRole('menuitem', { name: 'Compare models' }).click()
  await compare(page, 'Sandbox Reasoner')
  await expect(page.getByRole('button', { name: /^\d models: / })).toContainText('2 models')
  await ask(page, 'What is 6 * 7?')
  const tabs = compared(page).getByRole('tablist', { name: 'Compared answers' })
  await expect(tabs.getByRole('tab', { name: /Sandbox Quick.*Complete/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(tabs.getByRole('tab', { name: /Sandbox Reasoner.*Complete/ })).toBeVisible()
  await picture(page, 'tabs')
  await expectAccessible(page)
  await tabs.getByRole('tab', { name: /Sandbox Quick/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.getByRole('tab', { name: /Sandbox Reasoner/ })).toBeFocused()
  await expect(compared(page).getByRole('tabpanel')).toContainText('42')
  await compared(page).getByRole('button', { name: 'Continue with this one: Sandbox Reasoner' }).click()
  await expect(compared(page).getByRole('tabpanel')).toContainText('The chat continues here')

  await page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('tablist', { name: 'الإجابات المقارنة' })).toBeVisible()
  await picture(page, 'arabic')
  await page.setViewportSize({ width: 1280, height: 800 })
  await picture(page, 'arabic-wide')
})
