import {
  answer,
  answerEnds,
  ask,
  chooseStyle,
  copiedAnswer,
  startChat,
  storedAnswer,
  turns,
} from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const question = 'How do we plan the launch of a small product? [[sandbox:rate=400]]'

test('CHAT-06 an answer with tables, highlighted code, mathematics and a diagram', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Writer')
  await ask(page, question)
  await answerEnds(page)
  const written = answer(page)

  await expect(written.getByRole('table').first()).toBeVisible()
  await expect(written.getByRole('columnheader').first()).toBeVisible()
  await written.getByRole('table').first().scrollIntoViewIfNeeded()
  await picture(page, 'table')

  // Highlighted: tokens have colors.
  const block = written
    .getByRole('figure')
    .filter({ hasText: /TypeScript|Python|SQL|Rust|Bash/ })
    .first()
  const code = block.locator('code')
  await code.scrollIntoViewIfNeeded()
  await expect.poll(() => code.locator('[data-token]').count()).toBeGreaterThan(3)
  await picture(page, 'code')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await block.getByRole('button', { name: 'Copy code' }).click()
  await expect(block.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.innerText())

  const formula = written.locator('.katex-display')
  await expect(formula).toBeVisible()
  await formula.scrollIntoViewIfNeeded()
  await picture(page, 'mathematics')

  const diagram = written.getByRole('img', { name: 'Diagram' })
  await diagram.scrollIntoViewIfNeeded()
  await expect(diagram).toBeVisible()
  await expect(diagram).toContainText('Small trial')
  await picture(page, 'diagram')
  await expectAccessible(page)

  await test.step('it is the same after loading again', async () => {
    const before = await copiedAnswer(page)
    expect(before).toBe(await storedAnswer(page, member))
    await page.reload()
    await expect(turns(page)).toHaveCount(1)
    expect(await copiedAnswer(page)).toBe(before)
  })
})

test('reasoning is folded away until one wants to see it', async ({ page, picture }) => {
  await startChat(page, 'Sandbox Reasoner')
  await chooseStyle(page, 'Think Deeper')
  await ask(page, 'Should we move the meeting to Thursday?')
  await expect(answer(page).getByText('Thinking...')).toBeVisible()
  await picture(page, 'thinking')
  await answerEnds(page)
  await expect(answer(page).getByText('Think Deeper')).toBeVisible()
  const fold = answer(page).getByRole('button', { name: /^Thought/ })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await picture(page, 'folded')
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await picture(page, 'unfolded')
})

test('MODEL-02 MODEL-03 CRED-01 the picker shows categories and credits per typical question', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await startChat(page)
  await page.getByRole('button', { name: 'Model: Auto. Choose another.' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a model' })
  for (const category of ['Basic', 'Advanced', 'Reasoning'])
    await expect(dialog.getByText(category, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('option', { name: /Sandbox Writer/ })).toContainText(
    '1 credit per typical question',
  )
  await expect(dialog.getByRole('option', { name: /Sandbox Reasoner/ })).toContainText(
    '2 credits per typical question',
  )
  await expect(dialog.getByText('Select Your Auto Mode Preference')).toBeVisible()
  await picture(page, 'picker')
  await expectAccessible(page)

  await dialog.getByText('Fastest').click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Model: Auto. Choose another.' }).click()
  await expect(dialog.getByRole('radio', { name: 'Fastest' })).toBeChecked()

  await dialog
    .getByRole('searchbox', { name: 'Search models' })
    .or(dialog.getByRole('textbox', { name: 'Search models' }))
    .fill('reas')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Model: Sandbox Reasoner. Choose another.' })).toBeVisible()
})

test('CHAT-06 a link whose text names another host shows its target, and opening it needs one confirmation', async ({
  page,
  context,
  picture,
  watched,
}) => {
  watched.expectProblems(/other\.example/)
  await context.route('https://other.example/**', (route) => route.fulfill({ body: 'Elsewhere.' }))
  await startChat(page, 'Sandbox Quick')
  await ask(
    page,
    'echo: Sign in at [https://bank.example](https://other.example/login). [[sandbox:rate=max]]',
  )
  await answerEnds(page)
  const link = answer(page).getByRole('link', { name: 'https://bank.example' })
  await expect(answer(page)).toContainText('(other.example)')
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Open other.example?' })
  await picture(page, 'asked')
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(dialog).toHaveCount(0)
  expect(context.pages()).toHaveLength(1)
  await link.click()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await (await opening).close()
})
