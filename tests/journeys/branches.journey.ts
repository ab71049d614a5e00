import { call } from '@atrium/testkit/api-client.ts'
import {
  answer,
  answerEnds,
  ask,
  chatIdOf,
  composer,
  startChat,
  storedTurns,
  turns,
} from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

test('CHAT-05 edit a question, answer again, and walk the branches', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 2 + 3?')
  await answerEnds(page)
  await expect(answer(page)).toContainText('5')
  await ask(page, 'What is 4 + 4?')
  await answerEnds(page)
  await expect(turns(page)).toHaveCount(2)

  await test.step('edit the first question', async () => {
    const first = turns(page).first()
    await first.hover()
    await first.getByRole('button', { name: 'Edit the question' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit the question' })
    await editor.fill('What is 20 + 3?')
    await picture(page, 'editing')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(turns(page)).toHaveCount(1)
    await answerEnds(page)
    await expect(answer(page)).toContainText('23')
    await expect(turns(page).first().getByRole('group', { name: 'Versions of the question' })).toContainText(
      '2/2',
    )
    await picture(page, 'edited')
  })

  await test.step('answer again with the same model', async () => {
    await answer(page).getByRole('button', { name: 'Regenerate' }).click()
    await page.getByRole('menuitem', { name: 'Try again with Sandbox Quick' }).click()
    await expect(answer(page).getByRole('group', { name: 'Answers to this question' })).toContainText('2/2')
    await answerEnds(page)
  })

  await test.step('and with another', async () => {
    await answer(page).getByRole('button', { name: 'Regenerate' }).click()
    await page.getByRole('menuitem', { name: 'Try again with another model' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a model' })
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await picture(page, 'other-model')
    await dialog.getByRole('option', { name: /Sandbox Reasoner/ }).click()
    await expect(answer(page).getByRole('group', { name: 'Answers to this question' })).toContainText('3/3')
    await answerEnds(page)
    await expect(answer(page).getByText('Sandbox Reasoner')).toBeVisible()
    await picture(page, 'three-answers')
    await expectAccessible(page)
  })

  await test.step('walk back', async () => {
    await answer(page).getByRole('button', { name: 'Previous' }).click()
    await expect(answer(page).getByRole('group', { name: 'Answers to this question' })).toContainText('2/3')
    await expect(answer(page).getByText('Sandbox Quick')).toBeVisible()
    const versions = turns(page).first().getByRole('group', { name: 'Versions of the question' })
    await versions.getByRole('button', { name: 'Previous' }).click()
    await expect(turns(page)).toHaveCount(2)
    await expect(turns(page).last()).toContainText('What is 4 + 4?')
  })

  await test.step('the last opened branch is shown after a reload', async () => {
    const chatId = await chatIdOf(page)
    const end = (await storedTurns(page, member)).find(({ question }) => question.text === 'What is 4 + 4?')
    const stored = async () =>
      (await call('getChat', member.api, { params: { chatId } })).message.currentTurnId
    await expect.poll(stored).toBe(end?.turnId)
    await page.reload()
    await expect(turns(page)).toHaveCount(2)
    await expect(turns(page).first()).toContainText('What is 2 + 3?')
    expect(await storedTurns(page, member)).toHaveLength(5)
  })
})

test('CHAT-05 a rating stays, and copies carry the Markdown', async ({ page, member, picture }) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 6 * 7?')
  await answerEnds(page)
  const good = answer(page).getByRole('button', { name: 'Good response' })
  await good.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await storedTurns(page, member)).at(-1)?.rating).toBe('up')
  await page.reload()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await picture(page, 'rated')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await answer(page).getByRole('button', { name: 'Copy as rich text' }).click()
  const kinds = () =>
    page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))
  await expect.poll(kinds).toContain('text/html')
})

test('CHAT-05 an answer is read aloud and a question dictated where the browser can', async ({ page }) => {
  // The headless browser has neither voices nor a microphone.
  await page.addInitScript(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    speechSynthesis.speak = (utterance) => void spoken.push(utterance.text)
    class Recognition extends EventTarget {
      start() {
        const results = [Object.assign([{ transcript: ' What is 6 * 7? ' }], { isFinal: true })]
        setTimeout(() => this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results })))
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition })
  })
  await startChat(page, 'Sandbox Quick')
  await page.getByRole('button', { name: 'Dictate', exact: true }).click()
  await expect(composer(page)).toHaveValue('What is 6 * 7?')
  await page.getByRole('button', { name: 'Stop dictating' }).click()
  await expect(page.getByRole('button', { name: 'Dictate', exact: true })).toBeVisible()
  await composer(page).press('Enter')
  await answerEnds(page)
  await answer(page).getByRole('button', { name: 'Read aloud' }).click()
  await expect(answer(page).getByRole('button', { name: 'Stop reading' })).toBeVisible()
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.join(' '))
  await expect.poll(spoken).toContain('42')
})
