import { answer, answerEnds, ask, composer, startChat, storedTurns, turns } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

test('ANS-06 answers are customised by presets and in one’s own words, for one chat', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  await page.getByRole('button', { name: 'Customize Answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customize Answer' })
  await dialog.getByRole('combobox', { name: 'Tone' }).click()
  await expect(page.getByRole('option')).toHaveCount(10)
  await page.getByRole('option', { name: 'Friendly' }).click()
  await dialog.getByRole('combobox', { name: 'Language' }).click()
  await expect(page.getByRole('option')).toHaveCount(17)
  await picture(page, 'languages')
  await page.getByRole('option', { name: 'French' }).click()
  await dialog.getByRole('combobox', { name: 'Audience' }).fill('my two children')
  await page.keyboard.press('Tab')
  await picture(page, 'customise')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const button = page.getByRole('button', { name: 'Customize Answer: Tone, Audience, and Language' })
  await expect(button).toBeVisible()

  await page.reload()
  await expect(button).toBeVisible()
  await ask(page, 'Which is older, tea or coffee?')
  await answerEnds(page)
  await expect(button).toBeVisible()
  await picture(page, 'customised')
  await page.goto('/chat/new')
  await expect(page.getByRole('button', { name: 'Customize Answer', exact: true })).toBeVisible()
  await page.goBack()
  await button.click()
  await dialog.getByRole('button', { name: 'Clear all' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Customize Answer', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Customize Answer', exact: true })).toBeVisible()
  expect(await storedTurns(page, member)).toHaveLength(1)
})

test('ANS-06 a better wording is proposed, and taken, edited or refused', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  expect(member.email).toContain('@')
  await startChat(page, 'Sandbox Quick')
  await expect(page.getByRole('button', { name: 'Improve my question' })).toBeDisabled()
  await composer(page).fill('tea older coffee')
  await page.getByRole('button', { name: 'Improve my question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Improve my question' })
  const proposal = dialog.getByRole('textbox', { name: 'Proposal' })
  await expect(dialog.getByRole('button', { name: 'Use it' })).toBeEnabled({ timeout: 20_000 })
  await expect(dialog.getByText(/Sandbox Quick.*credit/)).toBeVisible()
  await picture(page, 'proposal')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(composer(page)).toHaveValue('tea older coffee')

  await page.getByRole('button', { name: 'Improve my question' }).click()
  await expect(dialog.getByRole('button', { name: 'Use it' })).toBeEnabled({ timeout: 20_000 })
  await proposal.fill('Which is older: tea or coffee?')
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await expect(composer(page)).toHaveValue('Which is older: tea or coffee?')
})

test('CHAT-07 selected text of an answer can be asked about or reworked, by mouse and by keyboard', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  expect(member.email).toContain('@')
  await startChat(page, 'Sandbox Writer')
  await ask(page, 'Tell me about tea.')
  await answerEnds(page)
  const paragraph = answer(page).getByRole('paragraph').first()
  await paragraph.click({ clickCount: 3 })
  const toolbar = page.getByRole('toolbar', { name: 'Actions for the selected text' })
  await expect(toolbar.getByRole('button')).toHaveText([
    'Ask',
    'Improve It',
    'Summarize',
    'Expand',
    'Shorten',
    'Simplify Language',
    'Open as canvas',
  ])
  await expect(toolbar.getByRole('button', { name: 'Simplify Language' })).toBeInViewport()
  await picture(page, 'toolbar')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(toolbar).toHaveCount(0)

  await paragraph.click({ clickCount: 3 })
  await expect(toolbar).toBeVisible()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(toolbar.getByRole('button', { name: 'Summarize' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Summarize' })
  await expect(dialog.getByText(/Sandbox Writer.*credit/)).toBeVisible({ timeout: 30_000 })
  await picture(page, 'summarized')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Insert as text' }).click()
  await expect(composer(page)).not.toHaveValue('')
  await composer(page).fill('')

  await answer(page).getByRole('button', { name: 'Rework this answer' }).click()
  await page.getByRole('menuitem', { name: 'Ask' }).click()
  await expect(composer(page)).toHaveValue(/^> /)
})

test('CHAT-09 follow-up questions are suggested on demand, stay, and a click asks', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Which is older, tea or coffee?')
  await answerEnds(page)
  await page.getByRole('button', { name: 'Suggest follow-up questions' }).click()
  const suggested = page.getByRole('list', { name: 'Follow-up questions' })
  await expect(suggested.getByRole('button')).toHaveCount(3, { timeout: 20_000 })
  await picture(page, 'suggested')
  await expectAccessible(page)
  const first = (await suggested.getByRole('button').first().innerText()).trim()
  await page.reload()
  await suggested.getByRole('button', { name: first }).click()
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  expect((await storedTurns(page, member)).at(-1)?.question.text).toBe(first)
})
