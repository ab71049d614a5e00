import { type ChatId, mintId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { answerEnds, ask, startChat } from './support/conversation.ts'
import type { Member } from './support/people.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title }) })

/** Asks some questions and gives their chats these titles, the last one newest. */
async function chatsOf(page: Page, member: Member, titles: string[]): Promise<ChatId[]> {
  const chatIds: ChatId[] = []
  for (const title of titles) {
    await startChat(page)
    await ask(page, `${title}?`)
    await answerEnds(page)
    const chatId = new URL(page.url()).pathname.split('/').at(-1) as ChatId
    await call('changeChat', member.api, { params: { chatId }, body: { chatTitle: title } })
    chatIds.push(chatId)
  }
  return chatIds
}

test('HIST-01 HIST-02 HIST-05 chats are starred, labelled, filtered, moved, and several deleted and brought back', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.goto('/chat-history/starred')
  await expect(page.getByText('Nothing starred yet')).toBeVisible()
  await picture(page, 'empty')
  await chatsOf(page, member, [
    'Tea',
    'Coffee',
    'A title that is so very long that it does not fit '.repeat(2),
  ])
  await page.goto('/chat-history')
  await row(page, 'Tea').getByRole('button', { name: 'Star “Tea”' }).click()
  await expect(row(page, 'Tea').getByRole('button', { name: 'Star “Tea”' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('link', { name: 'Starred', exact: true }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Tea'])

  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await row(page, 'Tea').getByRole('checkbox').check()
  await row(page, 'Coffee').getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: 'Options for selected chats' })
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels of 2 chats' })
  await dialog.getByRole('textbox', { name: 'Find or add a label' }).fill('Drinks')
  await dialog.getByRole('button', { name: 'Add the label “Drinks”' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Drinks' })).toBeChecked()
  await picture(page, 'choosing labels')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Tea').getByRole('list', { name: 'Labels' })).toHaveText('Drinks')
  await picture(page, 'selected')
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Label' }).click()
  await page.getByRole('option', { name: 'Drinks (2)' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Label' }).click()
  await page.getByRole('option', { name: 'Unlabeled' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Label' }).click()
  await page.getByRole('option', { name: 'All labels' }).click()

  await page.getByRole('button', { name: 'Edit labels' }).click()
  const labels = page.getByRole('dialog', { name: 'Labels' })
  await labels.getByRole('button', { name: 'Rename “Drinks”' }).click()
  await labels.getByLabel('Name of the label').fill('Cups')
  await picture(page, 'renaming a label')
  await labels.getByRole('button', { name: 'Save' }).click()
  await expect(labels.getByRole('button', { name: 'Rename “Cups”' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(row(page, 'Coffee').getByRole('list', { name: 'Labels' })).toHaveText('Cups')

  await page.getByRole('checkbox', { name: 'Select all chats on this page' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No chats yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
})

test('CHAT-13 a chat moves to another room, from its own menu', async ({ page, member, picture }) => {
  const { accountId } = member
  await call('createRoom', member.api, {
    params: { accountId },
    body: { name: 'Kitchen', access_type: 'PRIVATE' },
  })
  await chatsOf(page, member, ['Tea'])
  await page.reload()
  await page.getByRole('button', { name: 'Chat options' }).click()
  await picture(page, 'menu of a chat')
  await page.getByRole('menuitem', { name: 'Move to another room…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the chat' })
  await dialog.getByRole('combobox', { name: 'Room' }).click()
  await page.getByRole('option', { name: 'Kitchen' }).click()
  await picture(page, 'moving')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('The chat was moved to Kitchen.')).toBeVisible()
  const { message } = await call('listHistory', { ...member.api, url: member.api.url }, { query: {} })
  expect(message.map(({ roomId }) => roomId)).not.toEqual([member.roomId])
})

test('HIST-03 an answer that ended elsewhere marks its chat until it is opened', async ({ page, member }) => {
  const [tea] = await chatsOf(page, member, ['Tea', 'Coffee'])
  const unseen = page
    .getByRole('region', { name: 'Recent chats' })
    .getByRole('link', { name: /Tea/ })
    .getByRole('img', { name: 'New answer' })
  await expect(unseen).toHaveCount(0)
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  const turnId = (await call('getChat', member.api, { params: { chatId: tea as ChatId } })).message
    .currentTurnId
  await askElsewhere(member, tea as ChatId, turnId)
  await expect(unseen).toBeVisible()
  const seen = page.waitForResponse((reply) => reply.url().includes(`/${tea}/seen`) && reply.ok())
  await page.getByRole('region', { name: 'Recent chats' }).getByRole('link', { name: /Tea/ }).click()
  await seen
  await page
    .getByRole('region', { name: 'Recent chats' })
    .getByRole('link', { name: /Coffee/ })
    .click()
  await expect(unseen).toHaveCount(0)
})

/** Asks as the same person from somewhere else. */
async function askElsewhere(member: Member, chatId: ChatId, parentTurnId: string | null): Promise<void> {
  const body = {
    chatId,
    turnId: mintId('turn'),
    parentTurnId,
    modelId: 'auto',
    ask: { kind: 'question', messageId: mintId('message'), text: 'And milk?' },
  }
  const { url, token } = member.api
  const response = await fetch(`${url}/stream/answer`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'workspace-id': member.accountId,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(await response.text()).toContain('[DONE]')
}

test('HIST-01 a single member has no sharing tabs; with a colleague they appear, each with its subtitle, and the filter is a separate control', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  await page.goto('/chat-history')
  const tabs = page.getByRole('navigation', { name: 'Lists of chats' }).getByRole('link')
  await expect(tabs).toHaveText(['All', 'Starred', 'Jobs'])
  await chatsOf(page, member, ['Tea'])

  const { context } = await openBrowser()
  await joinTeamOf(member, context, product)
  await page.goto('/chat-history')
  await expect(tabs).toHaveText(['All', 'Starred', 'My Chats', 'Shared Chats', 'Jobs'])
  const header = page.getByRole('heading', { name: 'Chat History' }).locator('..')
  for (const [tab, subtitle] of [
    ['Starred', 'Starred chats'],
    ['My Chats', 'Your own chats'],
    ['Shared Chats', 'Chats shared with your rooms'],
    ['All', 'All your chats'],
  ] as const) {
    await tabs.filter({ hasText: new RegExp(`^${tab}$`) }).click()
    await expect(header).toContainText(subtitle)
  }
  const filter = page.getByRole('radiogroup', { name: 'Show' })
  await filter.getByText('Chats with Canvas').click()
  await expect(page.getByText('No chats with a canvas')).toBeVisible()
  await expect(header, 'the tab stays').toContainText('All your chats')
  await expectAccessible(page)
  await picture(page, 'canvas')
  await tabs.filter({ hasText: 'My Chats' }).click()
  await expect(filter.getByRole('radio', { name: 'Chats with Canvas' })).toBeChecked()
  await filter.getByText('All Chats').click()
  await expect(row(page, 'Tea')).toBeVisible()
})
