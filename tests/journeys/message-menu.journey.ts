import type { ChatId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Locator, Page } from '@playwright/test'
import { answerEnds, ask, chatIdOf, composer, turns } from './support/conversation.ts'
import type { Member } from './support/people.ts'
import { keepSidebarOpen } from './support/rooms.ts'
import { expect, memberTest as test } from './support/test.ts'

/** Imports a chat with a given number of questions from another Atrium; the 3rd question and the 41st answer name a rare tea. */
async function bring(member: Member, count: number): Promise<ChatId> {
  const brought = await call('importChats', member.api, {
    body: {
      roomId: member.roomId,
      source: 'atrium',
      chats: [
        {
          sourceId: 'teas',
          title: 'Teas',
          createdAt: '2026-01-05T08:00:00.000Z',
          isStarred: false,
          labels: [],
          currentTurn: count - 1,
          turns: Array.from({ length: count }, (_, index) => ({
            parent: index === 0 ? null : index - 1,
            sameQuestionAs: null,
            question: `Question ${index + 1}${index === 2 ? ': is Junshan Yinzhen yellow?' : ''}`,
            askedAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString(),
            modelName: 'Sandbox Quick',
            state: 'answered' as const,
            reasoning: '',
            answer:
              index === 40
                ? `A **yellow** tea.\n\nThe *Junshan* Yinzhen is rare. ${'Steep it twice. '.repeat(60)}\n\n\`\`\`\nsteep("junshan yinzhen")\n\`\`\``
                : `Tea ${index + 1} is picked in spring. `.repeat(8).trim(),
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

const openMenu = async (turn: Locator) => {
  await turn.hover()
  await turn.getByRole('button', { name: 'Message options' }).click()
}
const findBar = (page: Page): Locator => page.getByRole('search', { name: 'Find in this chat' })

test('a turn has a menu: when it was, a fork from here, and a link to it', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  await keepSidebarOpen(context)
  const chatId = await bring(member, 5)
  await page.goto(`/chat/${chatId}`)
  const third = turns(page).filter({ hasText: 'Question 3' })

  await test.step("the menu shows the time in the reader's locale", async () => {
    await openMenu(third)
    const menu = page.getByRole('menu')
    await expect(menu).toContainText(/Asked 5 Jan 2026/)
    await expect(menu).toContainText(/Answered 5 Jan 2026/)
    await picture(page, 'menu')
    await expectAccessible(page)
  })

  await test.step('its link opens the chat at the turn, which is highlighted', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto('/chat/new')
    await expect(composer(page)).toBeVisible()
    await page.goto(link)
    await expect(third).toHaveAttribute('data-found')
    await expect(third).toBeInViewport()
  })

  await test.step('a fork is a separate chat with the turns up to this one', async () => {
    await openMenu(third)
    await page.getByRole('menuitem', { name: 'Fork from here' }).click()
    await expect(page).not.toHaveURL(new RegExp(chatId))
    await expect(turns(page)).toHaveCount(3)
    await picture(page, 'fork')
    await ask(page, 'And which one is green?')
    await answerEnds(page)
    await expect(turns(page)).toHaveCount(4)
    const forkId = await chatIdOf(page)
    expect((await call('getChat', member.api, { params: { chatId } })).message.turns).toHaveLength(5)
    await expect(
      page.getByRole('region', { name: 'Recent chats' }).getByRole('img', { name: 'Forked chat' }),
    ).toBeVisible()
    await page.goto('/chat-history/all')
    await expect(page.getByRole('row').getByRole('img', { name: 'Forked chat' })).toBeVisible()
    await page.goto(`/chat/${forkId}`)
    await page.getByRole('link', { name: 'Fork', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(chatId))
    await expect(third).toHaveAttribute('data-found')
  })
})

test('words are found in a whole chat, also where it was not drawn or loaded yet', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  const chatId = await bring(member, 60)
  await page.goto(`/chat/${chatId}`)
  await expect(turns(page).filter({ hasText: 'Question 60' })).toBeInViewport()
  await expect(page.getByText('Junshan')).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+Shift+F')
  const field = findBar(page).getByRole('textbox')
  await expect(field).toBeFocused()
  await field.fill('junshan yinzhen')
  const status = findBar(page).getByRole('status')
  await expect(status).toHaveText('1 of 3')
  const questioned = page.getByText('is Junshan Yinzhen yellow?')
  await expect(questioned).toBeInViewport()
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await picture(page, 'find')
  await expectAccessible(page)

  await field.press('Enter')
  await expect(status).toHaveText('2 of 3')
  await expect(page.getByText('Yinzhen is rare')).toBeInViewport()
  await findBar(page).getByRole('button', { name: 'Next match' }).click()
  await expect(status).toHaveText('3 of 3')
  await expect(page.getByText('steep("junshan yinzhen")')).toBeInViewport()
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('chat-find-current') ?? [])].map(String))
  await expect.poll(marked).toEqual(['junshan yinzhen'])
  await findBar(page).getByRole('button', { name: 'Next match' }).click()
  await expect(status).toHaveText('1 of 3')
  await expect(questioned).toBeInViewport()
  await findBar(page).getByRole('button', { name: 'Previous match' }).click()
  await expect(status).toHaveText('3 of 3')

  await field.fill('coffee')
  await expect(status).toHaveText('No matches')
  await field.press('Escape')
  await expect(findBar(page)).toBeHidden()
  expect(await page.evaluate(() => CSS.highlights.has('chat-find'))).toBe(false)

  await test.step('it is offered in the menu and in the list of shortcuts', async () => {
    await page.getByRole('button', { name: 'Chat options' }).click()
    await page.getByRole('menuitem', { name: 'Find in chat' }).click()
    await expect(field).toBeFocused()
    // Enter on a button presses it, and goes to no other match.
    await findBar(page).getByRole('button', { name: 'Close the find bar' }).press('Enter')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Find in this chat')
  })
})

test('HIST-03 an answer that finishes in another chat is announced, with a link to it', async ({
  page,
  context,
  picture,
}) => {
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await ask(page, 'Which teas are smoked? [[sandbox:rate=100]]')
  await expect(page).toHaveURL(/\/chat\/chat_/)
  const address = page.url()
  await page.getByRole('link', { name: 'New Chat' }).first().click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  const received = page.getByRole('status').filter({ hasText: /^The answer in “.*” is ready\./ })
  await expect(received).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Recent chats' }).getByRole('img', { name: 'New answer' }),
  ).toBeVisible()
  await picture(page, 'notice')
  await received.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(address)
  await expect(received).toBeHidden()

  // Viewing sends no request.
  await ask(page, 'And which are white? [[sandbox:rate=max]]')
  await answerEnds(page)
  await expect(received).toHaveCount(0)
})

test('a browser notification comes only where the person allowed it', async ({ page, context }) => {
  await keepSidebarOpen(context)
  await context.addInitScript(() => {
    const shown: string[] = []
    class Notices extends EventTarget {
      static permission = 'default'
      static async requestPermission() {
        Notices.permission = 'granted'
        return 'granted'
      }
      constructor(title: string, { body }: { body: string }) {
        super()
        shown.push(`${title}: ${body}`)
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Notices, shownNotices: shown })
  })
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const shown = () => page.evaluate(() => (globalThis as unknown as { shownNotices: string[] }).shownNotices)
  const received = page.getByRole('status').filter({ hasText: /^The answer in “.*” is ready\./ })

  await page.goto('/chat/new')
  await ask(page, 'Which teas are smoked? [[sandbox:rate=100]]')
  await page.getByRole('link', { name: 'New Chat' }).first().click()
  await hide(true)
  await expect(page.getByRole('img', { name: 'New answer' })).toHaveCount(1)
  await hide(false)
  await expect(received).toBeVisible()
  expect(await shown()).toEqual([])

  await page.goto('/profile')
  await page.getByRole('switch', { name: 'Show browser notifications' }).click()
  await expect(page.getByRole('switch', { name: 'Show browser notifications' })).toBeChecked()
  await page.goto('/chat/new')
  await page.evaluate(() => Object.assign(globalThis.Notification, { permission: 'granted' }))
  await ask(page, 'Which teas are white? [[sandbox:rate=400]]')
  await page.getByRole('link', { name: 'New Chat' }).first().click()
  await hide(true)
  await expect.poll(shown).toHaveLength(1)
  expect((await shown())[0]).toMatch(/^Answer ready: /)
})
