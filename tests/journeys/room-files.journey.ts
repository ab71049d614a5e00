import { call } from '@atrium/testkit/api-client.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, chatIdOf, composer, startChat } from './support/conversation.ts'
import { joinAs, type Member } from './support/people.ts'
import { expect, memberTest as test, test as anyTest } from './support/test.ts'

const question = 'How many days of leave are there?'
const form = (page: Page) => page.locator('form').filter({ has: composer(page) })
const boxOf = (page: Page) => form(page).boundingBox()
const roomSwitch = (page: Page) => form(page).getByRole('button', { name: "Use the room's files" })

/** Adds two files to the room and waits until they are read. */
async function addFiles({ api, roomId }: Member): Promise<void> {
  for (const name of ['leave.txt', 'tea.txt'])
    await uploadContextFile(api, {
      name,
      bytes: Buffer.from(`Of ${name}: every employee has 28 days of leave.`),
    })
  const searchable = async () =>
    (await call('listContextFiles', api, { params: { roomId }, query: {} })).searchableCount
  await expect.poll(searchable).toBe(2)
}

test("KB-06 CHAT-01 the room's files are turned off in the composer: the price follows, the answer shows it, the chat keeps it, the next chat starts with them", async ({
  page,
  member,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Writer')
  await expect(form(page)).toBeVisible()
  await expect(roomSwitch(page)).toHaveCount(0)
  await addFiles(member)
  await startChat(page, 'Sandbox Writer')
  await expect(page.getByText('2 room files in use')).toBeVisible()
  await expect(roomSwitch(page)).toHaveAttribute('aria-pressed', 'true')
  const before = await boxOf(page)
  await composer(page).fill(question)
  const price = form(page).getByText(/^≈ .+ credits \(/)
  const withFiles = await price.textContent()
  await picture(page, 'on')
  await expectAccessible(page)

  await roomSwitch(page).focus()
  await page.keyboard.press('Space')
  await expect(roomSwitch(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('Room files off', { exact: true })).toBeVisible()
  await expect(price).not.toHaveText(withFiles ?? '')
  expect(await boxOf(page)).toEqual(before)
  await picture(page, 'off')
  await expectAccessible(page)
  await ask(page, question)
  await answerEnds(page)
  await answer(page).getByRole('button', { name: 'Room files were off' }).click()
  await answer(page).getByText('Search details').click()
  await expect(answer(page).getByText('Off for this question')).toBeVisible()
  await picture(page, 'answered')
  const chatId = await chatIdOf(page)

  const elsewhere = await openBrowser({ storageState: await page.context().storageState() })
  await elsewhere.page.goto(`/chat/${chatId}`)
  await expect(elsewhere.page.getByText('Room files off', { exact: true })).toBeVisible()
  await roomSwitch(elsewhere.page).click()
  await expect(elsewhere.page.getByText('2 room files in use')).toBeVisible()
  await ask(elsewhere.page, question)
  await answerEnds(elsewhere.page)
  await expect(
    answer(elsewhere.page)
      .getByRole('button', { name: /passage|source/ })
      .first(),
  ).toBeVisible()
  await page.goto('/chat/new')
  await expect(page.getByText('2 room files in use')).toBeVisible()
})

anyTest(
  'KB-06 CHAT-01 on a phone the switch is in the menu of the tools, large enough for fingers, and nothing moves',
  async ({ openBrowser, product, picture }) => {
    anyTest.slow()
    const { context, page } = await openBrowser({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await addFiles(await joinAs(context, product))
    await page.goto('/chat/new')
    await expect(page.getByText('2 room files in use')).toBeVisible()
    const before = await boxOf(page)
    await composer(page).fill(question)
    await expect(form(page).getByText(/^≈ .+ credits \(/)).toBeVisible()
    expect(await boxOf(page)).toEqual(before)
    await page.getByRole('button', { name: 'Add and adjust' }).tap()
    const item = page.getByRole('menuitemcheckbox', { name: "Use the room's files" })
    await expect(item).toHaveAttribute('aria-checked', 'true')
    await picture(page, 'menu')
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await item.tap()
    await expect(page.getByText('Room files off', { exact: true })).toBeVisible()
    expect(await boxOf(page)).toEqual(before)
    await picture(page, 'off')
  },
)
