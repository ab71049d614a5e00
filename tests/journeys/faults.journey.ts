import { answer, answerEnds, ask, startChat, storedTurns } from './support/conversation.ts'
import { answerText } from '@atrium/contract'
import { expect, memberTest as test } from './support/test.ts'

const faults: [fault: string, words: string, retry: RegExp][] = [
  ['drop-after=5', 'The connection to the model was lost. The partial answer has been saved.', /^Try again$/],
  [
    'vanish-after=5',
    'The connection to the model was lost. The partial answer has been saved.',
    /^Try again$/,
  ],
  [
    'error-after=5',
    "The model can't be reached right now. Try again or choose another model.",
    /^Try again$/,
  ],
  ['500', "The model can't be reached right now. Try again or choose another model.", /^Try again$/],
  [
    '429=30',
    'The model is receiving too many requests. Please try again shortly.',
    /^Try again in \d+ seconds?$/,
  ],
  ['401', 'The provider rejected the configured API key. Your administrator can fix this.', /^Try again$/],
  ['zero-output', 'The model returned no answer.', /^Try again$/],
  ['content-filter=0', 'The model declined to answer this question.', /^Ask another model$/],
]

test('CHAT-14 every fault of a model ends in words with a way on, never in a spinner', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.goto('/')
  for (const [fault, words, retry] of faults)
    await test.step(fault, async () => {
      await startChat(page, 'Sandbox Quick')
      await ask(page, `Tell me about rivers. [[sandbox:${fault}]]`)
      const failure = answer(page).getByRole('alert')
      await expect(failure).toContainText(words, { timeout: 40_000 })
      await expect(failure.getByRole('button', { name: retry })).toBeVisible()
      await expect(page.getByText('Thinking...')).toBeHidden()
      await picture(page, fault.replace(/\W/g, '-'))
      const [stored] = await storedTurns(page, member)
      expect(stored?.state).toBe('failed')
    })
  await expectAccessible(page)
})

test('CHAT-14 an answer that a model truncated is marked', async ({ page, picture }) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me about rivers. [[sandbox:content-filter=5]]')
  await expect(answer(page).getByText('The model stopped here because of its content rules.')).toBeVisible()
  await picture(page, 'filtered')
})

test('CHAT-14 CHAT-04 Continue after a connection loss extends the partial answer', async ({
  page,
  member,
  picture,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me about rivers. [[sandbox:drop-after=6,once]]')
  await answer(page).getByRole('button', { name: 'Continue' }).click()
  await answerEnds(page)
  await picture(page, 'continued')
  const [broken, whole] = (await storedTurns(page, member)).map(({ parts }) => answerText(parts))
  expect(broken?.length).toBeGreaterThan(5)
  expect(whole?.startsWith(broken ?? '?')).toBe(true)
})

test('CHAT-14 a fault that passes: the retry answers, and is another answer to the same question', async ({
  page,
  member,
  picture,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 12 * 12? [[sandbox:drop-after=2,once]]')
  await answer(page).getByRole('button', { name: 'Try again' }).click()
  await answerEnds(page)
  await expect(answer(page)).toContainText('144')
  await expect(answer(page).getByRole('group', { name: 'Answers to this question' })).toContainText('2/2')
  await picture(page, 'answered-after-all')
  expect((await storedTurns(page, member)).map(({ state }) => state)).toEqual(['failed', 'answered'])
})
