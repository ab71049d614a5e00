import { type ChatId, contract, mintId, type TurnId } from '@atrium/contract'
import { call, send } from '@atrium/testkit/api-client.ts'
import type { Locator, Page } from '@playwright/test'
import { answer, answerEnds, ask, composer, turns } from './support/conversation.ts'
import type { Member } from './support/people.ts'
import { startProduct } from './support/product.ts'
import { smallModelsFile } from './support/small-models.ts'
import { expect, memberTest } from './support/test.ts'

const test = memberTest.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ ATRIUM_MODELS_FILE: smallModelsFile() })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Asks one question after another through the API, each with a given number of words after its number. */
async function converse(
  member: Member,
  count: number,
  words = 0,
  modelId = 'sandbox-quick',
): Promise<ChatId> {
  const chatId = mintId('chat')
  let parentTurnId: TurnId | null = null
  for (let number = 1; number <= count; number++) {
    const turnId: TurnId = mintId('turn')
    const text = `Question ${number}: what about garden ${number}? ${'leaf '.repeat(words)}`.trim()
    const body = {
      chatId,
      turnId,
      parentTurnId,
      modelId,
      style: 'quick',
      ask: { kind: 'question', messageId: mintId('message'), text },
    }
    const reply = await send(contract.askQuestion, member.api, { body })
    if (!reply.ok) throw new Error(`The question was refused: ${await reply.text()}`)
    await reply.text()
    parentTurnId = turnId
  }
  return chatId
}

/** Imports a chat with a given number of questions from another Atrium, without model calls. */
async function bring(member: Member, count: number): Promise<ChatId> {
  const brought = await call('importChats', member.api, {
    body: {
      roomId: member.roomId,
      source: 'atrium',
      chats: [
        {
          sourceId: 'gardens',
          title: 'Gardens',
          createdAt: '2026-01-05T08:00:00.000Z',
          isStarred: false,
          labels: [],
          currentTurn: count - 1,
          turns: Array.from({ length: count }, (_, index) => ({
            parent: index === 0 ? null : index - 1,
            sameQuestionAs: null,
            question: `Question ${index + 1}: what about garden ${index + 1}?`,
            askedAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString(),
            modelName: 'Sandbox Quick',
            state: 'answered' as const,
            reasoning: '',
            answer: `Garden ${index + 1} wants water in the morning. `.repeat(6).trim(),
            answeredAt: new Date(Date.UTC(2026, 0, 5, 8, index, 20)).toISOString(),
            rating: null,
          })),
        },
      ],
    },
  })
  const [chat] = brought.message
  if (!chat) throw new Error('No chat was brought.')
  return chat.chatId
}

const region = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' })
const questionOf = (page: Page, number: number): Locator =>
  turns(page).filter({ has: page.getByText(new RegExp(`^Question ${number}: what about`)) })
const outlineButton = (page: Page): Locator => page.getByRole('button', { name: 'Questions in this chat' })
/** A turn's distance from the top of the scroll area, in pixels. */
const distanceFromTop = async (page: Page, turn: Locator) => {
  const [box, frame] = [await turn.boundingBox(), await region(page).boundingBox()]
  return box && frame ? box.y - frame.y : Number.NaN
}

test('CHAT-14 a conversation that becomes too long is summarised, to be read, changed and undone', async ({
  page,
  member,
  picture,
  watched,
  expectAccessible,
}) => {
  const chatId = await converse(member, 5, 500)
  await page.goto(`/chat/${chatId}`)

  await test.step('the gauge shows the used context and what happens when it is full', async () => {
    const gauge = page.getByRole('button', {
      name: /^The conversation uses \d+% of the context window$/,
    })
    await gauge.click()
    const received = page.getByRole('dialog', { name: /^The conversation uses/ })
    await expect(received).toContainText(/of 4,976 tokens/)
    await picture(page, 'gauge')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(received).toBeHidden()
    await expect(gauge).toBeFocused()
  })

  const divider = page.getByRole('button', { name: /^The \d+ earlier questions are sent as a summary$/ })
  await test.step('the next question has the oldest ones summarised, where it can be seen', async () => {
    await ask(page, `Question 6: what about garden 6? ${'leaf '.repeat(900)}`)
    await answerEnds(page)
    await expect(divider).toBeVisible()
    await expect(answer(page)).toContainText(/\w/)
    await divider.scrollIntoViewIfNeeded()
    await divider.click()
    const summary = page.getByRole('region', { name: 'Summary of earlier messages' })
    await expect(summary).toContainText('garden 1')
    await picture(page, 'summary')
    await expectAccessible(page)
    // The messages remain readable.
    await expect(questionOf(page, 1)).toHaveCount(1)
  })

  await test.step('it can be changed', async () => {
    await page.getByRole('button', { name: 'Edit the summary' }).click()
    await page.getByRole('textbox', { name: 'Text of the summary' }).fill('It was all about gardens.')
    await picture(page, 'editing')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('It was all about gardens.')).toBeVisible()
    await expect(page.getByText(/^Edited by you\./)).toBeVisible()
    await expect
      .poll(async () => (await call('getChat', member.api, { params: { chatId } })).message.summaries)
      .toMatchObject([{ text: 'It was all about gardens.', isEdited: true }])
  })

  await test.step('and undone: then everything is sent again', async () => {
    await page.getByRole('button', { name: 'Send everything again' }).click()
    await expect(
      page.getByRole('button', { name: /^The \d+ earlier questions are sent in full, not as a summary$/ }),
    ).toBeVisible()
    await expect
      .poll(async () => (await call('getChat', member.api, { params: { chatId } })).message.sendsAll)
      .toBe(true)
  })

  await test.step('a question that is too long is refused with its excess, and one click summarizes and sends it again', async () => {
    watched.expectProblems(/413 \(Payload Too Large\)/)
    await ask(page, `Question 7: what about garden 7? ${'leaf '.repeat(900)}`)
    const failure = turns(page).last().getByRole('alert')
    await expect(failure).toContainText(/It's [\d,]+ tokens too long/)
    await failure.scrollIntoViewIfNeeded()
    await picture(page, 'too-long')
    await expectAccessible(page)
    await failure.getByRole('button', { name: 'Summarize earlier messages and ask again' }).click()
    await answerEnds(page)
    await expect(turns(page).last()).toContainText('Question 7:')
    await expect(turns(page).last().getByRole('alert')).toHaveCount(0)
    await expect(divider).toBeVisible()
  })
})

test('a long chat opens at its end and loads as it is scrolled, without a jump', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const chatId = await bring(member, 90)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(`/sessions/${chatId}`))
      asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  await page.goto(`/chat/${chatId}`)

  await test.step('only the end is loaded', async () => {
    await expect(questionOf(page, 90)).toBeInViewport()
    await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
    expect(await turns(page).count()).toBeLessThan(40)
    expect(asked).not.toContain(chatId)
    await picture(page, 'end')
  })

  await test.step('older turns load while scrolling up, and the reading position stays', async () => {
    await region(page).hover()
    for (let number = 0; number < 90; number++) {
      await page.mouse.wheel(0, -400)
      await page.evaluate(() => new Promise(requestAnimationFrame))
      if ((await questionOf(page, 55).count()) > 0) break
    }
    await expect(questionOf(page, 55)).toHaveCount(1)
    expect(asked).toContain('turns')
    await expect(page.locator('[data-outlined]')).toHaveCount(0)
    await picture(page, 'scrolled')
  })

  await test.step('the outline goes to the very first question by the keyboard', async () => {
    await page.keyboard.press('Control+j')
    const outline = page.getByRole('dialog', { name: 'Go to a question' })
    await expect(outline.getByRole('option', { name: /You are here/ })).toBeVisible()
    await picture(page, 'outline')
    await expectAccessible(page)
    await outline.getByRole('combobox', { name: 'Find a question' }).fill('garden 1?')
    await expect(outline.getByRole('option')).toHaveCount(9)
    await expect(outline.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(outline).toBeHidden()
    await expect(questionOf(page, 1)).toBeInViewport()
    await expect(page.locator('[data-index="0"]')).toBeFocused()
    await picture(page, 'first')
  })

  await test.step('in the middle the turn stays where it is while those around it come', async () => {
    await outlineButton(page).click()
    const outline = page.getByRole('dialog', { name: 'Go to a question' })
    await outline.getByRole('combobox', { name: 'Find a question' }).fill('garden 30?')
    await outline.getByRole('option').click()
    await expect(questionOf(page, 30)).toBeInViewport()
    await expect(page.locator('[data-index="29"] [data-outlined]')).toHaveCount(0)
    await expect.poll(() => distanceFromTop(page, questionOf(page, 30))).toBeLessThan(120)
    await expect.poll(() => distanceFromTop(page, questionOf(page, 30))).toBeGreaterThan(20)
  })

  await test.step('a question is edited there, and the branch continues from it', async () => {
    const turn = questionOf(page, 30)
    await turn.hover()
    await turn.getByRole('button', { name: 'Edit the question' }).click()
    await page.getByRole('textbox', { name: 'Edit the question' }).fill('What is 20 + 3?')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await answerEnds(page)
    await expect(answer(page)).toContainText('23')
    await turns(page).last().getByRole('button', { name: 'Previous' }).first().click()
    await expect(questionOf(page, 90)).toHaveCount(1)
    await expect(questionOf(page, 30)).toBeInViewport()
  })

  await test.step('an address that names a turn opens there', async () => {
    const { message } = await call('getChat', member.api, { params: { chatId } })
    const turnId = message.turns[9]?.turnId
    await page.goto(`/chat/${chatId}?turn=${turnId}`)
    await expect(questionOf(page, 10)).toBeInViewport()
    await expect(composer(page)).toBeVisible()
  })
})

test('CHAT-14 I18N-01 on a phone and in Arabic the outline is a sheet and the summary reads from the right', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  const chatId = await converse(member, 6, 500)
  const { turns: stored } = (await call('getChat', member.api, { params: { chatId } })).message
  const lastTurnId = stored.at(-1)?.turnId as TurnId
  await call('summariseChat', member.api, {
    params: { chatId },
    body: { lastTurnId, modelId: 'sandbox-quick' },
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.goto(`/chat/${chatId}`)
  await page.getByRole('button', { name: 'أسئلة هذه المحادثة' }).click()
  const outline = page.getByRole('dialog', { name: 'الانتقال إلى سؤال' })
  await expect(outline.getByRole('option')).toHaveCount(6)
  await picture(page, 'sheet')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(outline).toBeHidden()
  const divider = page.getByRole('button', { name: /كملخص/ })
  await divider.scrollIntoViewIfNeeded()
  await divider.click()
  await expect(page.getByRole('button', { name: 'إرسال كل شيء من جديد' })).toBeVisible()
  await picture(page, 'summary')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'summary-dark')
})
