import {
  answer,
  answerBegins,
  answerEnds,
  ask,
  composer,
  copiedAnswer,
  startChat,
  stopButton,
  storedAnswer,
  storedTurns,
  turns,
} from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

/** Slow enough to leave and return during the answer; the test stops it instead of waiting for its end. */
const slowly = 'Tell me how to keep a garden. [[sandbox:rate=25]]'

test('CHAT-03 B45 stop keeps the partial answer, and nothing arrives after it', async ({
  page,
  member,
  picture,
}) => {
  await startChat(page, 'Sandbox Writer')
  await ask(page, slowly)
  await answerBegins(page, 200)
  await stopButton(page).click()
  await expect(answer(page).getByText('Stopped. The partial answer has been saved.')).toBeVisible()
  await picture(page, 'stopped')
  const kept = await copiedAnswer(page)
  expect(kept.length).toBeGreaterThan(50)
  expect(await storedAnswer(page, member)).toBe(kept)
  await page.reload()
  await expect(answer(page).getByText('Stopped. The partial answer has been saved.')).toBeVisible()
  expect(await copiedAnswer(page)).toBe(kept)
})

test('CHAT-04 B47 a reload during streaming continues at the exact character', async ({
  page,
  member,
  picture,
}) => {
  await startChat(page, 'Sandbox Writer')
  await ask(page, slowly)
  await answerBegins(page, 200)
  const before = (await answer(page).innerText()).slice(0, 120)
  await page.reload()
  await answerBegins(page, 200)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
  expect(await answer(page).innerText()).toContain(before)
  await picture(page, 'after-reload')
  await answerBegins(page, 400)
  await stopButton(page).click()
  await answerEnds(page)
  expect(await copiedAnswer(page)).toBe(await storedAnswer(page, member))
  await expect(page.getByRole('button', { name: 'Model: Sandbox Writer. Choose another.' })).toBeVisible()
})

test('CHAT-04 B47 after the tab is closed the answer continues, and a second browser reads along', async ({
  page,
  context,
  member,
  openBrowser,
  picture,
}) => {
  await startChat(page, 'Sandbox Writer')
  await ask(page, slowly)
  await answerBegins(page)
  const address = page.url()

  const other = await openBrowser({ storageState: await context.storageState() })
  await other.page.goto(address)
  await answerBegins(other.page, 200)
  await expect(answer(other.page)).toHaveAttribute('aria-busy', 'true')
  await page.close()
  await answerBegins(other.page, 300)
  await picture(other.page, 'second-browser')
  await stopButton(other.page).click()
  await answerEnds(other.page)
  const text = await copiedAnswer(other.page)
  expect(text).toBe(await storedAnswer(other.page, member))

  const back = await context.newPage()
  await back.goto(address)
  await answerEnds(back)
  expect(await copiedAnswer(back)).toBe(text)
  expect(await storedTurns(back, member)).toHaveLength(1)
})

test('B49 a question asked offline is sent automatically, once', async ({
  page,
  context,
  member,
  watched,
  picture,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Good morning')
  await answerEnds(page)
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await ask(page, 'What is 19 * 21?')
  await expect(
    page.getByText("You're offline. Your question will be sent when you're back online."),
  ).toBeVisible()
  await picture(page, 'not-sent')
  await context.setOffline(false)
  await answerEnds(page)
  await expect(answer(page)).toContainText('399')
  const stored = await storedTurns(page, member)
  expect(stored.map(({ question, state }) => [question.text, state])).toEqual([
    ['Good morning', 'answered'],
    ['What is 19 * 21?', 'answered'],
  ])
})

test('CHAT-04 B03 the server dies during an answer: the partial text stays, and Continue resumes it', async ({
  page,
  product,
  member,
  watched,
  picture,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Writer')
  await ask(page, slowly)
  await answerBegins(page, 200)
  watched.expectProblems(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|status of 50[23]/,
  )
  await product.kill()
  await expect(
    page.getByText("Atrium can't be reached right now. The answer so far has been saved"),
  ).toBeVisible()
  await picture(page, 'server-gone')
  await product.startAgain()
  // The page recovers automatically.
  await expect(
    answer(page).getByText('This answer was interrupted. The partial answer has been saved.'),
  ).toBeVisible({
    timeout: 40_000,
  })
  await picture(page, 'interrupted')
  const kept = await copiedAnswer(page)
  expect(kept.length).toBeGreaterThan(20)
  expect(await storedAnswer(page, member)).toBe(kept)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(turns(page)).not.toHaveCount(0)
  await answerEnds(page)
  await picture(page, 'continued')
  const stored = await storedTurns(page, member)
  expect(stored.map(({ state }) => state)).toEqual(['interrupted', 'answered'])
  await expect(composer(page)).toBeVisible()
})
