import { call } from '@atrium/testkit/api-client.ts'
import { type Page, expect } from '@playwright/test'
import { askQuietly, chatsAreNamed } from './support/asked.ts'
import { answerEnds, ask, chatIdOf } from './support/conversation.ts'
import { test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'All your chats' }).getByRole('rowheader')
const recent = (page: Page) => page.getByRole('region', { name: 'Recent chats' })

/** Opens the menu of the only chat on the page. */
async function chooseInRow(page: Page, what: 'Rename' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: /^Options for “/ }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

test('HIST-01 CHAT-10 CHAT-13 a chat is found again with what its questions took, renamed, deleted and brought back', async ({
  page,
  member,
  picture,
}) => {
  await page.goto('/')
  await ask(page, 'How do we plan the launch of a small product?')
  await answerEnds(page)
  await ask(page, 'And what comes after the launch?')
  await answerEnds(page)
  const chatId = await chatIdOf(page)

  // It got a title automatically, the same in the chat, under recent chats, and in the history.
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).not.toHaveText(/^(New chat|How do we plan the launch of a small product\?|)$/)
  const title = (await heading.textContent()) ?? ''
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await expect(recent(page).getByRole('link').first()).toContainText(title)
  await picture(page, 'recent chats')
  await recent(page).getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(/\/chat-history\/all$/)
  await expect(rows(page)).toHaveText([title])
  await picture(page, 'history')

  // The credits of each question, as in the ledger; the row shows their sum.
  await page.getByRole('button', { name: `Show credits by question for “${title}”` }).click()
  const costs = page.getByRole('list', { name: 'Credits by question' }).getByRole('listitem')
  await expect(costs).toHaveCount(2)
  const charged = (await call('getChatCosts', member.api, { params: { chatId } })).message
  expect(charged.every(({ creditsCharged }) => creditsCharged > 0)).toBe(true)
  for (const { question, creditsCharged } of charged)
    await expect(costs.filter({ hasText: question })).toContainText(`${creditsCharged} credits`)
  const sum = charged.reduce((total, { creditsCharged }) => total + creditsCharged * 1000, 0) / 1000
  await expect(page.getByRole('cell', { name: String(sum), exact: true })).toBeVisible()
  await picture(page, 'credits by question')

  await chooseInRow(page, 'Rename')
  const dialog = page.getByRole('dialog', { name: 'Rename chat' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill('Launch of the difference engine')
  await picture(page, 'rename')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveText(['Launch of the difference engine'])
  await expect(recent(page)).toContainText('Launch of the difference engine')
  await page.reload()
  await expect(rows(page)).toHaveText(['Launch of the difference engine'])

  await chooseInRow(page, 'Delete')
  await expect(page.getByText('“Launch of the difference engine” was deleted.')).toBeVisible()
  await expect(page.getByText('No chats yet')).toBeVisible()
  await picture(page, 'deleted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Launch of the difference engine” was restored.')).toBeVisible()
  await expect(rows(page)).toHaveText(['Launch of the difference engine'])

  await chooseInRow(page, 'Delete')
  await expect(page.getByText('No chats yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No chats yet')).toBeVisible()
  await expect(recent(page).getByText('Your chats will appear here.')).toBeVisible()
})

test('HIST-01 the history has pages of 20 whose place and order are in the address', async ({
  page,
  member,
  picture,
}) => {
  const asked = Array.from({ length: 22 }, (_, number) => `Tell me about the number ${number + 1}.`)
  for (let from = 0; from < asked.length; from += 4)
    await Promise.all(asked.slice(from, from + 4).map((text) => askQuietly(member, text)))
  await chatsAreNamed(member, asked)
  await page.goto('/chat-history')
  await expect(page.getByText('22 chats')).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  const firstPage = await rows(page).allTextContents()
  await expect(recent(page).getByRole('link'), 'ten recent chats and the way to all').toHaveCount(11)
  await picture(page, 'first page')
  const pages = page.getByRole('navigation', { name: 'Pages of the history' })
  await expect(pages).toContainText('Page 1 of 2')
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(rows(page)).toHaveCount(2)
  expect(firstPage).not.toContain(await rows(page).first().textContent())
  await page.reload()
  await expect(pages).toContainText('Page 2 of 2')
  await page.goBack()
  await expect(rows(page)).toHaveText(firstPage)
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(async () => {
    const titles = await rows(page).allTextContents()
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })))
  }).toPass()
  await page.goto('/chat-history/all?page=9')
  await expect(page.getByText("This page doesn't exist")).toBeVisible()
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(rows(page)).toHaveText(firstPage)
})

test('NAV-12 HIST-01 a slow history shows skeletons, a failed one shows an error and a retry', async ({
  page,
  member,
  watched,
  picture,
}) => {
  watched.expectProblems(/500 \(Internal Server Error\)/)
  await askQuietly(member, 'What is worth keeping?')
  let answerWith: 'late' | 'failure' | 'truth' = 'late'
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/sessions/history?*', async (route) => {
    if (answerWith === 'late') await released
    if (answerWith === 'failure') {
      const json = { isError: true, statusCode: 500, code: 'INTERNAL', message: 'Something went wrong' }
      return await route.fulfill({ status: 500, json })
    }
    await route.continue()
  })
  await page.goto('/chat-history/all')
  await expect(page.getByText('Loading the history…')).toBeAttached()
  await picture(page, 'placeholders')
  answerWith = 'failure'
  release()
  await expect(page.getByRole('alert')).toContainText("Couldn't load your history")
  await picture(page, 'failure')
  answerWith = 'truth'
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(1)
})
