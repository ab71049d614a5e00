import type { Page } from '@playwright/test'
import { mintId } from '@atrium/contract'
import { membersOf } from './support/addresses.ts'
import { answer, answerEnds, ask, chooseModel, composer, startChat, turns } from './support/conversation.ts'
import { memberRow } from './support/invites.ts'
import { joinAs } from './support/people.ts'
import { expect, memberTest as test } from './support/test.ts'

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)
const wide = [
  '| Region | January | February | March | April | May | June | July | August |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...['North', 'South', 'East', 'West'].map((region) => `| ${region} | ${'123,456.78 | '.repeat(8)}`),
].join('\n')
const longLine = `\`\`\`ts\nexport const everything = [${"'a rather long entry', ".repeat(20)}]\n\`\`\``
const longTexts = `echo: ${word}\n\n${wide}\n\n${longLine}\n\n- one\n  - two\n    - three\n      - four\n\nhttps://example.com/${'path/'.repeat(60)} [[sandbox:rate=max]]`

/** No element may be wider than the window. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrolls, width } = await page.evaluate(() => ({
    scrolls: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(scrolls).toBeLessThanOrEqual(width)
  const column = page.getByRole('region', { name: 'Conversation' })
  if ((await column.count()) > 0)
    expect(await column.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    )
}

test('CHAT-06 NAV-14 very long words, lines and tables stay in the column, in light and dark', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, longTexts)
  await answerEnds(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'long-light-end')
  await turns(page)
    .first()
    .evaluate((turn) => turn.scrollIntoView())
  await picture(page, 'long-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await picture(page, 'long-dark')
  await expectAccessible(page)
})

/** Scrolls to the first such part of the answer. Parts that load when first needed replace their placeholders meanwhile. */
const scrollTo = (page: Page, part: string) =>
  expect(() =>
    answer(page).locator(part).filter({ visible: true }).first().scrollIntoViewIfNeeded({ timeout: 5_000 }),
  ).toPass()

test('UI-02 NAV-14 the writer’s answer in the dark', async ({ page, picture, expectAccessible }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await startChat(page, 'Sandbox Writer')
  await picture(page, 'new-chat-dark')
  await ask(page, 'How do bees find their way home? [[sandbox:rate=max]]')
  await answerEnds(page)
  for (const name of ['table', 'figure', '.katex-display', '[role=img]'])
    await test.step(name, async () => {
      await scrollTo(page, name)
      await picture(page, `dark-${name.replaceAll(/\W/g, '')}`)
    })
  await expectAccessible(page)
})

test('UI-02 on a phone', async ({ openBrowser, product, picture, expectAccessible }) => {
  const { page, context } = await openBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  })
  await joinAs(context, product)
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  await picture(page, 'phone-new-chat')
  await page.getByRole('button', { name: /^Model: / }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await picture(page, 'phone-picker')
  await page.keyboard.press('Escape')
  await chooseModel(page, 'Sandbox Writer')
  await ask(page, 'How do bees find their way home? [[sandbox:rate=max]]')
  await answerEnds(page)
  await picture(page, 'phone-answer')
  for (const name of ['table', 'figure', '.katex-display', '[role=img]'])
    await test.step(name, async () => {
      await scrollTo(page, name)
      await picture(page, `phone-${name.replaceAll(/\W/g, '')}`)
    })
  await expectNoSidewaysScroll(page)
  // At the end, where no control is half below the chat's header.
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
  await expectAccessible(page)
  await chooseModel(page, 'Sandbox Quick')
  await ask(page, longTexts)
  await answerEnds(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'phone-long')
})

test('NAV-12 a chat that loads, fails, or is not there', async ({ page, watched, picture }) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 3 * 3?')
  await answerEnds(page)
  const address = page.url()
  const chats = '**/api/sessions/chat_*/opening*'

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(chats, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(address)
  await expect(page.getByRole('status').filter({ hasText: 'Loading the chat…' })).toBeVisible()
  await picture(page, 'loading')
  release()
  await expect(answer(page)).toContainText('9')
  await page.unroute(chats)

  watched.expectProblems(/status of 500|status of 404/)
  await page.route(chats, (route) =>
    route.fulfill({
      status: 500,
      json: { isError: true, statusCode: 500, code: 'INTERNAL', message: 'Something went wrong' },
    }),
  )
  await page.goto(address)
  await expect(page.getByText("The chat couldn't be loaded")).toBeVisible()
  await picture(page, 'failed')
  await page.unroute(chats)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(answer(page)).toContainText('9')

  await page.goto(`/chat/${mintId('chat')}`)
  await expect(page.getByText('Chat not found')).toBeVisible()
  await picture(page, 'missing')
  await page.getByRole('link', { name: 'Start a new chat' }).click()
  await expect(composer(page)).toBeVisible()
})

test('CHAT-01 Shift-Enter breaks the line, composing never sends, and drafts survive a reload, each in its chat', async ({
  page,
  picture,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 5 * 5?')
  await answerEnds(page)
  const field = composer(page)
  await field.pressSequentially('First line')
  await field.press('Shift+Enter')
  await field.pressSequentially('second line')
  await expect(field).toHaveValue('First line\nsecond line')
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await expect(field).toHaveValue('First line\nsecond line')
  await picture(page, 'draft')
  const address = page.url()
  await page.goto('/chat/new')
  await expect(field).toHaveValue('')
  await field.fill('A draft of a new chat')
  await page.goto(address)
  await expect(field).toHaveValue('First line\nsecond line')
  await page.goto('/chat/new')
  await expect(field).toHaveValue('A draft of a new chat')
})

test('a question asked while an answer is written waits for its end', async ({ page, picture }) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me about clouds. [[sandbox:late=2500]]')
  await expect(answer(page).getByText('Thinking...')).toBeVisible()
  await ask(page, 'What is 7 * 8?')
  const waiting = page.getByRole('group', { name: 'Sends after this answer finishes' })
  await expect(waiting).toContainText('What is 7 * 8?')
  await picture(page, 'queued')
  await expect(waiting).toBeHidden({ timeout: 30_000 })
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  await expect(answer(page)).toContainText('56')
})

test("CHAT-02 a model that thinks long is waited for in words: 'Thinking...', then 'It's taking a while, stand by...'", async ({
  page,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me about clouds. [[sandbox:late=13000]]')
  await expect(answer(page).getByText('Thinking...')).toBeVisible()
  const long = answer(page).getByText("It's taking a while, stand by...")
  await expect(long).toBeVisible({ timeout: 30_000 })
  await expect(answer(page).getByText('Thinking...')).toBeHidden()
  await answerEnds(page)
  await expect(long).toBeHidden()
})

test('a list shows that the browser is offline, and loads automatically when the connection is back', async ({
  page,
  context,
  member,
  watched,
  picture,
}) => {
  watched.expectProblems(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(membersOf(member))
  await expect(memberRow(page, 'Ada Lovelace')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('lovelace')
  await expect(page.getByText("Couldn't load the members")).toBeVisible()
  await picture(page, 'offline')
  await context.setOffline(false)
  await expect(memberRow(page, 'Ada Lovelace')).toBeVisible()
})

test('UI-02 nothing moves for people who ask for reduced motion', async ({ page }) => {
  await page.goto('/chat/new')
  await expect(composer(page)).toBeVisible()
  /** The classes of what a transition or an animation would move for longer than a frame. */
  const moving = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          return `${transitionDuration},${animationDuration}`
            .split(',')
            .some((time) => parseFloat(time) > 0.016)
        })
        .map((element) => element.getAttribute('class')),
    )
  expect(await moving()).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect((await moving()).length).toBeGreaterThan(0)
})
